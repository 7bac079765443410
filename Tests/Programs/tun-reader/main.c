// SPDX-License-Identifier: Apache-2.0
//
// Holds a tun device open, as a VPN program does, so that it has a carrier:
//
//     tun-reader NAME [tap]
//
// makes the device, prints a line when it is there, and stays until its parent has ended.

#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int count, char **words) {
    int is_tap = count == 3 && strcmp(words[2], "tap") == 0;
    if (count != 2 && !is_tap) {
        fprintf(stderr, "usage: tun-reader NAME [tap]\n");
        return 64;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int device = open("/dev/net/tun", O_RDWR | O_CLOEXEC);
    if (device < 0) {
        perror("tun-reader: /dev/net/tun");
        return 1;
    }
    struct ifreq request = {.ifr_flags = (is_tap ? IFF_TAP : IFF_TUN) | IFF_NO_PI};
    strncpy(request.ifr_name, words[1], IFNAMSIZ - 1);
    if (ioctl(device, TUNSETIFF, &request) < 0) {
        perror("tun-reader: TUNSETIFF");
        return 1;
    }
    puts("ready");
    fflush(stdout);
    for (;;) pause();
}
