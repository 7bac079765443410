// SPDX-License-Identifier: Apache-2.0
//
// What Swift's module of the C library lacks: inotify, timerfd, eventfd and prctl.

#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#ifndef __linux__
#error "Reachability is for Linux."
#endif

#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>

static const int32_t clx_in_nonblock_cloexec = IN_NONBLOCK | IN_CLOEXEC;
static const uint32_t clx_in_changes = IN_MASK_ADD | IN_CLOSE_WRITE | IN_MOVED_TO |
    IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF;
static const uint32_t clx_in_appearances =
    IN_MASK_ADD | IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF;
static const int32_t clx_efd_nonblock_cloexec = EFD_NONBLOCK | EFD_CLOEXEC;
static const int32_t clx_tfd_nonblock_cloexec = TFD_NONBLOCK | TFD_CLOEXEC;
static const int32_t clx_tfd_absolute_cancel = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;

/* Variadic functions are not imported. */
static inline void clx_set_thread_name(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

#endif
