// SPDX-License-Identifier: Apache-2.0
//
// Runs a command whose netlink dumps are interrupted by changes, as on a host where containers come and go all the
// time:
//
//     interrupt-dumps COUNT COMMAND...
//
// In the first COUNT datagrams of dumps that the command receives by recvmmsg(2), each message says that things
// have changed meanwhile (NLM_F_DUMP_INTR). The command runs under ptrace(2).

#define _GNU_SOURCE
#include <errno.h>
#include <linux/netlink.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

// Copies what is at a place of the command's memory, or back to it.
static int copy(pid_t command, void *own, const void *place, size_t length, int isBack) {
    struct iovec here = {own, length}, there = {(void *)place, length};
    ssize_t count = isBack ? process_vm_writev(command, &here, 1, &there, 1, 0)
                           : process_vm_readv(command, &here, 1, &there, 1, 0);
    return count == (ssize_t)length;
}

// Marks a datagram as interrupted, if it is a part of a dump. Returns whether it is.
static int interrupt(pid_t command, const struct mmsghdr *place) {
    struct mmsghdr datagram;
    struct iovec part;
    struct nlmsghdr header;
    if (!copy(command, &datagram, place, sizeof datagram, 0) ||
        !copy(command, &part, datagram.msg_hdr.msg_iov, sizeof part, 0) ||
        !copy(command, &header, part.iov_base, sizeof header, 0) || !(header.nlmsg_flags & NLM_F_MULTI))
        return 0;
    // Of the first message: one says it of the whole dump.
    header.nlmsg_flags |= NLM_F_DUMP_INTR;
    return copy(command, &header, part.iov_base, sizeof header, 1);
}

int main(int count, char **words) {
    if (count < 3) {
        fprintf(stderr, "usage: interrupt-dumps COUNT COMMAND...\n");
        return 64;
    }
    long left = atol(words[1]);
    pid_t command = fork();
    if (command == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        execvp(words[2], words + 2);
        perror(words[2]);
        _exit(127);
    }
    int status;
    if (waitpid(command, &status, 0) < 0 ||
        ptrace(PTRACE_SETOPTIONS, command, NULL,
               PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL) < 0) {
        perror("interrupt-dumps: ptrace");
        return 1;
    }
    // What each thread is calling: one call at a time is remembered, which is enough for a program that
    // receives in one thread.
    const struct mmsghdr *datagrams = NULL;
    pid_t receiver = 0, stopped = command;
    int signal = 0;
    while (1) {
        ptrace(PTRACE_SYSCALL, stopped, NULL, signal);
        signal = 0;
        stopped = waitpid(-1, &status, __WALL);
        if (stopped < 0) return 1;
        if (stopped == command && WIFEXITED(status)) return WEXITSTATUS(status);
        if (stopped == command && WIFSIGNALED(status)) return 128 + WTERMSIG(status);
        if (!WIFSTOPPED(status)) continue;
        if (WSTOPSIG(status) != (SIGTRAP | 0x80)) {
            // A signal is passed on; a thread that begins, and what ptrace itself stops for, is not one.
            signal = WSTOPSIG(status) == SIGTRAP || WSTOPSIG(status) == SIGSTOP ? 0 : WSTOPSIG(status);
            continue;
        }
        struct __ptrace_syscall_info call;
        ptrace(PTRACE_GET_SYSCALL_INFO, stopped, sizeof call, &call);
        if (call.op == PTRACE_SYSCALL_INFO_ENTRY && call.entry.nr == SYS_recvmmsg) {
            receiver = stopped;
            datagrams = (const struct mmsghdr *)call.entry.args[1];
        } else if (call.op == PTRACE_SYSCALL_INFO_EXIT && stopped == receiver && datagrams) {
            for (long i = 0; i < call.exit.rval && left > 0; i++) left -= interrupt(command, datagrams + i);
            datagrams = NULL;
        }
    }
}
