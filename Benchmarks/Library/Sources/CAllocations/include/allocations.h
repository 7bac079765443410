// SPDX-License-Identifier: Apache-2.0

#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include <stdint.h>

/// How often memory was allocated in this process, by all threads: malloc, calloc, realloc, aligned_alloc,
/// posix_memalign and memalign, which the program's own definitions count.
uint64_t allocation_count(void);

#endif
