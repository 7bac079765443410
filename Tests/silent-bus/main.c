// SPDX-License-Identifier: Apache-2.0
//
// A bus that takes connections and never answers:
//
//     silent-bus SOCKET

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int argc, char **argv) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (argc != 2 || strlen(argv[1]) >= sizeof address.sun_path) {
        fprintf(stderr, "usage: silent-bus SOCKET\n");
        return 64;
    }
    strcpy(address.sun_path, argv[1]);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, 8) != 0) {
        perror("silent-bus");
        return 1;
    }
    // The descriptors stay open: that is the point.
    while (accept(listener, NULL, NULL) >= 0) {
    }
    perror("silent-bus");
    return 1;
}
