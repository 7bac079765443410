// SPDX-License-Identifier: Apache-2.0
//
// What a program costs at the least that answers the same question as reach does: raw netlink, a static
// table, no library. It is no tool: it knows no types, tunnels or policy.
//
//     limit status [--all]    the path now, as a line of JSON; with --all, each interface
//     limit watch             a line for each change

#include "netlink.h"

#include <linux/filter.h>
#include <linux/if.h>
#include <linux/if_link.h>
#include <poll.h>

#define MAX_ADDRESSES 8

struct address {
    uint8_t family;
    uint8_t bytes[16];
};

static struct address asked[MAX_ADDRESSES];
static int probes, asked_count;

static void ask_about(const char *text) {
    struct address address = {0};
    if (asked_count == MAX_ADDRESSES) return;
    address.family = strchr(text, ':') ? AF_INET6 : AF_INET;
    if (inet_pton(address.family, text, address.bytes) == 1) asked[asked_count++] = address;
}

// The probes of the internet, and the name servers: what reach asks about.
static void choose_addresses(void) {
    ask_about("198.41.0.4");
    ask_about("9.9.9.9");
    ask_about("2001:500:2::c");
    probes = asked_count;
    FILE *file = fopen("/etc/resolv.conf", "re");
    char line[256], server[128];
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "nameserver %127s", server) == 1) ask_about(server);
    if (file) fclose(file);
}

// What is known of each link, by index.
struct link {
    uint32_t flags, master;
    uint8_t state, known;
    char name[IFNAMSIZ];
};
static struct link *links;
static uint32_t links_size;

static struct link *link_at(uint32_t index) {
    if (index >= links_size) {
        uint32_t size = links_size ? links_size : 64;
        while (size <= index) size *= 2;
        links = realloc(links, size * sizeof *links);
        if (!links) die("realloc");
        memset(links + links_size, 0, (size - links_size) * sizeof *links);
        links_size = size;
    }
    return &links[index];
}

// Returns whether packets may go another way now.
static int take_link(const struct nlmsghdr *header) {
    const struct ifinfomsg *info = NLMSG_DATA(header);
    if (info->ifi_family != AF_UNSPEC) return 0;
    struct link *link = link_at(info->ifi_index);
    struct link old = *link;
    if (header->nlmsg_type == RTM_DELLINK) {
        memset(link, 0, sizeof *link);
        return old.known;
    }
    link->flags = info->ifi_flags;
    link->known = 1;
    link->master = 0;
    int length = header->nlmsg_len - NLMSG_LENGTH(sizeof *info);
    for (const struct rtattr *attribute = IFLA_RTA(info); RTA_OK(attribute, length);
         attribute = RTA_NEXT(attribute, length)) {
        if (attribute->rta_type == IFLA_OPERSTATE) link->state = *(uint8_t *)RTA_DATA(attribute);
        if (attribute->rta_type == IFLA_MASTER) link->master = *(uint32_t *)RTA_DATA(attribute);
        if (attribute->rta_type == IFLA_IFNAME)
            snprintf(link->name, IFNAMSIZ, "%s", (char *)RTA_DATA(attribute));
    }
    return link->flags != old.flags || link->state != old.state || link->master != old.master;
}

static int has_carrier(uint32_t index) {
    uint32_t need = IFF_UP | IFF_LOWER_UP;
    if (index >= links_size || (links[index].flags & need) != need) return 0;
    return links[index].state == IF_OPER_UP ||
           (links[index].state == IF_OPER_UNKNOWN && links[index].flags & IFF_RUNNING);
}

static void read_answers(int socket_fd, void (*take)(const struct nlmsghdr *)) {
    static char buffer[65536];
    for (;;) {
        ssize_t length = recv(socket_fd, buffer, sizeof buffer, 0);
        if (length < 0) die("recv");
        for (struct nlmsghdr *header = (struct nlmsghdr *)buffer; NLMSG_OK(header, length);
             header = NLMSG_NEXT(header, length)) {
            if (header->nlmsg_type == NLMSG_DONE || header->nlmsg_type == NLMSG_ERROR) return;
            take(header);
        }
    }
}

static void take_link_of_dump(const struct nlmsghdr *header) { take_link(header); }

static void dump_links(int socket_fd) {
    struct request request;
    struct ifinfomsg info = {0};
    uint32_t mask = RTEXT_FILTER_SKIP_STATS;
    begin(&request, RTM_GETLINK, NLM_F_DUMP, &info, sizeof info);
    add(&request, IFLA_EXT_MASK, &mask, sizeof mask);
    if (send(socket_fd, &request, request.header.nlmsg_len, 0) < 0) die("send");
    read_answers(socket_fd, take_link_of_dump);
}

static int addresses;
static void count_address(const struct nlmsghdr *header) {
    addresses += header->nlmsg_type == RTM_NEWADDR;
}

static void dump_addresses(int socket_fd) {
    struct request request;
    struct ifaddrmsg message = {0};
    begin(&request, RTM_GETADDR, NLM_F_DUMP, &message, sizeof message);
    if (send(socket_fd, &request, request.header.nlmsg_len, 0) < 0) die("send");
    read_answers(socket_fd, count_address);
}

// Looks a route up: the kernel's choice, then the entry. Returns the interface's index; 0 for none.
static uint32_t look_up(int socket_fd, const struct address *address) {
    static char answer[8192];
    uint32_t interface = 0;
    for (int entry = 0; entry <= 1; entry++) {
        struct request request;
        struct rtmsg message = {.rtm_family = address->family,
                                .rtm_dst_len = address->family == AF_INET ? 32 : 128,
                                .rtm_flags = RTM_F_LOOKUP_TABLE | (entry ? RTM_F_FIB_MATCH : 0)};
        begin(&request, RTM_GETROUTE, 0, &message, sizeof message);
        add(&request, RTA_DST, address->bytes, address->family == AF_INET ? 4 : 16);
        ask(socket_fd, &request, answer, sizeof answer);
        struct nlmsghdr *header = (struct nlmsghdr *)answer;
        if (header->nlmsg_type == NLMSG_ERROR) return 0;
        struct rtmsg *route = NLMSG_DATA(header);
        if (route->rtm_type != RTN_UNICAST) return 0;
        int length = RTM_PAYLOAD(header);
        for (struct rtattr *attribute = RTM_RTA(route); RTA_OK(attribute, length);
             attribute = RTA_NEXT(attribute, length))
            if (attribute->rta_type == RTA_OIF && !entry)
                interface = *(uint32_t *)RTA_DATA(attribute);
    }
    return interface;
}

struct path {
    uint32_t primary;
    int dns;
};

static struct path look(int socket_fd) {
    struct path path = {0};
    for (int i = 0; i < probes; i++) {
        uint32_t interface = look_up(socket_fd, &asked[i]);
        if (interface && has_carrier(interface) && !path.primary) path.primary = interface;
    }
    for (int i = probes; path.primary && i < asked_count; i++) {
        uint32_t interface = look_up(socket_fd, &asked[i]);
        path.dns |= interface && has_carrier(interface);
    }
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

// The same decision as reach's filter makes: a route message passes if its prefix is short, or covers an
// address that is asked about. What costs is the number of instructions; so they are as many.
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

// Waits until the kernel has done what it has told: whoever asks for a link waits for its lock.
static void wait_for_lock(int socket_fd) {
    static char answer[16384];
    struct request request;
    struct ifinfomsg info = {.ifi_index = 1};
    begin(&request, RTM_GETLINK, 0, &info, sizeof info);
    ask(socket_fd, &request, answer, sizeof answer);
}

static void watch(void) {
    static char buffer[262144];
    int events = subscribe(), asking = open_netlink();
    dump_links(asking);
    dump_addresses(asking);
    struct path path = look(asking);
    tell("initial", path);
    for (;;) {
        struct pollfd ready[] = {{.fd = events, .events = POLLIN}, {.fd = 1}};
        if (poll(ready, 2, -1) < 0 && errno != EINTR) die("poll");
        if (ready[1].revents) return;
        int needed = 0;
        for (;;) {
            ssize_t length = recv(events, buffer, sizeof buffer, MSG_DONTWAIT);
            if (length < 0 && errno == ENOBUFS) {
                // What was lost may have been the end of a link.
                memset(links, 0, links_size * sizeof *links);
                dump_links(asking);
                needed = 1;
                continue;
            }
            if (length < 0) break;
            for (struct nlmsghdr *header = (struct nlmsghdr *)buffer; NLMSG_OK(header, length);
                 header = NLMSG_NEXT(header, length))
                if (header->nlmsg_type == RTM_NEWLINK || header->nlmsg_type == RTM_DELLINK)
                    needed |= take_link(header);
                else
                    needed = 1;
        }
        for (int again = 0; needed && again <= 1; again++) {
            if (again) wait_for_lock(asking);
            struct path new = look(asking);
            if (memcmp(&new, &path, sizeof path) != 0) tell("change", path = new);
        }
    }
}

int main(int argc, char **argv) {
    choose_addresses();
    if (argc >= 2 && strcmp(argv[1], "watch") == 0) {
        watch();
        return 0;
    }
    if (argc < 2 || strcmp(argv[1], "status") != 0) {
        fprintf(stderr, "usage: limit status [--all] | limit watch\n");
        return 64;
    }
    int asking = open_netlink();
    dump_links(asking);
    dump_addresses(asking);
    tell("initial", look(asking));
    if (argc > 2)
        for (uint32_t i = 0; i < links_size; i++)
            if (links[i].known)
                printf("{\"index\":%u,\"name\":\"%s\",\"up\":%d}\n", i, links[i].name,
                       has_carrier(i));
    return 0;
}
