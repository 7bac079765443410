// SPDX-License-Identifier: Apache-2.0
//
// The system functions of the command that Swift cannot provide: the code of `reach run` between fork(2) and execve(2),
// where only async-signal-safe functions may be called; the process's arguments, which the C library passes to
// constructors; and functions that the C library declares only with _GNU_SOURCE.

#ifndef CCOMMANDSYSTEM_H
#define CCOMMANDSYSTEM_H

#ifndef __linux__
#error "Reachability is for Linux."
#endif

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The arguments that the process was started with. The C library passes them to constructors, so they are
 * known without /proc. */
int ccs_argument_count(void);
const char *ccs_argument(int position);

/* The path that the program was executed by, getauxval(3) with AT_EXECFN; null if it is unknown. */
const char *ccs_executable_name(void);

/* The versions of the build's tools and libraries, one per line; empty if the build did not record them. */
const char *ccs_built_with(void);

/* Writes as much as fits without waiting, pwritev2(2) with RWF_NOWAIT. Fails with EAGAIN if nothing fits. */
ssize_t ccs_write_without_waiting(int file, const void *bytes, size_t count);

/* Starts a program in a process group of its own.
 *
 * A file that is executable and has no format that the kernel knows is run by /bin/sh, as execvp(3) does.
 * `program_arguments` and `environment` end with a null pointer. `mask` is the program's signal mask. `input` becomes
 * its standard input; if it is -1, the program has that of this process. `output` becomes its standard output and its
 * standard error, and it inherits no other descriptors and no terminal (setsid(2)); if it is -1, the program has those
 * of this process. `file_mask` becomes its file creation mask, unless it is -1. `folder` becomes its current folder; if it
 * is null, the program has that of this process. `terminal` is handed over to the group; it is -1 for none. The program's
 * process number is written to `guard_link` before the program is executed, so that the guard knows the group whatever
 * becomes of this process. The group is also written to the file `record`, at `record_position`, unless `record` is -1.
 *
 * Returns the program's process number; or a negative error number, of execve(2) if `*failed_to_execute`, else of
 * pipe(2) or fork(2). */
pid_t ccs_start_program(const char *path, char *const program_arguments[], char *const environment[],
                        const sigset_t *mask, int input, int output, int file_mask, const char *folder, int terminal,
                        int guard_link, int record, off_t record_position, bool *failed_to_execute);

/* A process group that this process or an earlier one has started. */
struct ccs_group {
    int64_t number;
    /* When its first process was started, in ticks since the machine has started. */
    int64_t start;
};

/* Whether a group has processes that have not ended, and is this group, not another one with its number.
 *
 * Where the first process has ended, only processes count that were started with a variable whose name begins with
 * `variable`. */
bool ccs_group_exists(struct ccs_group group, const char *variable);

/* Starts a helper of this process: a program in a process group of its own, with no signal blocked, that ends with this
 * process. `input` becomes its standard input, and its standard output goes to a pipe; it inherits no other descriptors
 * but standard error. `*output` is the pipe's end for reading, which does not block. `*handle` is a descriptor of the
 * process, pidfd_open(2); -1 where the kernel has none (before Linux 5.3).
 *
 * Returns zero; or an error number, of pipe(2) or fork(2). A program that cannot be executed writes nothing. */
int ccs_start_helper(const char *path, char *const program_arguments[], char *const environment[], int input,
                     int *output, int *handle);

/* Kills a helper, if it has not ended, and waits for its end. */
void ccs_end_helper(int handle);

/* A file in memory with these bytes, memfd_create(2), at its beginning, closed on execve. Returns its descriptor; or -1
 * and sets errno. */
int ccs_memory_file(const void *bytes, size_t count);

/* Lets the programs that this process executes have a descriptor, or not. */
void ccs_share_on_execute(int descriptor, bool is_shared);

/* Starts the guard: a process that ends a process group when this process has died.
 *
 * The guard reads the group's number from `link`, a connected socket, and then waits for the other end of it to be
 * closed. Then it sends SIGTERM and SIGCONT to the group, and SIGKILL ten seconds later, and ends when the group is gone;
 * unless it has read another byte, which tells it to end. It holds the descriptor `held` meanwhile, unless that is -1: a lock
 * on it shows other processes whether the group is gone. The guard has another name than this process, and no arguments, so
 * that a kill by this process's name does not reach the guard. Returns its process number; or a negative error number. */
pid_t ccs_start_guard(int link, int held);

/* The process's environment, environ(7). */
char **ccs_environment(void);

/* Orphans among the descendants of this process become its children (PR_SET_CHILD_SUBREAPER). */
void ccs_adopt_orphans(void);

/* No core dump is written when a signal ends this process (PR_SET_DUMPABLE). */
void ccs_disable_core_dump(void);

/* A descriptor that signals are read from, signalfd(2): not blocking, closed on execve. */
int ccs_signal_descriptor(const sigset_t *signals);

/* The number of the next signal that can be read from the descriptor; 0 if there is none. */
int ccs_next_signal(int descriptor);

/* Where this is process 1, the signals that end other processes end it, too, with 128 + N: the kernel does not
 * deliver to process 1 a signal without a handler. A signal that is ignored stays ignored. */
void ccs_end_by_signals_as_first_process(void);

/* A write beyond the limit of a file's size (RLIMIT_FSIZE) fails with EFBIG, and no longer ends this process. The signal is
 * handled and not ignored: programs that this process starts would ignore it, too. */
void ccs_survive_file_size_limit(void);

#endif
