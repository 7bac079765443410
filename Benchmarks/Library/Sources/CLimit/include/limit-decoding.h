// SPDX-License-Identifier: Apache-2.0

#ifndef LIMIT_DECODING_H
#define LIMIT_DECODING_H

/// What the limit does with a message about a link (`struct nlmsghdr`): takes its flags, operational state,
/// master and name into a table.
///
/// Returns whether packets may go another way now.
int limit_decode_link(const void *message);

#endif
