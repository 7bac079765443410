// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CCommandSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <paths.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The release build defines it (Scripts/build-release). */
#ifndef REACH_BUILT_WITH
#define REACH_BUILT_WITH ""
#endif

/* Since Linux 6.3. */
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

const char *ccs_built_with(void) { return REACH_BUILT_WITH; }

static int argument_count;
static char **arguments;

__attribute__((constructor)) static void keep_arguments(int count, char **values) {
    argument_count = count;
    arguments = values;
}

int ccs_argument_count(void) { return argument_count; }

const char *ccs_argument(int position) { return arguments[position]; }

const char *ccs_executable_name(void) { return (const char *)getauxval(AT_EXECFN); }

char **ccs_environment(void) { return environ; }

ssize_t ccs_write_without_waiting(int file, const void *bytes, size_t count) {
    struct iovec part = {(void *)bytes, count};
    return pwritev2(file, &part, 1, -1, RWF_NOWAIT);
}

int ccs_memory_file(const void *bytes, size_t count) {
    const char *name = "standard input";
    /* Linux 6.3 and later warn of a file that may be executable, or refuse it (vm.memfd_noexec). */
    int file = memfd_create(name, MFD_CLOEXEC | MFD_NOEXEC_SEAL);
    if (file < 0 && errno == EINVAL) file = memfd_create(name, MFD_CLOEXEC);
    if (file < 0) return -1;
    const char *next = bytes;
    while (count > 0) {
        ssize_t written = write(file, next, count);
        if (written < 0) {
            if (errno == EINTR) continue;
            int reason = errno;
            close(file);
            errno = reason;
            return -1;
        }
        next += written;
        count -= (size_t)written;
    }
    lseek(file, 0, SEEK_SET);
    return file;
}

void ccs_share_on_execute(int descriptor, bool is_shared) { fcntl(descriptor, F_SETFD, is_shared ? 0 : FD_CLOEXEC); }

void ccs_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

void ccs_disable_core_dump(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

int ccs_signal_descriptor(const sigset_t *signals) {
    return signalfd(-1, signals, SFD_NONBLOCK | SFD_CLOEXEC);
}

int ccs_next_signal(int descriptor) {
    struct signalfd_siginfo information;
    return read(descriptor, &information, sizeof information) == sizeof information
               ? (int)information.ssi_signo
               : 0;
}

/* What /proc/PID/stat has of a process. */
struct process_facts {
    char state;
    pid_t group;
    /* In ticks since the machine has started. */
    int64_t start;
};

/* Reads the facts of a process; "self" is the caller. Only what may be called after fork(2) is used. Returns whether there
 * is such a process. */
static bool read_facts(const char *number, struct process_facts *facts) {
    char path[64] = "/proc/", text[512];
    size_t length = strlen(number);
    if (length > 20) return false;
    memcpy(path + 6, number, length);
    memcpy(path + 6 + length, "/stat", 6);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return false;
    text[count] = 0;
    /* "1 (name) S 0 1 …": the state is the third field, the group the fifth, and the start the twenty-second. The name can
     * have any characters. */
    char *field = strrchr(text, ')');
    if (!field || strlen(field) < 4) return false;
    field += 2;
    facts->state = *field;
    for (int position = 3; position < 22; position++) {
        if (position == 5) facts->group = (pid_t)strtol(field, NULL, 10);
        field = strchr(field, ' ');
        if (!field) return false;
        field++;
    }
    facts->start = strtoll(field, NULL, 10);
    return true;
}

/* Whether a process is in a group and has not ended. */
static bool is_alive_in(const char *number, pid_t group) {
    struct process_facts facts;
    return read_facts(number, &facts) && facts.state != 'Z' && facts.state != 'X' && facts.group == group;
}

/* Whether the environment that a process was started with has a variable whose name begins so. */
static bool has_variable(const char *number, const char *beginning) {
    char path[64];
    if ((size_t)snprintf(path, sizeof path, "/proc/%s/environ", number) >= sizeof path) return false;
    FILE *file = fopen(path, "re");
    if (!file) return false;
    char *variable = NULL;
    size_t size = 0;
    bool is_found = false;
    while (!is_found && getdelim(&variable, &size, 0, file) > 0)
        is_found = strncmp(variable, beginning, strlen(beginning)) == 0;
    free(variable);
    fclose(file);
    return is_found;
}

/* Runs in the child between fork(2) and execve(2). Returns only if the program cannot be executed. */
static void become_program(const char *path, char *const program_arguments[], char *const script[],
                           char *const environment[], const sigset_t *mask, int input, int output, int file_mask,
                           const char *folder, int terminal, int guard_link, int record, off_t record_position) {
    pid_t group = getpid();
    /* A background command has no terminal: it would be stopped for ever when it reads from it. */
    if (output >= 0) setsid();
    else setpgid(0, 0);
    send(guard_link, &group, sizeof group, MSG_NOSIGNAL);
    struct process_facts facts;
    if (record >= 0 && read_facts("self", &facts)) {
        struct ccs_group own = {group, facts.start};
        if (pwrite(record, &own, sizeof own, record_position) < 0) {
            /* The disk is full. The guard still knows the group. */
        }
    }
    /* All signals are blocked here, SIGTTOU too, which would stop this process. */
    if (terminal >= 0) tcsetpgrp(terminal, group);
    if (output >= 0) {
        if (dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0) return;
        /* A background command gets nothing else: libraries open descriptors without O_CLOEXEC. Linux before 5.11 cannot. */
        close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    }
    if (file_mask >= 0) umask((mode_t)file_mask);
    if (folder && chdir(folder) != 0) return;
    if (input >= 0 && dup2(input, STDIN_FILENO) < 0) return;
    sigprocmask(SIG_SETMASK, mask, NULL);
    execve(path, program_arguments, environment);
    if (errno == ENOEXEC) execve(_PATH_BSHELL, script, environment);
}

pid_t ccs_start_program(const char *path, char *const program_arguments[], char *const environment[],
                        const sigset_t *mask, int input, int output, int file_mask, const char *folder, int terminal,
                        int guard_link, int record, off_t record_position, bool *failed_to_execute) {
    *failed_to_execute = false;
    size_t count = 0;
    while (program_arguments[count]) count++;
    /* "/bin/sh path argument…"; nothing may be allocated after fork(2). */
    char **script = calloc(count + 3, sizeof *script);
    if (!script) return -ENOMEM;
    script[0] = (char *)_PATH_BSHELL;
    script[1] = (char *)path;
    for (size_t i = 1; i < count; i++) script[i + 1] = program_arguments[i];

    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        int reason = errno;
        free(script);
        return -reason;
    }
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t program = fork();
    if (program == 0) {
        become_program(path, program_arguments, script, environment, mask, input, output, file_mask, folder, terminal,
                       guard_link, record, record_position);
        int reason = errno;
        if (write(ends[1], &reason, sizeof reason) < 0) {
            /* The parent then takes the exit status for the program's: 126 says nearly the same. */
        }
        _exit(126);
    }
    int reason = errno;
    /* The child does the same: the first of both counts. The leader of a group cannot begin a session. */
    if (program > 0 && output < 0) setpgid(program, program);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    free(script);
    if (program > 0) {
        ssize_t read_count;
        while ((read_count = read(ends[0], &reason, sizeof reason)) < 0 && errno == EINTR) {
        }
        if (read_count == sizeof reason) {
            *failed_to_execute = true;
            while (waitpid(program, NULL, 0) < 0 && errno == EINTR) {
            }
            program = -1;
            /* The caller blocks SIGTTOU. */
            if (terminal >= 0) tcsetpgrp(terminal, getpgrp());
        }
    }
    close(ends[0]);
    return program > 0 ? program : -reason;
}

int ccs_start_helper(const char *path, char *const program_arguments[], char *const environment[], int input,
                     int *output, int *handle) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    sigset_t all, none, before;
    sigfillset(&all);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t helper = fork();
    if (helper == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        setpgid(0, 0);
        if (dup2(input, STDIN_FILENO) < 0 || dup2(ends[1], STDOUT_FILENO) < 0) _exit(126);
        close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execve(path, program_arguments, environment);
        _exit(127);
    }
    int reason = errno;
    /* Before anything can wait for the process, so that the number is still its own. */
    *handle = helper > 0 ? (int)syscall(SYS_pidfd_open, helper, 0) : -1;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (helper < 0) {
        close(ends[0]);
        return reason;
    }
    *output = ends[0];
    return 0;
}

void ccs_end_helper(int handle) {
    if (handle < 0) return;
    syscall(SYS_pidfd_send_signal, handle, SIGKILL, NULL, 0);
    siginfo_t information;
    while (waitid(3 /* P_PIDFD */, (id_t)handle, &information, WEXITED) != 0 && errno == EINTR) {
    }
    close(handle);
}

/* Gives this process another name, for those who look for processes by name or by arguments. */
static void rename_process(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
    if (argument_count < 1) return;
    char *first = arguments[0], *last = arguments[argument_count - 1];
    size_t size = (size_t)(last - first) + strlen(last);
    memset(first, 0, size);
    strncpy(first, name, size);
}

/* Whether a group has processes that have not ended. Those that have ended count for kill(2) until their parent asks for
 * their status, which in a container can be never. If `variable` is not null, only those count that have it. */
static bool has_members(pid_t group, const char *variable) {
    if (kill(-group, 0) != 0 && errno != EPERM) return false;
    int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return !variable;
    bool is_found = false, is_read = false;
    char entries[4096] __attribute__((aligned(8)));
    long count;
    while (!is_found && (count = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0) {
        is_read = true;
        for (long position = 0; position < count && !is_found;) {
            unsigned short size;
            memcpy(&size, entries + position + 16, sizeof size);
            const char *name = entries + position + 19;
            is_found = name[0] >= '1' && name[0] <= '9' && is_alive_in(name, group)
                       && (!variable || has_variable(name, variable));
            position += size;
        }
    }
    close(folder);
    return is_found || (!is_read && !variable);
}

bool ccs_group_exists(struct ccs_group group, const char *variable) {
    if (group.number <= 1) return false;
    char number[24];
    snprintf(number, sizeof number, "%lld", (long long)group.number);
    struct process_facts leader;
    /* While the group has processes, no other process gets its number. */
    if (!read_facts(number, &leader)) return has_members((pid_t)group.number, variable);
    return leader.start == group.start && has_members((pid_t)group.number, NULL);
}

pid_t ccs_start_guard(int link, int held) {
    pid_t guard = fork();
    if (guard < 0) return -errno;
    if (guard > 0) return guard;
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setsid();
    rename_process("run-guard");
    /* Nothing else is held: no descriptor with a reader, and no file system. */
    if (chdir("/") != 0) {
        /* Then it holds the folder. */
    }
    /* The two can have each other's number. */
    if (held >= 0) held = fcntl(held, F_DUPFD, 3);
    dup2(link, 0);
    if (held >= 0) dup2(held, 1);
    unsigned first = held >= 0 ? 2 : 1;
    if (close_range(first, ~0U, 0) != 0)
        for (int i = (int)first; i < 1024; i++) close(i);
    pid_t group;
    char release;
    ssize_t count;
    while ((count = read(0, &group, sizeof group)) < 0 && errno == EINTR) {
    }
    if (count != sizeof group) _exit(0);
    while ((count = read(0, &release, 1)) < 0 && errno == EINTR) {
    }
    if (count > 0) _exit(0);
    struct timespec tenth = {0, 100000000};
    kill(-group, SIGTERM);
    kill(-group, SIGCONT);
    for (int i = 0; i < 100 && has_members(group, NULL); i++) nanosleep(&tenth, NULL);
    kill(-group, SIGKILL);
    /* Nothing waits for the group of `reach run`. */
    while (held >= 0 && has_members(group, NULL)) nanosleep(&tenth, NULL);
    _exit(0);
}

static void end_by(int number) { _exit(128 + number); }

void ccs_end_by_signals_as_first_process(void) {
    if (getpid() != 1) return;
    const int numbers[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action;
        sigaction(numbers[i], NULL, &action);
        if (action.sa_handler != SIG_DFL) continue;
        action.sa_handler = end_by;
        sigaction(numbers[i], &action, NULL);
    }
}

static void do_nothing(int number) { (void)number; }

void ccs_survive_file_size_limit(void) {
    struct sigaction action;
    sigaction(SIGXFSZ, NULL, &action);
    if (action.sa_handler != SIG_DFL) return;
    action.sa_handler = do_nothing;
    action.sa_flags = SA_RESTART;
    sigaction(SIGXFSZ, &action, NULL);
}
