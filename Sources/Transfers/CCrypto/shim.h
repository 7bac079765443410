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
#include "../CLazyLibrary/lazy-library.h"
#include <openssl/evp.h>

#define CCR_TEXT_OF(number) #number
#define CCR_TEXT(number) CCR_TEXT_OF(number)
/* The library that belongs to the headers. */
#define CCR_LIBRARY "libcrypto.so." CCR_TEXT(OPENSSL_SHLIB_VERSION)

LAZY_LIBRARY(ccr, CCR_LIBRARY, "Digests cannot be computed")

/* Calls a function by the type that its header declares. */
#define CCR_CALL(...) LAZY_CALL(ccr, __VA_ARGS__)

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
