// SPDX-License-Identifier: Apache-2.0
//
// What Swift's module of the C library lacks: inotify, timerfd, eventfd, prctl.

#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#ifndef __linux__
#error "Reachability is for Linux."
#endif

#include <fcntl.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

#include <linux/fs.h>

static const int32_t clx_in_nonblock_cloexec = IN_NONBLOCK | IN_CLOEXEC;
static const uint32_t clx_in_changes = IN_MASK_ADD | IN_CLOSE_WRITE | IN_MOVED_TO |
    IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF;
static const uint32_t clx_in_writing = IN_MODIFY;
static const uint32_t clx_in_appearances =
    IN_MASK_ADD | IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF;
static const int32_t clx_efd_nonblock_cloexec = EFD_NONBLOCK | EFD_CLOEXEC;
static const int32_t clx_tfd_nonblock_cloexec = TFD_NONBLOCK | TFD_CLOEXEC;
static const int32_t clx_tfd_absolute_cancel = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;

/* Declared for _GNU_SOURCE only. */
static const int32_t clx_o_tmpfile = __O_TMPFILE;

/* What a release was built with, a line each; the release build defines it (Scripts/build-release). */
#ifndef CLX_BUILT_WITH
#define CLX_BUILT_WITH ""
#endif
static inline const char *clx_built_with(void) { return CLX_BUILT_WITH; }

/* Variadic functions are not imported. */
static inline void clx_set_thread_name(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
// pwritev2(2) with RWF_NOWAIT, which the C library declares with _GNU_SOURCE only: what would wait fails.
static inline ssize_t clx_write_without_waiting(int file, const void *bytes, size_t count) {
    struct iovec part = {(void *)bytes, count};
    return syscall(SYS_pwritev2, file, &part, 1, -1L, -1L, RWF_NOWAIT);
}

/* Declared for _GNU_SOURCE only, with which the C library's types differ from those of Swift's module. */
extern char *secure_getenv(const char *name);
static inline char *clx_secure_getenv(const char *name) { return secure_getenv(name); }

#endif
