// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// The range of time between `--since` and `--until`, in milliseconds since 1970.
struct TimeRange: Hashable, Sendable {
    let from: Int64
    /// The end that was asked for; now if none was.
    let to: Int64

    /// The beginning of a range whose beginning was not asked for.
    struct DefaultBeginning {
        /// Milliseconds since 1970.
        let time: Int64
        /// Its description for messages: `the beginning of this month`.
        let name: String
    }

    /// - Parameters:
    ///   - since: the beginning that was asked for; `nil` for the default one.
    ///   - until: the end; `nil` for now.
    /// - Throws: ``Failure`` with exit code 64 if the range is empty. It names the options that were given.
    init(
        from since: PointInTime?, default beginning: DefaultBeginning, until: PointInTime?,
        now: Int64
    ) throws {
        to = until?.milliseconds(.past, now: now) ?? now
        from = since?.milliseconds(.past, now: now) ?? beginning.time
        guard from >= min(to, now) else { return }
        let (start, end) = (
            Timestamp(milliseconds: from).local, Timestamp(milliseconds: to).local
        )
        if since != nil {
            throw Failure.usage(
                "--since is \(start), which is not before "
                    + (to < now ? "--until (\(end))" : "now"))
        }
        throw Failure.usage(
            to < now
                ? "--until is \(end), which is not after \(beginning.name) (\(start)); add --since"
                : "\(beginning.name) (\(start)) is not before now; add --since")
    }
}
