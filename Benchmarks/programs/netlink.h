// SPDX-License-Identifier: Apache-2.0
//
// Raw netlink in a few lines: requests that grow by attributes, and what is asked of the kernel.

#ifndef BENCHMARKS_NETLINK_H
#define BENCHMARKS_NETLINK_H

// What C11 alone does not declare.
#define _GNU_SOURCE

#include <arpa/inet.h>
#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct request {
    struct nlmsghdr header;
    char body[256];
};

static inline int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static inline void die(const char *what) {
    perror(what);
    exit(1);
}

static inline void begin(struct request *request, uint16_t type, uint16_t flags, const void *head,
                         size_t length) {
    memset(request, 0, sizeof *request);
    request->header.nlmsg_type = type;
    request->header.nlmsg_flags = NLM_F_REQUEST | flags;
    request->header.nlmsg_len = NLMSG_LENGTH(length);
    memcpy(NLMSG_DATA(&request->header), head, length);
}

static inline void add(struct request *request, uint16_t type, const void *value, size_t length) {
    struct rtattr *attribute =
        (struct rtattr *)((char *)request + NLMSG_ALIGN(request->header.nlmsg_len));
    attribute->rta_type = type;
    attribute->rta_len = RTA_LENGTH(length);
    memcpy(RTA_DATA(attribute), value, length);
    request->header.nlmsg_len =
        NLMSG_ALIGN(request->header.nlmsg_len) + RTA_ALIGN(attribute->rta_len);
}

static inline int open_netlink(void) {
    int socket_fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    struct sockaddr_nl address = {.nl_family = AF_NETLINK};
    if (socket_fd < 0 || bind(socket_fd, (struct sockaddr *)&address, sizeof address) != 0)
        die("netlink");
    return socket_fd;
}

// Sends a request and takes one answer. Returns its length.
static inline ssize_t ask(int socket_fd, struct request *request, char *answer, size_t size) {
    if (send(socket_fd, request, request->header.nlmsg_len, 0) < 0) die("send");
    ssize_t length;
    do length = recv(socket_fd, answer, size, 0);
    while (length < 0 && errno == EINTR);
    if (length < 0) die("recv");
    return length;
}

#endif
