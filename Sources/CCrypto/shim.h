// SPDX-License-Identifier: Apache-2.0

#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

#include <openssl/evp.h>

#endif
