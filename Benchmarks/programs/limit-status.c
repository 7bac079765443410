// SPDX-License-Identifier: Apache-2.0
//
// `limit status`: the same dumps and route queries as reach, and as much JSON. The results of
// reach's classification (type, metered) are constants here.

#include "limit.h"

// The displayed properties of a link that `struct link` does not have.
struct details {
    uint32_t mtu, carries;
    int first_address;
    uint8_t hardware_length, hardware[32];
    char kind[16];
};
static struct details *details;
static uint32_t details_size;

// The addresses, chained for each interface.
struct shown_address {
    struct address address;
    uint32_t flags;
    uint8_t prefix_length, scope;
    int next;
};
static struct shown_address *addresses;
static int addresses_size, addresses_count = 1;

static void *grown(void *array, size_t size) {
    array = realloc(array, size);
    if (!array) die("realloc");
    return array;
}

static void read_kind(const struct rtattr *information, char *kind, size_t size) {
    int length = RTA_PAYLOAD(information);
    for (const struct rtattr *attribute = RTA_DATA(information); RTA_OK(attribute, length);
         attribute = RTA_NEXT(attribute, length))
        if (attribute->rta_type == IFLA_INFO_KIND)
            snprintf(kind, size, "%s", (char *)RTA_DATA(attribute));
}

static void take_details(const struct nlmsghdr *header) {
    take_link(header);
    const struct ifinfomsg *info = NLMSG_DATA(header);
    if (details_size < links_size) {
        details = grown(details, links_size * sizeof *details);
        memset(details + details_size, 0, (links_size - details_size) * sizeof *details);
        details_size = links_size;
    }
    struct details *shown = &details[info->ifi_index];
    int length = header->nlmsg_len - NLMSG_LENGTH(sizeof *info);
    for (const struct rtattr *attribute = IFLA_RTA(info); RTA_OK(attribute, length);
         attribute = RTA_NEXT(attribute, length)) {
        size_t size = RTA_PAYLOAD(attribute);
        if (attribute->rta_type == IFLA_MTU) shown->mtu = *(uint32_t *)RTA_DATA(attribute);
        if ((attribute->rta_type & NLA_TYPE_MASK) == IFLA_LINKINFO)
            read_kind(attribute, shown->kind, sizeof shown->kind);
        if (attribute->rta_type == IFLA_ADDRESS && size <= sizeof shown->hardware) {
            shown->hardware_length = size;
            memcpy(shown->hardware, RTA_DATA(attribute), size);
        }
    }
}

static void take_address(const struct nlmsghdr *header) {
    const struct ifaddrmsg *message = NLMSG_DATA(header);
    if (header->nlmsg_type != RTM_NEWADDR || message->ifa_index >= details_size) return;
    if (addresses_count >= addresses_size) {
        addresses_size = addresses_size ? 2 * addresses_size : 64;
        addresses = grown(addresses, addresses_size * sizeof *addresses);
    }
    struct shown_address *shown = &addresses[addresses_count];
    *shown = (struct shown_address){.address.family = message->ifa_family,
                                    .flags = message->ifa_flags,
                                    .prefix_length = message->ifa_prefixlen,
                                    .scope = message->ifa_scope};
    int length = IFA_PAYLOAD(header), is_local_known = 0;
    for (const struct rtattr *attribute = IFA_RTA(message); RTA_OK(attribute, length);
         attribute = RTA_NEXT(attribute, length)) {
        int is_local = attribute->rta_type == IFA_LOCAL;
        if (is_local || (attribute->rta_type == IFA_ADDRESS && !is_local_known)) {
            memcpy(shown->address.bytes, RTA_DATA(attribute), RTA_PAYLOAD(attribute));
            is_local_known |= is_local;
        }
        if (attribute->rta_type == IFA_FLAGS) shown->flags = *(uint32_t *)RTA_DATA(attribute);
    }
    int *link = &details[message->ifa_index].first_address;
    while (*link) link = &addresses[*link].next;
    *link = addresses_count++;
}

// The output buffer.
static char output[65536];
static size_t output_length;

static void flush(void) {
    for (size_t done = 0; done < output_length;) {
        ssize_t count = write(1, output + done, output_length - done);
        if (count < 0) die("write");
        done += count;
    }
    output_length = 0;
}

static void put(const char *text, size_t length) {
    if (output_length + length > sizeof output) flush();
    memcpy(output + output_length, text, length);
    output_length += length;
}
#define PUT(literal) put("" literal, sizeof literal - 1)

static void put_text(const char *text) { put(text, strlen(text)); }

static void put_string(const char *text) {
    PUT("\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') PUT("\\");
        put((unsigned char)*text < ' ' ? "?" : text, 1);
    }
    PUT("\"");
}

static void put_number(uint32_t number) {
    char digits[10];
    int start = sizeof digits;
    do digits[--start] = '0' + number % 10;
    while (number /= 10);
    put(digits + start, sizeof digits - start);
}

static void put_bool(int value) { put_text(value ? "true" : "false"); }

static void put_address(const struct address *address) {
    char text[INET6_ADDRSTRLEN];
    inet_ntop(address->family, address->bytes, text, sizeof text);
    put_string(text);
}

#define UNKNOWN_COST                                                                             \
    "{\"value\":\"unknown\",\"isExpensive\":false,\"source\":\"none\",\"detail\":\"a virtual "    \
    "interface with an unknown medium\"}"

static void put_addresses(int position) {
    static const struct {
        uint32_t flag;
        const char *name;
    } named[] = {{IFA_F_SECONDARY, "secondary"},   {IFA_F_NODAD, "noDAD"},
                 {IFA_F_OPTIMISTIC, "optimistic"}, {IFA_F_DADFAILED, "dadFailed"},
                 {IFA_F_DEPRECATED, "deprecated"}, {IFA_F_TENTATIVE, "tentative"},
                 {IFA_F_PERMANENT, "permanent"},   {IFA_F_NOPREFIXROUTE, "noPrefixRoute"}};
    PUT(",\"addresses\":[");
    for (int is_first = 1; position; position = addresses[position].next, is_first = 0) {
        const struct shown_address *shown = &addresses[position];
        if (!is_first) PUT(",");
        PUT("{\"address\":");
        put_address(&shown->address);
        PUT(",\"prefixLength\":");
        put_number(shown->prefix_length);
        PUT(",\"scope\":");
        put_string(shown->scope == RT_SCOPE_UNIVERSE ? "global"
                   : shown->scope == RT_SCOPE_HOST   ? "host"
                                                     : "link");
        PUT(",\"flags\":[");
        int is_first_flag = 1;
        for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
            if (!(shown->flags & named[i].flag)) continue;
            if (!is_first_flag) PUT(",");
            put_string(named[i].name);
            is_first_flag = 0;
        }
        PUT("]}");
    }
    PUT("]");
}

static void put_hardware_address(const struct details *shown) {
    static const char digits[] = "0123456789abcdef";
    char text[3 * sizeof shown->hardware], *end = text;
    for (int i = 0; i < shown->hardware_length; i++) {
        if (i) *end++ = ':';
        *end++ = digits[shown->hardware[i] >> 4];
        *end++ = digits[shown->hardware[i] & 15];
    }
    PUT(",\"hardwareAddress\":\"");
    put(text, end - text);
    PUT("\"");
}

static void put_interface(uint32_t index) {
    static const char *states[] = {"unknown", "notPresent", "down", "lowerLayerDown",
                                   "testing", "dormant",    "up"};
    const struct link *link = &links[index];
    const struct details *shown = &details[index];
    PUT("{\"name\":");
    put_string(link->name);
    PUT(",\"index\":");
    put_number(index);
    PUT(",\"type\":");
    put_string(link->flags & IFF_LOOPBACK ? "loopback" : "ethernet");
    PUT(",\"kind\":");
    if (*shown->kind)
        put_string(shown->kind);
    else
        PUT("null");
    PUT(",\"ssid\":null,\"isVirtual\":true,\"isUp\":");
    put_bool(link->flags & IFF_UP);
    PUT(",\"hasCarrier\":");
    put_bool(has_carrier(index));
    PUT(",\"operationalState\":");
    put_string(link->state <= IF_OPER_UP ? states[link->state] : "unknown");
    PUT(",\"mtu\":");
    put_number(shown->mtu);
    put_hardware_address(shown);
    put_addresses(shown->first_address);
    PUT(",\"lowerInterfaces\":[],\"carriesIPv4\":");
    put_bool(shown->carries & 1);
    PUT(",\"carriesIPv6\":");
    put_bool(shown->carries & 2);
    PUT(",\"metered\":" UNKNOWN_COST ",\"confidence\":\"high\",\"isRoaming\":null}");
}

// Whether packets to the internet can have an address of the interface, of one family, as their
// source.
static int has_source(uint32_t index, uint8_t family) {
    for (int i = details[index].first_address; i; i = addresses[i].next)
        if (addresses[i].address.family == family && addresses[i].scope == RT_SCOPE_UNIVERSE &&
            !(addresses[i].flags & (IFA_F_TENTATIVE | IFA_F_DADFAILED)))
            return 1;
    return 0;
}

static int is_of_interest(uint32_t index) {
    return links[index].known && links[index].flags & IFF_UP &&
           !(links[index].flags & IFF_LOOPBACK) &&
           (has_source(index, AF_INET) || has_source(index, AF_INET6));
}

// The other interfaces with a live route of each family.
static void look_through_interfaces(int socket_fd) {
    for (uint32_t index = 1; index < links_size; index++) {
        if (!details[index].first_address || links[index].flags & IFF_LOOPBACK) continue;
        if (!has_carrier(index)) continue;
        for (int i = 0; i < probes; i++) {
            uint32_t bit = asked[i].family == AF_INET ? 1 : 2;
            if (details[index].carries & bit || !has_source(index, asked[i].family)) continue;
            if (leads_through(socket_fd, &asked[i], index)) details[index].carries |= bit;
        }
    }
}

void print_status(int all) {
    int asking = open_netlink();
    dump_links(asking, take_details);
    dump_addresses(asking, take_address);
    struct route primary = {0};
    uint32_t carries = 0;
    for (int i = 0; i < probes; i++) {
        struct route found = look_up(asking, &asked[i]);
        if (!found.interface || !has_carrier(found.interface)) continue;
        carries |= details[found.interface].carries |= asked[i].family == AF_INET ? 1 : 2;
        if (!primary.interface) primary = found;
    }
    int dns = 0;
    if (primary.interface) {
        look_through_interfaces(asking);
        for (int i = probes; i < asked_count && !dns; i++)
            dns = has_carrier(look_up(asking, &asked[i]).interface);
    }

    char time_text[32];
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(time_text, sizeof time_text, "%FT%T.000Z", &parts);
    PUT("{\"schema\":1,\"time\":");
    put_string(time_text);
    PUT(",\"status\":");
    put_string(primary.interface ? "satisfied" : "unsatisfied");
    PUT(",\"unsatisfiedReason\":");
    put_text(primary.interface ? "null" : "\"noRoute\"");
    PUT(",\"connectivity\":{\"value\":\"unknown\",\"source\":\"none\",\"portal\":null}");
    PUT(",\"isRoaming\":null");
    PUT(",\"connection\":");
    put_string(primary.interface ? "ethernet" : "unavailable");
    PUT(",\"primary\":");
    if (primary.interface)
        put_string(links[primary.interface].name);
    else
        PUT("null");
    PUT(",\"underlay\":[],\"isVPN\":false,\"isDegraded\":false,\"isConstrained\":false");
    PUT(",\"supportsIPv4\":");
    put_bool(carries & 1);
    PUT(",\"supportsIPv6\":");
    put_bool(carries & 2);
    PUT(",\"supportsDNS\":");
    put_bool(dns);
    PUT(",\"gateways\":[");
    if (primary.gateway.family) put_address(&primary.gateway);
    PUT("],\"metered\":" UNKNOWN_COST ",\"interfaces\":[");
    int is_first = 1;
    // The primary comes first.
    for (uint32_t i = 0; i < links_size; i++) {
        uint32_t index = i ? i : primary.interface;
        if ((i && index == primary.interface) || !links[index].known) continue;
        if (index != primary.interface && !all && !is_of_interest(index)) continue;
        if (!is_first) PUT(",");
        put_interface(index);
        is_first = 0;
    }
    PUT("]}\n");
    flush();
}
