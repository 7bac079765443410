// SPDX-License-Identifier: Apache-2.0
//
// The digests of libcrypto, which is loaded when the first one is computed: its 20,000 relocations would cost every start of
// a program that only adds to a queue, or lists it, a millisecond.

#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

// Without the header, this is the only error.
#if !__has_include(<openssl/evp.h>)
#error "libcrypto is missing. On Debian and Ubuntu: apt install libssl-dev."
#else
#include <dlfcn.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <unistd.h>

#define CCR_TEXT_OF(number) #number
#define CCR_TEXT(number) CCR_TEXT_OF(number)
/* The library that belongs to the headers. */
#define CCR_LIBRARY "libcrypto.so." CCR_TEXT(OPENSSL_SHLIB_VERSION)

/* The library; NULL if it cannot be loaded. Several threads may run this at the same time; all get the same result. */
static inline void *ccr_library(void) {
    static void *found;
    void *library = __atomic_load_n(&found, __ATOMIC_RELAXED);
    if (!library) {
        library = dlopen(CCR_LIBRARY, RTLD_NOW | RTLD_LOCAL);
        __atomic_store_n(&found, library, __ATOMIC_RELAXED);
    }
    return library;
}

/* Why the library cannot be loaded; NULL if it is loaded. Every computation of digests asks this first. */
static inline const char *ccr_load_failure(void) { return ccr_library() ? NULL : dlerror(); }

/* The address of a function. One that is missing ends the process, as the loader does for a library that is linked. */
static inline void *ccr_symbol(const char *name) {
    void *library = ccr_library();
    void *symbol = library ? dlsym(library, name) : NULL;
    if (!symbol) {
        dprintf(STDERR_FILENO, "Digests cannot be computed: %s\n", dlerror());
        _exit(127);
    }
    return symbol;
}

/* Calls a function by the type that its header declares. */
#define CCR_CALL(function, ...)                                                                    \
    static void *found;                                                                            \
    void *address = __atomic_load_n(&found, __ATOMIC_RELAXED);                                     \
    if (!address) __atomic_store_n(&found, address = ccr_symbol(#function), __ATOMIC_RELAXED);     \
    return ((__typeof__(&function))address)(__VA_ARGS__)

static inline const EVP_MD *ccr_sha256(void) { CCR_CALL(EVP_sha256); }
static inline const EVP_MD *ccr_sha512(void) { CCR_CALL(EVP_sha512); }
static inline EVP_MD_CTX *ccr_context(void) { CCR_CALL(EVP_MD_CTX_new); }
static inline void ccr_context_free(EVP_MD_CTX *context) { CCR_CALL(EVP_MD_CTX_free, context); }
static inline int ccr_begin(EVP_MD_CTX *context, const EVP_MD *type) {
    CCR_CALL(EVP_DigestInit_ex, context, type, NULL);
}
static inline int ccr_update(EVP_MD_CTX *context, const void *bytes, size_t count) {
    CCR_CALL(EVP_DigestUpdate, context, bytes, count);
}
static inline int ccr_end(EVP_MD_CTX *context, unsigned char *digest) {
    CCR_CALL(EVP_DigestFinal_ex, context, digest, NULL);
}
#endif

#endif
