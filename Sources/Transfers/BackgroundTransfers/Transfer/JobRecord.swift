// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The part of a transfer's record that only jobs have.
///
/// Times are in milliseconds since 1970.
package struct JobRecord: Sendable, Hashable {
    /// The name of the command and its arguments.
    var command: [String]
    var details: Details
    /// How often the job is done; `nil` for once.
    var every: JobPeriod?
    /// The exit code of the last attempt; `nil` if there was none, or a signal ended it.
    var exit: Int32?
    /// When the next period begins; `nil` if the job is due in this one, or is done once.
    var nextAt: Int64?
}

extension JobRecord {
    /// Creates the record of a new job.
    ///
    /// - Parameters:
    ///   - job: the job.
    ///   - folder: the absolute path of the folder if the job has none, or a relative one.
    ///   - mask: the file creation mask.
    ///   - isUnconditional: whether no conditions were given.
    init(_ job: Job, in folder: String, mask: UInt16, isUnconditional: Bool) {
        func path(_ path: String, in folder: String) -> String {
            path.begins(with: "/") ? path : (folder.ends(with: "/") ? folder : folder + "/") + path
        }
        let folder = (job.folder.map { path($0, in: folder) } ?? folder).withoutTrailingSlashes
        command = job.command
        every = job.every
        details = Details(
            folder: folder, mask: mask, log: job.log.map { path($0, in: folder) },
            onLoss: job.onLoss,
            lossGrace: job.lossGrace.boundedMilliseconds,
            timeLimit: job.timeLimit?.boundedMilliseconds, retryOn: job.retryOn,
            isExclusive: job.isExclusive, isUnconditional: isUnconditional)
    }
}
