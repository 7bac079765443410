// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The part of a transfer's record that only jobs have.
///
/// Times are in milliseconds since 1970.
struct JobRecord: Sendable, Hashable {
    /// The name of the command and its arguments.
    var command: [String]
    var details: Details
    /// How often the job is done; `nil` for once.
    var every: JobPeriod?
    /// The exit code of the last attempt; `nil` if there was none, or a signal ended it.
    var exit: Int32?
    /// When the next period begins; `nil` if the job is due in this one, or is done once.
    var nextAt: Int64?

    /// The parts that lists do not show. They are stored in one column.
    struct Details: Sendable, Hashable, Codable {
        /// The absolute path of the folder in which the command runs.
        var folder: String
        /// The file creation mask.
        var mask: UInt16
        /// The absolute path of the file to which the output is appended.
        var log: String?
        var onLoss = Job.LossPolicy.finish
        /// In milliseconds.
        var lossGrace: Int64 = 1000
        /// In milliseconds.
        var timeLimit: Int64?
        var retryOn: Set<Int32>?
        var isExclusive = false
        /// Whether the user has given no conditions, so that no path is needed.
        var isUnconditional = false

        // What changes while the job goes on.

        /// When the command began last; `nil` if it has not.
        var began: Int64?
        /// When the period after the one in which the job has begun last begins; `nil` if it has not begun, or is done
        /// once.
        var nextPeriod: Int64?
        /// The ends in a row that are no attempts: exit 75, and a system that cannot start a process.
        var temporaryFailures = 0
        /// Whether the last attempt did not end by itself. It is set with the start, and taken back with the end.
        var isInterrupted = false
    }
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
        var folder = job.folder.map { path($0, in: folder) } ?? folder
        while folder.ends(with: "/"), folder.utf8.count > 1 { folder.removeLast() }
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
