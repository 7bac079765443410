// SPDX-License-Identifier: Apache-2.0
//
// `limit watch`: a line for each change of the path.

#include "limit.h"

#include <linux/filter.h>
#include <poll.h>

static void take_link_of_dump(const struct nlmsghdr *header) { take_link(header); }

static int addresses;
static void count_address(const struct nlmsghdr *header) {
    addresses += header->nlmsg_type == RTM_NEWADDR;
}

struct path {
    uint32_t primary;
    int dns;
};

// Queries routes: those of one family, or all with 0. Reports whether the first of them is gone.
static struct path look(int socket_fd, int family, int *is_first_gone) {
    static uint32_t found[sizeof asked / sizeof *asked];
    struct path path = {0};
    *is_first_gone = -1;
    for (int i = 0; i < probes; i++) {
        if (!family || asked[i].family == family) {
            uint32_t before = found[i];
            found[i] = look_up(socket_fd, &asked[i]).interface;
            if (*is_first_gone < 0) *is_first_gone = before && !found[i];
        }
        uint32_t interface = found[i];
        if (interface && has_carrier(interface) && !path.primary) path.primary = interface;
    }
    static int has_looked;
    for (int i = probes; path.primary && i < asked_count; i++) {
        if (!has_looked || !family || asked[i].family == family)
            found[i] = look_up(socket_fd, &asked[i]).interface;
        path.dns |= found[i] && has_carrier(found[i]);
    }
    has_looked |= path.primary != 0;
    return path;
}

static void tell(const char *event, struct path path) {
    char line[256];
    const char *name = path.primary ? links[path.primary].name : "";
    int length = snprintf(line, sizeof line,
                          "{\"event\":\"%s\",\"status\":\"%s\",\"primary\":\"%s\",\"dns\":%d}\n",
                          event, path.primary ? "satisfied" : "unsatisfied", name, path.dns);
    if (write(1, line, length) != length) exit(0);
}

// The same decision as in reach's filter: a route message passes if its prefix is short, or covers
// a queried address. The cost is the number of instructions, so there are as many.
static void attach_filter(int socket_fd) {
    struct sock_filter code[512];
    int n = 0, ipv4_jump, to_ipv6;
#define EMIT(...) code[n++] = (struct sock_filter)__VA_ARGS__
    EMIT(BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 4));
    EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, htons(RTM_NEWROUTE), 2, 0));
    EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, htons(RTM_DELROUTE), 1, 0));
    EMIT(BPF_STMT(BPF_RET | BPF_K, ~0u));
    EMIT(BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 16));
    EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 3, 0));
    EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 1, 0));
    EMIT(BPF_STMT(BPF_RET | BPF_K, ~0u));
    to_ipv6 = n;
    EMIT(BPF_STMT(BPF_JMP | BPF_JA, 0));
    for (int family = 0; family <= 1; family++) {
        ipv4_jump = n;
        if (family) code[to_ipv6].k = ipv4_jump - to_ipv6 - 1;
        EMIT(BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 17));
        EMIT(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, family ? 16 : 8, 1, 0));
        EMIT(BPF_STMT(BPF_RET | BPF_K, ~0u));
        // Only the first 32 bits are compared.
        EMIT(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 33, 0, 1));
        EMIT(BPF_STMT(BPF_LD | BPF_IMM, 32));
        EMIT(BPF_STMT(BPF_ST, 0));
        EMIT(BPF_STMT(BPF_LDX | BPF_IMM, RTA_DST));
        EMIT(BPF_STMT(BPF_LD | BPF_IMM, 28));
        EMIT(BPF_STMT(BPF_LD | BPF_B | BPF_ABS, SKF_AD_OFF + SKF_AD_NLATTR));
        EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1));
        EMIT(BPF_STMT(BPF_RET | BPF_K, ~0u));
        EMIT(BPF_STMT(BPF_MISC | BPF_TAX, 0));
        EMIT(BPF_STMT(BPF_LD | BPF_W | BPF_IND, 4));
        EMIT(BPF_STMT(BPF_ST, 1));
        EMIT(BPF_STMT(BPF_LD | BPF_MEM, 0));
        EMIT(BPF_STMT(BPF_MISC | BPF_TAX, 0));
        EMIT(BPF_STMT(BPF_LD | BPF_IMM, 32));
        EMIT(BPF_STMT(BPF_ALU | BPF_SUB | BPF_X, 0));
        EMIT(BPF_STMT(BPF_MISC | BPF_TAX, 0));
        for (int i = 0; i < asked_count; i++) {
            uint32_t word;
            if (asked[i].family != (family ? AF_INET6 : AF_INET)) continue;
            memcpy(&word, asked[i].bytes, sizeof word);
            EMIT(BPF_STMT(BPF_LD | BPF_MEM, 1));
            EMIT(BPF_STMT(BPF_ALU | BPF_XOR | BPF_K, ntohl(word)));
            EMIT(BPF_STMT(BPF_ALU | BPF_RSH | BPF_X, 0));
            EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1));
            EMIT(BPF_STMT(BPF_RET | BPF_K, ~0u));
        }
        EMIT(BPF_STMT(BPF_RET | BPF_K, 0));
    }
    struct sock_fprog program = {.len = n, .filter = code};
    if (setsockopt(socket_fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) != 0)
        die("SO_ATTACH_FILTER");
}

static int subscribe(void) {
    static const int groups[] = {RTNLGRP_LINK,        RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR,
                                 RTNLGRP_IPV4_ROUTE,  RTNLGRP_IPV6_ROUTE,  RTNLGRP_IPV4_RULE,
                                 RTNLGRP_IPV6_RULE,   RTNLGRP_NEXTHOP,     RTNLGRP_IPV4_NETCONF,
                                 RTNLGRP_IPV6_NETCONF};
    int socket_fd = open_netlink(), size = 4 << 20;
    if (setsockopt(socket_fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof size) != 0)
        setsockopt(socket_fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    attach_filter(socket_fd);
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (setsockopt(socket_fd, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, &groups[i], sizeof(int)))
            die("NETLINK_ADD_MEMBERSHIP");
    return socket_fd;
}

// Waits until the kernel has made the reported change: the answer to a link query waits for the
// kernel's lock.
static void wait_for_lock(int socket_fd) {
    static char answer[16384];
    struct request request;
    struct ifinfomsg info = {.ifi_index = 1};
    begin(&request, RTM_GETLINK, 0, &info, sizeof info);
    ask(socket_fd, &request, answer, sizeof answer);
}

void watch(void) {
    static char buffer[262144];
    int events = subscribe(), asking = open_netlink();
    dump_links(asking, take_link_of_dump);
    dump_addresses(asking, count_address);
    int is_gone;
    struct path path = look(asking, 0, &is_gone);
    tell("initial", path);
    for (;;) {
        struct pollfd ready[] = {{.fd = events, .events = POLLIN}, {.fd = 1}};
        if (poll(ready, 2, -1) < 0 && errno != EINTR) die("poll");
        if (ready[1].revents) return;
        // The number of route queries: one if the kernel has already made the reported change, as
        // for an added IPv4 route, or if the first query confirms a single removed route.
        int looks = 0, routes = 0, goes = 0;
        // The family whose routes changed, if only routes changed.
        int family = -1;
        for (;;) {
            ssize_t length = recv(events, buffer, sizeof buffer, MSG_DONTWAIT);
            if (length < 0 && errno == ENOBUFS) {
                // The lost messages may have included the removal of a link.
                memset(links, 0, links_size * sizeof *links);
                dump_links(asking, take_link_of_dump);
                looks = 2;
                family = 0;
                continue;
            }
            if (length < 0) break;
            for (struct nlmsghdr *header = (struct nlmsghdr *)buffer; NLMSG_OK(header, length);
                 header = NLMSG_NEXT(header, length)) {
                int type = header->nlmsg_type;
                if (type == RTM_NEWLINK || type == RTM_DELLINK) {
                    if (take_link(header)) looks = 2, family = 0;
                } else if (type == RTM_NEWROUTE || type == RTM_DELROUTE) {
                    int its = ((struct rtmsg *)NLMSG_DATA(header))->rtm_family;
                    int once = type == RTM_NEWROUTE && its == AF_INET;
                    looks = once && looks < 2 ? 1 : 2;
                    goes = !once && its == AF_INET && !routes;
                    routes++;
                    family = family == -1 || family == its ? its : 0;
                } else {
                    looks = 2, family = 0;
                }
            }
        }
        for (int number = 1; number <= looks; number++) {
            if (number > 1) wait_for_lock(asking);
            struct path new = look(asking, family, &is_gone);
            if (memcmp(&new, &path, sizeof path) != 0) tell("change", path = new);
            if (goes && family == AF_INET && is_gone == 1) break;
        }
    }
}
