// SPDX-License-Identifier: Apache-2.0
//
// What Swift's module of the C library lacks: inotify, timerfd, eventfd, signalfd, prctl, and handing
// the terminal over; and a process that may do little before another program takes its place.

#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#ifndef __linux__
#error "Reachability is for Linux."
#endif

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
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

static const int32_t clx_sfd_nonblock_cloexec = SFD_NONBLOCK | SFD_CLOEXEC;

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
static inline void clx_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/* Declared for _GNU_SOURCE only, with which the C library's types differ from those of Swift's module. */
extern char **environ;
extern int close_range(unsigned int first, unsigned int last, int flags);
extern char *secure_getenv(const char *name);
static inline char **clx_environment(void) { return environ; }
static inline char *clx_secure_getenv(const char *name) { return secure_getenv(name); }

/* Not declared to Swift (_GNU_SOURCE). */
static inline int clx_hand_over_terminal(posix_spawn_file_actions_t *actions, int terminal) {
    return posix_spawn_file_actions_addtcsetpgrp_np(actions, terminal);
}

/* Lets the system take back the pages of the program's code that were needed only to start it; what is
 * needed again is mapped again, from the page cache. The code is never written to, so nothing is lost.
 * (The linker's symbols tell where it is.)
 *
 * What a watch runs is mapped at once (Linux 5.14), also what is seldom needed: it would come page by page, days
 * later, and look like a leak. The release build has it between two functions that do nothing
 * (Benchmarks/profile); other builds have them anywhere, or not at all, and then too far from each other, or the
 * wrong way round. */
extern const char __executable_start[], etext[];
extern void reach_watch_begin(void) __attribute__((weak)), reach_watch_end(void) __attribute__((weak));
#define CLX_MADV_POPULATE_READ 22
static inline void clx_forget_code(void) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = ((uintptr_t)__executable_start + page - 1) & ~(page - 1);
    uintptr_t end = (uintptr_t)etext & ~(page - 1);
    if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
    start = (uintptr_t)reach_watch_begin & ~(page - 1);
    end = (uintptr_t)reach_watch_end;
    if (start < end && end - start <= 1 << 20) madvise((void *)start, end - start, CLX_MADV_POPULATE_READ);
}

/* Starts a process that reads from a pipe the number of a process group, and ends that group if the other
 * end is closed without another word: gently, and hard ten seconds later. It is a grandchild, which
 * nobody has to wait for, in a session of its own, which no terminal reaches. Between fork(2) and
 * _exit(2) only what is async-signal-safe is called. Returns 0, or an error number. */
static inline int clx_start_supervisor(int pipe) {
    pid_t child = fork();
    if (child < 0) return errno;
    if (child > 0) {
        int status;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        return 0;
    }
    setsid();
    if (fork() != 0) _exit(0);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    /* Nothing else is held open: the pipe's other end, and what others wait for the end of. */
    dup2(pipe, 0);
    if (close_range(1, ~0U, 0) != 0)
        for (int i = 1; i < 1024; i++) close(i);
    pid_t group;
    char word;
    ssize_t count;
    while ((count = read(0, &group, sizeof group)) < 0 && errno == EINTR) {
    }
    if (count != sizeof group) _exit(0);
    while ((count = read(0, &word, 1)) < 0 && errno == EINTR) {
    }
    if (count == 0) {
        struct timespec tenth = {0, 100000000};
        kill(-group, SIGTERM);
        kill(-group, SIGCONT);
        for (int i = 0; i < 100 && kill(-group, 0) == 0; i++) nanosleep(&tenth, NULL);
        kill(-group, SIGKILL);
    }
    _exit(0);
}

#endif
