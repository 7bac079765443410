// SPDX-License-Identifier: Apache-2.0
//
// Runs commands from their start to their end, in turns, and tells what each run took:
//
//     launch COUNT -- COMMAND... -- COMMAND...
//
// Each round runs every command once, every other round from the last to the first. What the commands
// print goes to /dev/null, but for one run of each beforehand, whose output is counted. The result is one
// JSON array with an object for each command: how many bytes it printed, and of each run the time from
// just before it is started until it has ended (CLOCK_MONOTONIC), its CPU time, both in nanoseconds, and
// its peak memory in KiB (wait4(2)). Before a command's own memory the kernel counts that of the program
// that starts it, which is why this one is small; "floor" says how small.

#include "netlink.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define MAX_COMMANDS 8

struct run {
    int64_t wall, cpu;
    long memory;
};

static char **commands[MAX_COMMANDS];
static int command_count, nothing;

// Runs a command; its output goes to a descriptor, its complaints to another.
static struct run run(char **command, int output, int complaints) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, nothing, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    posix_spawn_file_actions_adddup2(&actions, complaints, 2);
    pid_t child;
    int status;
    struct rusage usage;
    int64_t start = now_ns();
    int error = posix_spawnp(&child, command[0], &actions, NULL, command, environ);
    if (error) {
        errno = error;
        die(command[0]);
    }
    while (wait4(child, &status, 0, &usage) < 0)
        if (errno != EINTR) die("wait4");
    int64_t end = now_ns();
    posix_spawn_file_actions_destroy(&actions);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "launch: %s ended with status %#x\n", command[0], status);
        char text[4096];
        ssize_t length = pread(complaints, text, sizeof text, 0);
        if (length > 0) fwrite(text, 1, length, stderr);
        exit(1);
    }
    struct timeval user = usage.ru_utime, system = usage.ru_stime;
    return (struct run){.wall = end - start,
                        .cpu = (user.tv_sec + system.tv_sec) * 1000000000LL +
                               (user.tv_usec + system.tv_usec) * 1000LL,
                        .memory = usage.ru_maxrss};
}

static int scratch(void) {
    int file = memfd_create("output", MFD_CLOEXEC);
    if (file < 0) die("memfd_create");
    return file;
}

static long own_memory(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--") != 0) continue;
        if (command_count == MAX_COMMANDS) return 64;
        argv[i] = NULL;
        commands[command_count++] = argv + i + 1;
    }
    if (count < 1 || !command_count) {
        fprintf(stderr, "usage: launch COUNT -- COMMAND... [-- COMMAND...]\n");
        return 64;
    }
    // Nothing goes on when the measuring has been given up.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0) die("/dev/null");
    long bytes[MAX_COMMANDS], floor = own_memory();
    struct run *runs = calloc((size_t)count * command_count, sizeof *runs);
    if (!runs) die("calloc");
    for (int i = 0; i < command_count; i++) {
        int output = scratch(), complaints = scratch();
        struct stat status;
        run(commands[i], output, complaints);
        fstat(output, &status);
        bytes[i] = status.st_size;
        close(output);
        close(complaints);
    }
    for (int round = 0; round < count; round++)
        for (int turn = 0; turn < command_count; turn++) {
            int i = round % 2 ? command_count - 1 - turn : turn;
            runs[round * command_count + i] = run(commands[i], nothing, nothing);
        }
    for (int i = 0; i < command_count; i++) {
        printf("%s{\"bytes\":%ld,\"floor\":%ld", i ? "," : "[", bytes[i], floor);
        static const char *names[] = {"wall", "cpu", "memory"};
        for (int part = 0; part < 3; part++) {
            printf(",\"%s\":[", names[part]);
            for (int round = 0; round < count; round++) {
                struct run *run = &runs[round * command_count + i];
                long values[] = {run->wall, run->cpu, run->memory};
                printf("%s%ld", round ? "," : "", values[part]);
            }
            printf("]");
        }
        printf("}");
    }
    printf("]\n");
    return 0;
}
