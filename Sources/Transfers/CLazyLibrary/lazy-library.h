// SPDX-License-Identifier: Apache-2.0
//
// Libraries that are loaded when they are called first: linked, they would cost every start of a program that only adds to a
// queue, or lists it, milliseconds.

#ifndef LAZY_LIBRARY_H
#define LAZY_LIBRARY_H

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

/* Defines three functions for a library:
   - PREFIX_library: the library; NULL if it cannot be loaded. Several threads may run this at the same time; all get the same
     result.
   - PREFIX_load_failure: why the library cannot be loaded; NULL if it is loaded. Every use of the library asks this first.
   - PREFIX_symbol: the address of a function. One that is missing, because the library is too old, ends the process, as the
     loader does for a library that is linked. */
#define LAZY_LIBRARY(prefix, file, complaint)                                                      \
    static inline void *prefix##_library(void) {                                                   \
        static void *found;                                                                        \
        void *library = __atomic_load_n(&found, __ATOMIC_RELAXED);                                 \
        if (!library) {                                                                            \
            library = dlopen(file, RTLD_NOW | RTLD_LOCAL);                                         \
            __atomic_store_n(&found, library, __ATOMIC_RELAXED);                                   \
        }                                                                                          \
        return library;                                                                            \
    }                                                                                              \
    static inline const char *prefix##_load_failure(void) {                                        \
        return prefix##_library() ? NULL : dlerror();                                              \
    }                                                                                              \
    static inline void *prefix##_symbol(const char *name) {                                        \
        void *library = prefix##_library();                                                        \
        void *symbol = library ? dlsym(library, name) : NULL;                                      \
        if (!symbol) {                                                                             \
            dprintf(STDERR_FILENO, complaint ": %s\n", dlerror());                                 \
            _exit(127);                                                                            \
        }                                                                                          \
        return symbol;                                                                             \
    }

/* Finds a function by the type that its header declares. */
#define LAZY_FIND(prefix, function)                                                                \
    static void *found;                                                                            \
    void *address = __atomic_load_n(&found, __ATOMIC_RELAXED);                                     \
    if (!address)                                                                                  \
        __atomic_store_n(&found, address = prefix##_symbol(#function), __ATOMIC_RELAXED);          \
    __typeof__(&function) call = (__typeof__(&function))address

#define LAZY_CALL(prefix, function, ...)                                                           \
    LAZY_FIND(prefix, function);                                                                   \
    return call(__VA_ARGS__)

#endif
