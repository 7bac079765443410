// SPDX-License-Identifier: Apache-2.0
//
// The kernel queries of both parts of limit.c.

#include "limit.h"

struct address asked[MAX_ADDRESSES];
int probes, asked_count;
struct link *links;
uint32_t links_size;

static void ask_about(const char *text) {
    struct address address = {0};
    if (asked_count == MAX_ADDRESSES) return;
    address.family = strchr(text, ':') ? AF_INET6 : AF_INET;
    if (inet_pton(address.family, text, address.bytes) == 1) asked[asked_count++] = address;
}

void choose_addresses(void) {
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

int take_link(const struct nlmsghdr *header) {
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

int has_carrier(uint32_t index) {
    uint32_t need = IFF_UP | IFF_LOWER_UP;
    if (index >= links_size || (links[index].flags & need) != need) return 0;
    return links[index].state == IF_OPER_UP ||
           (links[index].state == IF_OPER_UNKNOWN && links[index].flags & IFF_RUNNING);
}

static void read_answers(int socket_fd, taker *take) {
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

void dump_links(int socket_fd, taker *take) {
    struct request request;
    struct ifinfomsg info = {0};
    uint32_t mask = RTEXT_FILTER_SKIP_STATS;
    begin(&request, RTM_GETLINK, NLM_F_DUMP, &info, sizeof info);
    add(&request, IFLA_EXT_MASK, &mask, sizeof mask);
    if (send(socket_fd, &request, request.header.nlmsg_len, 0) < 0) die("send");
    read_answers(socket_fd, take);
}

void dump_addresses(int socket_fd, taker *take) {
    struct request request;
    struct ifaddrmsg message = {0};
    begin(&request, RTM_GETADDR, NLM_F_DUMP, &message, sizeof message);
    if (send(socket_fd, &request, request.header.nlmsg_len, 0) < 0) die("send");
    read_answers(socket_fd, take);
}

// Queries a route, and decodes the needed parts of the answer.
static int ask_for_route(int socket_fd, const struct address *address, uint32_t through,
                         uint32_t flags, struct route *found) {
    static char answer[8192];
    struct request request;
    int size = address->family == AF_INET ? 4 : 16;
    struct rtmsg message = {.rtm_family = address->family,
                            .rtm_dst_len = size * 8,
                            .rtm_flags = RTM_F_LOOKUP_TABLE | flags};
    begin(&request, RTM_GETROUTE, 0, &message, sizeof message);
    add(&request, RTA_DST, address->bytes, size);
    if (through) add(&request, RTA_OIF, &through, sizeof through);
    ask(socket_fd, &request, answer, sizeof answer);
    struct nlmsghdr *header = (struct nlmsghdr *)answer;
    if (header->nlmsg_type == NLMSG_ERROR) return 0;
    struct rtmsg *route = NLMSG_DATA(header);
    if (route->rtm_type != RTN_UNICAST) return 0;
    int length = RTM_PAYLOAD(header);
    for (struct rtattr *attribute = RTM_RTA(route); RTA_OK(attribute, length);
         attribute = RTA_NEXT(attribute, length)) {
        if (attribute->rta_type == RTA_OIF) found->interface = *(uint32_t *)RTA_DATA(attribute);
        if (attribute->rta_type == RTA_GATEWAY) {
            found->gateway.family = address->family;
            memcpy(found->gateway.bytes, RTA_DATA(attribute), size);
        }
    }
    return 1;
}

struct route look_up(int socket_fd, const struct address *address) {
    struct route choice = {0}, entry = {0};
    if (!ask_for_route(socket_fd, address, 0, 0, &choice)) return choice;
    if (!ask_for_route(socket_fd, address, 0, RTM_F_FIB_MATCH, &entry)) choice.interface = 0;
    return choice;
}

int leads_through(int socket_fd, const struct address *address, uint32_t interface) {
    struct route entry = {0};
    return ask_for_route(socket_fd, address, interface, RTM_F_FIB_MATCH, &entry);
}
