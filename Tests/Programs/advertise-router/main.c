// SPDX-License-Identifier: Apache-2.0
//
// Sends a router advertisement (RFC 4861) out of an interface, as the router fe80::1 would:
//
//     advertise-router INTERFACE LIFETIME [OPTION SECONDS ADDRESS]...
//
// LIFETIME is the router's, in seconds. The options are "prefix" (a prefix of 64 bits, from which hosts make
// themselves an address), "on-link" (the same without an address) and "server" (a name server, RFC 8106), each with
// its lifetime. Packet sockets (AF_PACKET) need CAP_NET_RAW in the network namespace.

#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/icmp6.h>
#include <netinet/ip6.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static const struct sockaddr_ll all_nodes = {
    .sll_family = AF_PACKET,
    .sll_halen = ETH_ALEN,
    .sll_addr = {0x33, 0x33, 0, 0, 0, 1},
};

static struct {
    struct ip6_hdr header;
    uint8_t message[512];
} packet;

// Writes the option into `place`, and returns its length; 0 if there is no such option.
static size_t write_option(uint8_t *place, const char *name, uint32_t seconds, const char *address) {
    struct in6_addr bytes;
    if (inet_pton(AF_INET6, address, &bytes) != 1) return 0;
    if (strcmp(name, "prefix") == 0 || strcmp(name, "on-link") == 0) {
        struct nd_opt_prefix_info option = {
            .nd_opt_pi_type = ND_OPT_PREFIX_INFORMATION,
            .nd_opt_pi_len = sizeof option / 8,
            .nd_opt_pi_prefix_len = 64,
            .nd_opt_pi_flags_reserved = ND_OPT_PI_FLAG_ONLINK | (name[0] == 'p' ? ND_OPT_PI_FLAG_AUTO : 0),
            .nd_opt_pi_valid_time = htonl(seconds),
            .nd_opt_pi_preferred_time = htonl(seconds),
            .nd_opt_pi_prefix = bytes,
        };
        memcpy(place, &option, sizeof option);
        return sizeof option;
    }
    if (strcmp(name, "server") == 0) {
        // Recursive DNS Server: type, length, reserved, lifetime, address.
        uint8_t option[24] = {25, sizeof option / 8};
        uint32_t lifetime = htonl(seconds);
        memcpy(option + 4, &lifetime, sizeof lifetime);
        memcpy(option + 8, &bytes, sizeof bytes);
        memcpy(place, option, sizeof option);
        return sizeof option;
    }
    return 0;
}

// The checksum of the message with its pseudo header (RFC 8200, section 8.1).
static uint16_t checksum(size_t length) {
    uint32_t sum = IPPROTO_ICMPV6 + length;
    const uint8_t *addresses = (const uint8_t *)&packet.header.ip6_src;
    for (size_t i = 0; i < 32; i += 2) sum += addresses[i] << 8 | addresses[i + 1];
    for (size_t i = 0; i < length; i += 2) sum += packet.message[i] << 8 | packet.message[i + 1];
    while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
    return htons(~sum);
}

int main(int count, char **words) {
    struct nd_router_advert advertisement = {.nd_ra_type = ND_ROUTER_ADVERT, .nd_ra_curhoplimit = 64};
    size_t length = sizeof advertisement;
    int isUnderstood = count >= 3 && count % 3 == 0;
    for (int i = 3; isUnderstood && i < count; i += 3) {
        size_t option = length + 32 > sizeof packet.message
            ? 0
            : write_option(packet.message + length, words[i], atoi(words[i + 1]), words[i + 2]);
        isUnderstood = option > 0;
        length += option;
    }
    if (!isUnderstood) {
        fprintf(stderr, "usage: advertise-router INTERFACE LIFETIME [prefix|on-link|server SECONDS ADDRESS]...\n");
        return 64;
    }
    advertisement.nd_ra_router_lifetime = htons(atoi(words[2]));
    memcpy(packet.message, &advertisement, sizeof advertisement);
    packet.header.ip6_flow = htonl(6 << 28);
    packet.header.ip6_plen = htons(length);
    packet.header.ip6_nxt = IPPROTO_ICMPV6;
    packet.header.ip6_hlim = 255;
    inet_pton(AF_INET6, "fe80::1", &packet.header.ip6_src);
    inet_pton(AF_INET6, "ff02::1", &packet.header.ip6_dst);
    uint16_t sum = checksum(length);
    memcpy(packet.message + 2, &sum, sizeof sum);

    struct sockaddr_ll address = all_nodes;
    address.sll_protocol = htons(ETH_P_IPV6);
    address.sll_ifindex = if_nametoindex(words[1]);
    int descriptor = socket(AF_PACKET, SOCK_DGRAM, 0);
    if (sendto(descriptor, &packet, sizeof packet.header + length, 0, (struct sockaddr *)&address,
               sizeof address) < 0) {
        perror("advertise-router: sendto");
        return 1;
    }
    return 0;
}
