// SPDX-License-Identifier: Apache-2.0
//
// An HTTP server on all addresses whose files are zeros, a thread for each connection:
//
//     serve-zeros
//
// prints its port, and ends with standard input. /SIZE or /SIZE/BYTES is the path of a file of SIZE bytes. Of these, so
// many are sent in 10 ms. What comes after these is not looked at.

#include "netlink.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>

static char zeros[1 << 18];

static bool send_all(int peer, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(peer, bytes, count, MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

// Reads a request up to the empty line; false at the end of the connection.
static bool read_request(int peer, char *text, size_t size) {
    size_t count = 0;
    while (count < size - 1) {
        ssize_t got = recv(peer, text + count, size - 1 - count, 0);
        if (got <= 0) return false;
        count += (size_t)got;
        text[count] = 0;
        if (strstr(text, "\r\n\r\n")) return true;
    }
    return false;
}

static void *serve(void *argument) {
    int peer = (int)(intptr_t)argument;
    char text[16384];
    while (read_request(peer, text, sizeof text)) {
        long long size = 0, pace = 0;
        sscanf(text, "GET /%lld/%lld", &size, &pace);
        char head[256];
        int length = snprintf(head, sizeof head,
                              "HTTP/1.1 200 OK\r\nETag: \"zeros\"\r\nContent-Type: application/octet-stream\r\n"
                              "Content-Length: %lld\r\n\r\n",
                              size);
        bool goes_on = send_all(peer, head, (size_t)length);
        while (goes_on && size > 0) {
            long long part = pace && pace < (long long)sizeof zeros ? pace : (long long)sizeof zeros;
            if (part > size) part = size;
            goes_on = send_all(peer, zeros, (size_t)part);
            size -= part;
            if (pace) usleep(10000);
        }
        if (!goes_on) break;
    }
    close(peer);
    return NULL;
}

static void *accept_all(void *argument) {
    int listener = (int)(intptr_t)argument;
    for (;;) {
        int peer = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (peer < 0) continue;
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve, (void *)(intptr_t)peer)) close(peer);
        else pthread_detach(thread);
    }
    return NULL;
}

int main(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, 64) ||
        getsockname(listener, (struct sockaddr *)&address, &length))
        die("listen");
    pthread_t thread;
    if (pthread_create(&thread, NULL, accept_all, (void *)(intptr_t)listener)) die("pthread_create");
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    char byte;
    while (read(0, &byte, 1) > 0) continue;
    return 0;
}
