// SPDX-License-Identifier: Apache-2.0
//
// Ends a program just before its N-th change of a file, as a crash would:
//
//     crash-at N COMMAND...     the N-th change is not made: the program gets SIGKILL; exit code 137
//     crash-at 0 COMMAND...     the program runs to its end
//
// If the program ends by itself, the exit code is the program's (128 and the signal, as in a shell). The last line of
// standard error says before which call the program was ended, or how many changes it has made.
//
// A change is a system call that writes to a regular file, syncs, makes, renames, links, removes, shortens or reserves, in
// whichever thread. A seccomp filter stops the program at these calls, so that also those of its libraries count. Its
// children are not counted, and end with it. Exit code 77 if this machine does not let a program be traced.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct call {
    long number;
    const char *name;
    enum { always, to_file, if_creating } when;
    // Which argument has the flags, or the descriptor.
    int argument;
};

static const struct call calls[] = {
    {SYS_write, "write", to_file, 0},
    {SYS_writev, "writev", to_file, 0},
    {SYS_pwrite64, "pwrite", to_file, 0},
    {SYS_pwritev, "pwritev", to_file, 0},
    {SYS_fsync, "fsync", always, 0},
    {SYS_fdatasync, "fdatasync", always, 0},
    {SYS_syncfs, "syncfs", always, 0},
    {SYS_ftruncate, "ftruncate", always, 0},
    {SYS_fallocate, "fallocate", always, 0},
    {SYS_fchmod, "fchmod", always, 0},
    {SYS_openat, "open", if_creating, 2},
    {SYS_renameat, "rename", always, 0},
    {SYS_renameat2, "rename", always, 0},
    {SYS_linkat, "link", always, 0},
    {SYS_unlinkat, "unlink", always, 0},
    {SYS_mkdirat, "mkdir", always, 0},
#ifdef SYS_open
    {SYS_open, "open", if_creating, 1},
    {SYS_rename, "rename", always, 0},
    {SYS_link, "link", always, 0},
    {SYS_unlink, "unlink", always, 0},
    {SYS_mkdir, "mkdir", always, 0},
#endif
};
#define CALLS (sizeof calls / sizeof *calls)

static void run(char **words) {
    struct sock_filter filter[2 * CALLS + 2];
    size_t length = 0;
    filter[length++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < CALLS; i++) {
        filter[length++] =
            (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[i].number, 0, 1);
        filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE | i);
    }
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {length, filter};
    if (ptrace(PTRACE_TRACEME, 0, 0, 0)) {
        perror("crash-at: ptrace");
        _exit(77);
    }
    raise(SIGSTOP);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
        perror("crash-at: seccomp");
        _exit(77);
    }
    execvp(words[0], words);
    perror(words[0]);
    _exit(127);
}

// The process that a thread belongs to.
static pid_t process_of(pid_t thread) {
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%d/status", thread);
    FILE *file = fopen(path, "re");
    if (!file) return -1;
    int process = -1;
    while (process < 0 && fgets(line, sizeof line, file)) sscanf(line, "Tgid: %d", &process);
    fclose(file);
    return process;
}

static bool is_regular(pid_t thread, unsigned long long descriptor) {
    char path[64], target[4096];
    snprintf(path, sizeof path, "/proc/%d/fd/%lld", thread, (long long)descriptor);
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length <= 0) return false;
    target[length] = 0;
    return target[0] == '/' && strncmp(target, "/dev/", 5) && strncmp(target, "/proc/", 6) &&
           strncmp(target, "/memfd:", 7);
}

static bool counts(pid_t thread, const struct call *call) {
    struct __ptrace_syscall_info info;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) <= 0) return false;
    unsigned long long argument = info.seccomp.args[call->argument];
    switch (call->when) {
    case always: return true;
    case to_file: return is_regular(thread, argument);
    case if_creating: return argument & O_CREAT;
    }
    return false;
}

int main(int count, char **words) {
    if (count < 3) {
        fprintf(stderr, "usage: crash-at N COMMAND...\n");
        return 64;
    }
    long point = atol(words[1]), changes = 0;
    // The tracer must not die by the keys of the terminal before its program.
    pid_t program = fork();
    if (program == 0) run(words + 2);
    int status;
    if (program < 0 || waitpid(program, &status, 0) < 0) return 77;
    if (!WIFSTOPPED(status)) return WEXITSTATUS(status);
    long options = PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                   PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    if (ptrace(PTRACE_SETOPTIONS, program, 0, options)) {
        perror("crash-at: ptrace");
        kill(program, SIGKILL);
        return 77;
    }
    ptrace(PTRACE_CONT, program, 0, 0);
    const char *crash = NULL;
    while (true) {
        pid_t thread = waitpid(-1, &status, __WALL);
        if (thread < 0) {
            if (errno == EINTR) continue;
            return 1;
        }
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            if (thread != program) continue;
            if (crash) {
                fprintf(stderr, "crash-at: %ld before %s\n", point, crash);
                return 137;
            }
            fprintf(stderr, "crash-at: %ld changes\n", changes);
            return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
        int event = status >> 16, signal = WSTOPSIG(status);
        if (event == PTRACE_EVENT_SECCOMP) {
            unsigned long index = CALLS;
            ptrace(PTRACE_GETEVENTMSG, thread, 0, &index);
            bool is_change = !crash && index < CALLS && process_of(thread) == program &&
                             counts(thread, &calls[index]);
            if (is_change && ++changes == point) {
                crash = calls[index].name;
                kill(program, SIGKILL);
                continue;
            }
            signal = 0;
        } else if (event != 0 || signal == SIGSTOP) {
            // A new thread or child, or the program itself after exec.
            signal = 0;
        }
        ptrace(PTRACE_CONT, thread, 0, signal);
    }
}
