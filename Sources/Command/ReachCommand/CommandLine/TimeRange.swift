// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// The range of time between `--since` and `--until`, in milliseconds since 1970.
struct TimeRange: Hashable, Sendable {
    let from: Int64
    /// The end that was asked for; now if none was.
    let to: Int64

    /// - Parameters:
    ///   - since: the beginning.
    ///   - until: the end; `nil` for now.
    /// - Throws: ``Failure`` with exit code 64 if the range is empty.
    init(from since: Int64, until: PointInTime?, now: Int64) throws {
        to = until?.milliseconds(.past, now: now) ?? now
        from = since
        guard from < min(to, now) else {
            throw Failure.usage(
                "--since is \(Timestamp(milliseconds: from).local), which is not before "
                    + (to < now ? "--until (\(Timestamp(milliseconds: to).local))" : "now"))
        }
    }
}
