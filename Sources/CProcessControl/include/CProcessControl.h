// SPDX-License-Identifier: Apache-2.0
//
// What `reach run` does between fork(2) and execve(2), where only async-signal-safe functions may be called; and
// the process's arguments, which the C library hands to constructors.

#ifndef CPROCESSCONTROL_H
#define CPROCESSCONTROL_H

#ifndef __linux__
#error "Reachability is for Linux."
#endif

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* The arguments that the process was started with. The C library passes them to constructors, so they are
 * known without /proc. */
int cpc_argument_count(void);
const char *cpc_argument(int position);

/* Starts a program in a process group of its own.
 *
 * A file that is executable and has no format that the kernel knows is run by /bin/sh, as execvp(3) does.
 * `words` and `environment` end with a null pointer. `mask` is the program's signal mask. `terminal` is
 * handed over to the group; it is -1 for none. The program's process number is written to `guard_link` before the
 * program is executed, so that the guard knows the group whatever becomes of this process.
 *
 * Returns the program's process number; or a negative error number, of execve(2) if `*failed_to_execute`, else of
 * pipe(2) or fork(2). */
pid_t cpc_start_program(const char *path, char *const words[], char *const environment[],
                        const sigset_t *mask, int terminal, int guard_link, bool *failed_to_execute);

/* Starts the guard: a process that ends a process group when this process has died.
 *
 * The guard reads the group's number from `link`, a connected socket, and then waits for the other end of it to be
 * closed. Then it sends SIGTERM and SIGCONT to the group, and SIGKILL ten seconds later; unless it has read another
 * byte, which tells it to end. The guard has another name than this process, and no arguments, so that whoever kills this process
 * by its name does not kill the guard. Returns its process number; or a negative error number. */
pid_t cpc_start_guard(int link);

/* The process's environment, environ(7). */
char **cpc_environment(void);

/* Orphans among the descendants of this process become its children (PR_SET_CHILD_SUBREAPER). */
void cpc_adopt_orphans(void);

/* No core dump is written when a signal ends this process (PR_SET_DUMPABLE). */
void cpc_disable_core_dump(void);

/* A descriptor that signals are read from, signalfd(2): not blocking, closed on execve. */
int cpc_signal_descriptor(const sigset_t *signals);

/* The number of the next signal that the descriptor tells; 0 if there is none. */
int cpc_next_signal(int descriptor);

/* Where this is process 1, the signals that end other processes end it, too, with 128 + N: the kernel does not
 * deliver to process 1 a signal without a handler. A signal that is ignored stays ignored. */
void cpc_end_by_signals_as_first_process(void);

/* Lets the system take back the pages of the program's code that were needed only to start it (madvise(2)); what
 * is needed again is mapped again, from the page cache. The code is never written to, so nothing is lost. */
void cpc_forget_start(void);

#endif
