// SPDX-License-Identifier: Apache-2.0
//
// What Swift's module of the C library does not import: epoll, inotify, timerfd, eventfd, prctl, flock, statfs, and what
// needs _GNU_SOURCE.

#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#ifndef __linux__
#error "Reachability is for Linux."
#endif

#include <fcntl.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/vfs.h>

static const int32_t clx_in_nonblock_cloexec = IN_NONBLOCK | IN_CLOEXEC;
static const uint32_t clx_in_changes = IN_MASK_ADD | IN_CLOSE_WRITE | IN_MOVED_TO |
    IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF;
static const uint32_t clx_in_writing = IN_MODIFY;
static const uint32_t clx_in_appearances =
    IN_MASK_ADD | IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF;
static const int32_t clx_efd_nonblock_cloexec = EFD_NONBLOCK | EFD_CLOEXEC;
static const int32_t clx_tfd_nonblock_cloexec = TFD_NONBLOCK | TFD_CLOEXEC;
static const int32_t clx_tfd_absolute_cancel = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;

static const int32_t clx_epoll_cloexec = EPOLL_CLOEXEC;
static const uint32_t clx_epoll_in = EPOLLIN;
static const uint32_t clx_epoll_out = EPOLLOUT;
static const uint32_t clx_epoll_failed = EPOLLERR | EPOLLHUP;

/* Declared only with _GNU_SOURCE. */
static const int32_t clx_o_tmpfile = __O_TMPFILE;

/* epoll_event has a union with a pointer, which is not safe to use. */
struct clx_epoll_ready {
    int32_t descriptor;
    uint32_t events;
};
static inline int clx_epoll_set(int queue, int operation, int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data.fd = descriptor};
    return epoll_ctl(queue, operation, descriptor, &event);
}
/* Up to 16 descriptors, without waiting. */
static inline int clx_epoll_take(int queue, struct clx_epoll_ready *ready, int count) {
    struct epoll_event events[16];
    int found = epoll_wait(queue, events, count < 16 ? count : 16, 0);
    for (int i = 0; i < found; i++) {
        ready[i].descriptor = events[i].data.fd;
        ready[i].events = events[i].events;
    }
    return found;
}

/* Swift does not import variadic functions. */
static inline void clx_set_thread_name(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

/* The structure has the name of the function, which Swift cannot tell apart. */
static inline int clx_statfs_type(const char *path, uint32_t *type) {
    struct statfs status;
    int result = statfs(path, &status);
    if (result == 0) *type = (uint32_t)status.f_type;
    return result;
}

/* Declared only with _GNU_SOURCE, which would make the C library's types differ from those of Swift's module. */
extern char *secure_getenv(const char *name);
static inline char *clx_secure_getenv(const char *name) { return secure_getenv(name); }

extern int fallocate(int descriptor, int mode, off_t offset, off_t length);
static inline int clx_fallocate_keeping_size(int descriptor, off_t length) {
    return fallocate(descriptor, 1 /* FALLOC_FL_KEEP_SIZE */, 0, length);
}

extern int sync_file_range(int descriptor, off_t offset, off_t count, unsigned int flags);
static inline int clx_start_writing(int descriptor, off_t offset, off_t count) {
    return sync_file_range(descriptor, offset, count, 2 /* SYNC_FILE_RANGE_WRITE */);
}

// Waits until all of the file system of an open file is on the disk (syncfs(2)).
extern int syncfs(int descriptor);
static inline int clx_sync_file_system(int descriptor) { return syncfs(descriptor); }

extern int renameat2(
    int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);
static inline int clx_rename_without_replacing(const char *old_path, const char *new_path) {
    return renameat2(AT_FDCWD, old_path, AT_FDCWD, new_path, 1 /* RENAME_NOREPLACE */);
}

#endif
