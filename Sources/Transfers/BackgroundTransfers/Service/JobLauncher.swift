// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Runs the commands and units of a worker: jobs, and what runs when transfers have ended.
///
/// It is used on the worker's thread, and must not block it.
package protocol JobLauncher: AnyObject {
    /// A descriptor that is readable when ``tend()`` may have something to do, or ``isReady`` may have changed.
    var descriptor: Int32 { get }
    /// When ``tend()`` must be called although the descriptor is not readable, by `MonotonicClock`; `nil` for never.
    var due: Int64? { get }
    /// Whether commands can be started. They cannot while processes of an earlier worker are still there.
    var isReady: Bool { get }

    /// Starts a command or a unit.
    ///
    /// - Parameters:
    ///   - request: the command or unit.
    ///   - ended: is called from ``tend()`` with the result, also if nothing could be started.
    /// - Returns: the number of the request.
    @discardableResult
    func start(_ request: JobRequest, ended: @escaping (JobEnd) -> Void) -> Int

    /// Tells a command whether its conditions hold.
    ///
    /// - Parameters:
    ///   - conditions: whether they hold.
    ///   - number: the number of the request.
    func set(_ conditions: JobRequest.Conditions, of number: Int)

    /// Whether a command is suspended, because its conditions are lost.
    func isSuspended(_ number: Int) -> Bool

    /// Ends a command. ``tend()`` reports its result.
    func stop(_ number: Int)

    /// Handles the ends of requests.
    func tend()

    /// Gives the right to start commands back, because the worker ends. The commands that still run, and their
    /// guards, keep it.
    func release()
}

/// A command or a unit that is started.
package struct JobRequest: Sendable, Hashable {
    /// Whether the conditions of a command hold.
    package enum Conditions: Sendable, Hashable {
        case conditionsHold
        /// They are lost.
        ///
        /// - isAtOnce: the loss counts without a grace.
        case conditionsLost(isAtOnce: Bool)
    }

    /// A variable of the environment.
    package struct Variable: Sendable, Hashable {
        package var name: String
        package var value: String
        /// The variable that names a file with the value, if the value is long; `nil` if it never is.
        var fileName: String?

        init(_ name: String, orFileIn fileName: String? = nil, _ value: String) {
            self.name = name
            self.value = value
            self.fileName = fileName
        }
    }

    /// The number that the launcher has given the request.
    package var number = 0
    /// The systemd unit that is started; `nil` for none.
    package var unit: String?
    /// The command that is run; `nil` for none. If there is a unit, too, that is started first.
    package var command: CompletionAction.Command?
    /// The environment of the command, each variable as `NAME=value`.
    package var environment: [[UInt8]]
    /// The variables that are added to it.
    package var variables: [Variable]
    /// The file creation mask; `nil` for that of the worker.
    package internal(set) var mask: UInt16?
    /// The file that the output is appended to; `nil` for the output of the worker.
    package internal(set) var log: String?
    package internal(set) var onLoss = Job.LossPolicy.finish
    /// In milliseconds.
    package internal(set) var lossGrace: Int64 = 0
    /// The time after which the command is ended, in milliseconds; `nil` for no limit.
    package internal(set) var timeLimit: Int64?
}

/// How a command or a unit ended.
package struct JobEnd: Sendable, Hashable {
    /// The way in which the command ended.
    package enum Result: Sendable, Hashable {
        /// The command exited with this code. A unit that was started counts as 0.
        case exited(Int32)
        /// A signal ended the command.
        case killed(number: Int32, name: String)
        /// The command could not be started, for this reason. The code is that of a shell: 126 or 127; `nil` if the folder is
        /// missing.
        case failed(String, code: Int32?)
        /// The system could not start any command, for this reason: it has no process or descriptor left.
        case unavailable(String)
    }

    /// Why the command was ended.
    package enum Cause: Sendable, Hashable {
        /// ``JobLauncher/stop(_:)``
        case stopped
        /// The conditions were lost.
        case lost
        /// The time limit has passed.
        case timeLimit
    }

    package var result: Result
    /// Why the command was ended; `nil` if it ended by itself.
    package var cause: Cause?

    package init(_ result: Result, _ cause: Cause? = nil) {
        self.result = result
        self.cause = cause
    }

    /// The result as the detail of an event.
    var detail: String {
        switch result {
        case .exited(let code): "exit \(code)"
        case .killed(_, let name): "ended by \(name)"
        case .failed(let reason, _), .unavailable(let reason): Self.notStarted + reason
        }
    }

    fileprivate static let notStarted = "not started: "
}

extension TransferEvent {
    /// Whether the completion action could not be started.
    package var reportsFailedStart: Bool {
        event == .delivered && detail?.begins(with: JobEnd.notStarted) == true
    }
}
