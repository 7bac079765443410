// SPDX-License-Identifier: Apache-2.0
//
// libsystemd's sd-bus for Swift, which is loaded only if there is a bus: if it were linked, it and the six
// libraries that it needs would cost every start half a millisecond and a megabyte.

#ifndef CSYSTEMD_SHIM_H
#define CSYSTEMD_SHIM_H

#ifndef __linux__
#error "Reachability is for Linux."
#endif

// Without the headers, nothing else is compiled, so that this is the only error.
#if !__has_include(<systemd/sd-bus.h>)
#error "libsystemd is missing. On Debian and Ubuntu: apt install libsystemd-dev. Or build without the trait NetworkManager."
#else

#include <dlfcn.h>
#include <errno.h>

#include <systemd/sd-bus.h>

/* Several threads may run this at the same time; all get the same result. */
static inline void *csd_symbol(const char *name) {
    static void *found;
    void *library = __atomic_load_n(&found, __ATOMIC_RELAXED);
    if (!library) {
        library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
        __atomic_store_n(&found, library, __ATOMIC_RELAXED);
    }
    return library ? dlsym(library, name) : NULL;
}

/* Calls a function with the type that its header declares. */
#define CSD_CALL(function, ...)                                                                    \
    static void *found;                                                                            \
    void *call = __atomic_load_n(&found, __ATOMIC_RELAXED);                                        \
    if (!call) __atomic_store_n(&found, call = csd_symbol(#function), __ATOMIC_RELAXED);           \
    return ((__typeof__(&function))call)(__VA_ARGS__)

/* This function is called first: without a bus there is no other call. */
static inline int csd_bus_new(sd_bus **ret) {
    if (!csd_symbol("sd_bus_new")) return -ELIBACC;
    CSD_CALL(sd_bus_new, ret);
}
static inline int csd_bus_set_address(sd_bus *bus, const char *address) {
    CSD_CALL(sd_bus_set_address, bus, address);
}
static inline int csd_bus_set_bus_client(sd_bus *bus, int b) {
    CSD_CALL(sd_bus_set_bus_client, bus, b);
}
static inline int csd_bus_start(sd_bus *bus) {
    CSD_CALL(sd_bus_start, bus);
}
static inline sd_bus *csd_bus_close_unref(sd_bus *bus) {
    CSD_CALL(sd_bus_close_unref, bus);
}
static inline int csd_bus_get_events(sd_bus *bus) {
    CSD_CALL(sd_bus_get_events, bus);
}
static inline int csd_bus_get_fd(sd_bus *bus) {
    CSD_CALL(sd_bus_get_fd, bus);
}
static inline int csd_bus_process(sd_bus *bus, sd_bus_message **m) {
    CSD_CALL(sd_bus_process, bus, m);
}
static inline int csd_bus_send(sd_bus *bus, sd_bus_message *m, uint64_t *cookie) {
    CSD_CALL(sd_bus_send, bus, m, cookie);
}
static inline int csd_bus_message_new_method_call(sd_bus *bus, sd_bus_message **m, const char *destination,
                                                  const char *path, const char *interface, const char *member) {
    CSD_CALL(sd_bus_message_new_method_call, bus, m, destination, path, interface, member);
}
static inline sd_bus_message *csd_bus_message_unref(sd_bus_message *m) {
    CSD_CALL(sd_bus_message_unref, m);
}
static inline int csd_bus_message_set_auto_start(sd_bus_message *m, int b) {
    CSD_CALL(sd_bus_message_set_auto_start, m, b);
}
static inline int csd_bus_message_set_expect_reply(sd_bus_message *m, int b) {
    CSD_CALL(sd_bus_message_set_expect_reply, m, b);
}
static inline int csd_bus_message_append_basic(sd_bus_message *m, char type, const void *p) {
    CSD_CALL(sd_bus_message_append_basic, m, type, p);
}
static inline const char *csd_bus_message_get_sender(sd_bus_message *m) {
    CSD_CALL(sd_bus_message_get_sender, m);
}
static inline const char *csd_bus_message_get_path(sd_bus_message *m) {
    CSD_CALL(sd_bus_message_get_path, m);
}
static inline int csd_bus_message_get_reply_cookie(sd_bus_message *m, uint64_t *cookie) {
    CSD_CALL(sd_bus_message_get_reply_cookie, m, cookie);
}
static inline const sd_bus_error *csd_bus_message_get_error(sd_bus_message *m) {
    CSD_CALL(sd_bus_message_get_error, m);
}
static inline int csd_bus_message_is_signal(sd_bus_message *m,
                                            const char *interface, const char *member) {
    CSD_CALL(sd_bus_message_is_signal, m, interface, member);
}
static inline int csd_bus_message_skip(sd_bus_message *m, const char *types) {
    CSD_CALL(sd_bus_message_skip, m, types);
}
static inline int csd_bus_message_at_end(sd_bus_message *m, int complete) {
    CSD_CALL(sd_bus_message_at_end, m, complete);
}
static inline int csd_bus_message_read_basic(sd_bus_message *m, char type, void *p) {
    CSD_CALL(sd_bus_message_read_basic, m, type, p);
}
static inline int csd_bus_message_enter_container(sd_bus_message *m,
                                                  char type, const char *contents) {
    CSD_CALL(sd_bus_message_enter_container, m, type, contents);
}
static inline int csd_bus_message_peek_type(sd_bus_message *m, char *type, const char **contents) {
    CSD_CALL(sd_bus_message_peek_type, m, type, contents);
}
static inline int csd_bus_message_exit_container(sd_bus_message *m) {
    CSD_CALL(sd_bus_message_exit_container, m);
}

#endif
#endif
