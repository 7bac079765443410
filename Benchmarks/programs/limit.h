// SPDX-License-Identifier: Apache-2.0
//
// The declarations that the parts of limit.c share: the queried addresses, links, and route
// queries.

#ifndef BENCHMARKS_LIMIT_H
#define BENCHMARKS_LIMIT_H

#include "netlink.h"

#include <linux/if.h>
#include <linux/if_link.h>

#define MAX_ADDRESSES 8

struct address {
    uint8_t family;
    uint8_t bytes[16];
};

// The probes of the internet, followed by the name servers: the addresses that reach queries.
extern struct address asked[MAX_ADDRESSES];
extern int probes, asked_count;
void choose_addresses(void);

// What is known of each link, by index.
struct link {
    uint32_t flags, master;
    uint8_t state, known;
    char name[IFNAMSIZ];
};
extern struct link *links;
extern uint32_t links_size;

// Applies a link message. Returns whether the routes of packets may have changed.
int take_link(const struct nlmsghdr *header);
int has_carrier(uint32_t index);

// Dumps call a function with each message.
typedef void taker(const struct nlmsghdr *header);
void dump_links(int socket_fd, taker *take);
void dump_addresses(int socket_fd, taker *take);

// The result of a route query: an interface, and the next hop of the entry.
struct route {
    uint32_t interface;
    struct address gateway;
};

// Queries a route: the kernel's choice, then the entry. Without a route, the interface is 0.
struct route look_up(int socket_fd, const struct address *address);
// Whether an entry leads to an address through an interface.
int leads_through(int socket_fd, const struct address *address, uint32_t interface);

void print_status(int all);
void watch(void);

#endif
