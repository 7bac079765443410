// SPDX-License-Identifier: Apache-2.0
//
// Runs a command that may not do something, as in a sandbox:
//
//     refuse-netlink COMMAND...              no netlink sockets
//     refuse-netlink --family COMMAND...     no netlink sockets, as by RestrictAddressFamilies= of systemd
//     refuse-netlink --groups COMMAND...     no subscriptions to the kernel's changes
//     refuse-netlink --timers COMMAND...     netlink, but no timers (timerfd_create)
//     refuse-netlink --signals COMMAND...    netlink, but no signals to others, as if they were another user's
//     refuse-netlink --naming COMMAND...     netlink, but no modes and no names for files as in exFAT by FUSE: no link(2), no
//                                            renameat2(2) with flags, no fchmod(2)
//     refuse-netlink --call NAME COMMAND...  netlink, but not this system call (see `calls`)
//
// A seccomp filter answers socket(AF_NETLINK, ...), setsockopt(..., NETLINK_ADD_MEMBERSHIP, ...),
// timerfd_create(...), kill(...), or the call with EPERM; with --family, socket(AF_NETLINK, ...) with EAFNOSUPPORT.

#include <errno.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CALL(number)                                                                               \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),                        \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 5)
#define ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define REFUSE_WITH(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error)
#define REFUSE REFUSE_WITH(EPERM)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

#define NO_SOCKETS(error)                                                                          \
    {                                                                                              \
        CALL(SYS_socket), ARGUMENT(0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 0, 3),      \
            REFUSE_WITH(error), ALLOW, ALLOW, ALLOW,                                               \
    }
static struct sock_filter no_sockets[] = NO_SOCKETS(EPERM);
static struct sock_filter no_family[] = NO_SOCKETS(EAFNOSUPPORT);

static struct sock_filter no_groups[] = {
    CALL(SYS_setsockopt),
    ARGUMENT(1),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SOL_NETLINK, 0, 3),
    ARGUMENT(2),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NETLINK_ADD_MEMBERSHIP, 0, 1),
    REFUSE,
    ALLOW,
};

#define NO_CALL(number)                                                                            \
    {                                                                                              \
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),                    \
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), REFUSE, ALLOW,                      \
    }
static struct sock_filter no_timers[] = NO_CALL(SYS_timerfd_create);
// What links and modes are refused with is EPERM, and flags with EINVAL.
static struct sock_filter no_naming[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_linkat, 5, 0),
#ifdef SYS_link
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_link, 4, 0),
#else
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_linkat, 4, 0),
#endif
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fchmod, 3, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_renameat2, 0, 4),
    ARGUMENT(4),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 1),
    REFUSE,
    REFUSE_WITH(EINVAL),
    ALLOW,
};
static struct sock_filter no_signals[] = NO_CALL(SYS_kill);
// The number of the named call replaces 0.
static struct sock_filter no_call[] = NO_CALL(0);

static const struct {
    const char *name;
    unsigned number;
} calls[] = {
#ifdef SYS_poll
    {"poll", SYS_poll},
#else
    {"poll", SYS_ppoll},
#endif
    {"connect", SYS_connect},
    {"memfd_create", SYS_memfd_create},
    {"clone", SYS_clone},
    {"pipe2", SYS_pipe2},
    // Threads, by the C library.
    {"clone3", SYS_clone3},
    {"epoll_create1", SYS_epoll_create1},
    {"eventfd2", SYS_eventfd2},
    {"inotify_init1", SYS_inotify_init1},
};

static bool find_call(const char *name) {
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (strcmp(calls[i].name, name)) continue;
        no_call[1].k = calls[i].number;
        return true;
    }
    return false;
}

int main(int count, char **words) {
    bool family = count > 1 && strcmp(words[1], "--family") == 0;
    bool groups = count > 1 && strcmp(words[1], "--groups") == 0;
    bool timers = count > 1 && strcmp(words[1], "--timers") == 0;
    bool naming = count > 1 && strcmp(words[1], "--naming") == 0;
    bool signals = count > 1 && strcmp(words[1], "--signals") == 0;
    bool call = count > 2 && strcmp(words[1], "--call") == 0 && find_call(words[2]);
    int first = call ? 3 : family || groups || timers || naming || signals ? 2 : 1;
    if (count <= first || strncmp(words[first], "--", 2) == 0) {
        fprintf(stderr, "usage: refuse-netlink [--family | --groups | --timers | --naming | --signals | --call NAME] COMMAND...\n");
        return 64;
    }
    struct sock_fprog filter = {sizeof no_sockets / sizeof *no_sockets, no_sockets};
    if (family) filter = (struct sock_fprog){sizeof no_family / sizeof *no_family, no_family};
    if (timers) filter = (struct sock_fprog){sizeof no_timers / sizeof *no_timers, no_timers};
    if (naming) filter = (struct sock_fprog){sizeof no_naming / sizeof *no_naming, no_naming};
    if (signals) filter = (struct sock_fprog){sizeof no_signals / sizeof *no_signals, no_signals};
    if (call) filter = (struct sock_fprog){sizeof no_call / sizeof *no_call, no_call};
    if (groups) filter = (struct sock_fprog){sizeof no_groups / sizeof *no_groups, no_groups};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) {
        perror("refuse-netlink: seccomp");
        return 1;
    }
    execvp(words[first], words + first);
    perror(words[first]);
    return 127;
}
