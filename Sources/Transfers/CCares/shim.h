// SPDX-License-Identifier: Apache-2.0
//
// c-ares for Swift, which is loaded with the first question: only `reach doctor` asks name servers. Version 1.34 calls some of
// these functions old; 1.18 has no others.

#ifndef CCARES_SHIM_H
#define CCARES_SHIM_H

// Without the header, this is the only error.
#if !__has_include(<ares.h>)
#error "c-ares is missing. On Debian and Ubuntu: apt install libc-ares-dev."
#else

#define CARES_NO_DEPRECATED
#include "../CLazyLibrary/lazy-library.h"
#include <ares.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/time.h>

LAZY_LIBRARY(cca, "libcares.so.2", "Name servers cannot be asked")

#define CCA_CALL(...) LAZY_CALL(cca, __VA_ARGS__)

static const int32_t cca_success = ARES_SUCCESS;
static const int32_t cca_no_data = ARES_ENODATA;
static const int32_t cca_format_error = ARES_EFORMERR;
static const int32_t cca_server_failure = ARES_ESERVFAIL;
static const int32_t cca_not_found = ARES_ENOTFOUND;
static const int32_t cca_not_implemented = ARES_ENOTIMP;
static const int32_t cca_refused = ARES_EREFUSED;
static const int32_t cca_bad_response = ARES_EBADRESP;
static const int32_t cca_connection_refused = ARES_ECONNREFUSED;
static const int32_t cca_timeout = ARES_ETIMEOUT;
/* The first version that reads the zone of an address (1.24). */
static const int32_t cca_version_with_zones = 0x011800;

static inline int cca_library_init(void) { CCA_CALL(ares_library_init, ARES_LIB_INIT_ALL); }
static inline const char *cca_version(int *number) { CCA_CALL(ares_version, number); }
static inline const char *cca_strerror(int status) { CCA_CALL(ares_strerror, status); }

/* A channel for one question to one server: every reply counts, a truncated one, too; so does every error. The machine's
   configuration is not read. */
static inline int cca_init(ares_channel *channel, bool uses_tcp, int timeout, int tries) {
    char nowhere[] = "/dev/null", lookups[] = "b";
    struct ares_options options = {
        .flags = ARES_FLAG_IGNTC | ARES_FLAG_NOSEARCH | ARES_FLAG_NOALIASES | ARES_FLAG_NOCHECKRESP
            | (uses_tcp ? ARES_FLAG_USEVC : 0),
        .timeout = timeout,
        .tries = tries,
        .lookups = lookups,
        .resolvconf_path = nowhere,
    };
    CCA_CALL(ares_init_options, channel, &options, ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS
             | ARES_OPT_TRIES | ARES_OPT_LOOKUPS | ARES_OPT_RESOLVCONF);
}
static inline int cca_set_server(ares_channel channel, const char *address_and_port) {
    CCA_CALL(ares_set_servers_ports_csv, channel, address_and_port);
}
static inline void cca_set_interface(ares_channel channel, const char *name) {
    CCA_CALL(ares_set_local_dev, channel, name);
}
/* Asks for the name servers of the root. */
static inline void cca_ask(ares_channel channel, ares_callback receive, void *context) {
    CCA_CALL(ares_query, channel, ".", 1 /* IN */, 2 /* NS */, receive, context);
}
/* Whether an answer has the records that its header counts, by the library's own parser: cca_success, cca_no_data, or
   cca_bad_response. Records that are cut off are no fault of a truncated answer (RFC 1035, section 4.1.1: TC). */
static inline int cca_check(const unsigned char *answer, int size) {
    if (size >= 12 && answer[2] & 0x02) return ARES_SUCCESS;
    struct hostent *servers = NULL;
    int status;
    {
        LAZY_FIND(cca, ares_parse_ns_reply);
        status = call(answer, size, &servers);
    }
    if (servers) {
        LAZY_FIND(cca, ares_free_hostent);
        call(servers);
    }
    return status;
}
static inline void cca_destroy(ares_channel channel) { CCA_CALL(ares_destroy, channel); }

/* A socket, and what the channel waits for on it. */
struct cca_socket {
    int32_t descriptor;
    bool reads, writes;
};
/* The sockets of a channel, at most 4: a question has one. */
static inline int cca_sockets(ares_channel channel, struct cca_socket *sockets) {
    ares_socket_t all[ARES_GETSOCK_MAXNUM];
    LAZY_FIND(cca, ares_getsock);
    int waits = call(channel, all, ARES_GETSOCK_MAXNUM), count = 0;
    for (int i = 0; i < 4; i++) {
        bool reads = ARES_GETSOCK_READABLE(waits, i), writes = ARES_GETSOCK_WRITABLE(waits, i);
        if (reads || writes) sockets[count++] = (struct cca_socket){all[i], reads, writes};
    }
    return count;
}
/* The size of the next datagram of a socket; 0 if there is none. An error of the socket stays there for the library. */
static inline int cca_next_size(int descriptor) {
    int size = 0;
    return ioctl(descriptor, FIONREAD, &size) == 0 ? size : 0;
}
/* Proceeds with what a socket is ready for; -1 for a socket that is not. */
static inline void cca_process(ares_channel channel, int readable, int writable) {
    CCA_CALL(ares_process_fd, channel, readable, writable);
}
/* How many milliseconds until the channel must proceed without a socket, at most so many. */
static inline int cca_due(ares_channel channel, int most) {
    struct timeval limit = {most / 1000, most % 1000 * 1000}, next;
    LAZY_FIND(cca, ares_timeout);
    struct timeval *due = call(channel, &limit, &next);
    return (int)(due->tv_sec * 1000 + (due->tv_usec + 999) / 1000);
}

#endif
#endif
