// SPDX-License-Identifier: Apache-2.0

#ifndef LIMIT_DECODING_H
#define LIMIT_DECODING_H

/// The limit's handling of a link message (`struct nlmsghdr`): it stores the flags, the operational
/// state, the master and the name in a table.
///
/// Returns whether the routes of packets may have changed.
int limit_decode_link(const void *message);

#endif
