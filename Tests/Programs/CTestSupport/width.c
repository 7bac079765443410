// SPDX-License-Identifier: Apache-2.0

#include "CTestSupport.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/// Swift Testing runs two test cases at the same time for each processor (Swift 6.3). Most of ours wait for programs, so
/// that processors would rest. Swift Testing reads the variable before the first test.
__attribute__((constructor)) static void allow_more_tests(void) {
    char width[16];
    snprintf(width, sizeof width, "%ld", 16 * sysconf(_SC_NPROCESSORS_ONLN));
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}
