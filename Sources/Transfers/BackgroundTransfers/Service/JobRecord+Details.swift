// SPDX-License-Identifier: Apache-2.0

extension JobRecord {
    /// The parts that lists do not show. They are stored in one column.
    package struct Details: Sendable, Hashable, Codable {
        /// The absolute path of the folder in which the command runs.
        package var folder: String
        /// The file creation mask.
        var mask: UInt16
        /// The absolute path of the file to which the output is appended.
        package var log: String?
        package var onLoss = Job.LossPolicy.finish
        /// In milliseconds.
        package var lossGrace: Int64 = 1000
        /// In milliseconds.
        package var timeLimit: Int64?
        var retryOn: Set<Int32>?
        package var isExclusive = false
        /// Whether the user has given no conditions, so that no path is needed.
        package var isUnconditional = false

        // The members that change while the job goes on.

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
