// SPDX-License-Identifier: Apache-2.0

/// A command that is run when its conditions hold, also after the program has ended and the machine has started again.
///
/// A job has ended well when its command exits with 0. It runs at least once, and never twice at the same time: if its
/// process is killed with the machine or the worker, it runs again, and finds `REACH_JOB_INTERRUPTED=1` in its environment.
/// `REACH_JOB_ID` has the number of the job, and `REACH_JOB_ATTEMPT` that of the attempt.
///
/// ```swift
/// var index = Job(["/usr/bin/updatedb", "--require-visibility", "0"])
/// index.every = .daily
/// let id = try await session.schedule(index, constraints: .unmetered)
/// ```
public struct Job: Sendable, Hashable {
    /// The action when the conditions are lost while the command runs.
    public enum LossPolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// The command continues.
        case finish
        /// The command is ended, and runs again once the conditions hold. That is no attempt.
        case stop
        /// The command is suspended until the conditions hold.
        case suspend
    }

    /// The command: its name and its arguments. There is no shell. A name without a slash is looked up in `PATH`.
    ///
    /// The arguments are no secrets: they are kept in the store.
    public var command: [String]
    /// The folder in which the command runs; `nil` for the current folder of the process that adds the job.
    public var folder: String?
    /// The environment of the command; `nil` for that of the process that adds the job. It is kept in a file that only its
    /// owner can read, and not in the store.
    public var environment: [String: String]?
    /// The file to which the output is appended; `nil` for the output of the worker, which is the journal under systemd.
    /// Its name counts from the folder. It is made with the mode 0600. A symbolic link or a device is refused.
    public var log: String?
    /// How often the job is done; `nil` for once.
    public var every: JobPeriod?
    /// The action when the conditions are lost while the command runs.
    public var onLoss: LossPolicy
    /// The time for which the conditions must be lost before that counts.
    public var lossGrace: Duration
    /// The time after which the command is ended, which is a failed attempt; `nil` for no limit. The time for which a loss
    /// suspends it does not count.
    public var timeLimit: Duration?
    /// How often a command that fails is tried again. An exit with 75 (`EX_TEMPFAIL`) is no attempt.
    public var attempts: TransferOptions.Attempts
    /// The exit codes after which the command is tried again; `nil` for all but 0.
    public var retryOn: Set<Int32>?
    /// Whether no other job runs at the same time.
    public var isExclusive: Bool

    /// Creates a job. By default it runs once, and up to five times if it fails.
    ///
    /// - Parameter command: the name of the command and its arguments.
    public init(_ command: [String]) {
        self.command = command
        onLoss = .finish
        lossGrace = .seconds(1)
        attempts = .limited(5)
        isExclusive = false
    }
}

extension Job {
    /// The exit code that says that the command could not do its work yet (`EX_TEMPFAIL` of sysexits.h).
    static let temporaryFailure: Int32 = 75

    /// The variables that the worker adds to the environment of a command. Those that the adder has are dropped: it may be
    /// such a command itself.
    enum Variable {
        static let id = "REACH_JOB_ID"
        static let attempt = "REACH_JOB_ATTEMPT"
        static let interrupted = "REACH_JOB_INTERRUPTED"
    }
}
