// SPDX-License-Identifier: Apache-2.0
//
// Tells everybody who listens for links that one has gone, as the kernel would:
//
//     forge-link INDEX
//
// Any process may, that may administrate the network. Who believes it takes messages of others for
// the kernel's.

#include <linux/rtnetlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

int main(int count, char **words) {
    if (count != 2) {
        fprintf(stderr, "usage: forge-link INDEX\n");
        return 64;
    }
    struct {
        struct nlmsghdr header;
        struct ifinfomsg link;
    } message = {
        .header = {.nlmsg_len = sizeof message, .nlmsg_type = RTM_DELLINK},
        .link = {.ifi_type = 1, .ifi_index = atoi(words[1])},
    };
    struct sockaddr_nl group = {.nl_family = AF_NETLINK, .nl_groups = RTMGRP_LINK};
    int descriptor = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
    if (sendto(descriptor, &message, sizeof message, 0, (struct sockaddr *)&group, sizeof group) <
        0) {
        perror("forge-link: sendto");
        return 1;
    }
    return 0;
}
