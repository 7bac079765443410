// SPDX-License-Identifier: Apache-2.0
//
// The lowest cost of a program that answers the same question as reach: raw netlink, static tables,
// no library. It is not a tool: it has no types, tunnels or policy.
//
//     limit status [--all]    the path now, and its interfaces (with --all: each), as a line of JSON
//     limit watch             a line for each change

#include "limit.h"

int main(int argc, char **argv) {
    choose_addresses();
    if (argc >= 2 && strcmp(argv[1], "status") == 0) {
        print_status(argc > 2);
    } else if (argc >= 2 && strcmp(argv[1], "watch") == 0) {
        watch();
    } else {
        fprintf(stderr, "usage: limit status [--all] | limit watch\n");
        return 64;
    }
    return 0;
}
