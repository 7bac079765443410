// SPDX-License-Identifier: Apache-2.0

// The very code of the program, so that there is one limit.
#include "../../../programs/limit-network.c"

#include "limit-decoding.h"

int limit_decode_link(const void *message) { return take_link(message); }
