// SPDX-License-Identifier: Apache-2.0

#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

// Without the header, this is the only error.
#if !__has_include(<openssl/evp.h>)
#error "libcrypto is missing. On Debian and Ubuntu: apt install libssl-dev."
#else
#include <openssl/evp.h>
#endif

#endif
