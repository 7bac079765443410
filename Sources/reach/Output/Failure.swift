// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import Reachability

/// Why the command ends without its result: a reason for standard error, and the exit code.
struct Failure: Error {
    let reason: String
    let code: ExitCode

    /// `EX_USAGE`: the command line asks for what is not there.
    static func usage(_ reason: String) -> Failure {
        Failure(reason: reason, code: ExitCode(64))
    }

    /// `EX_CONFIG`: the configuration file is wrong.
    static func configuration(_ reason: String) -> Failure {
        Failure(reason: reason, code: ExitCode(78))
    }

    /// What an error that ended the command means to its caller.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        // EX_UNAVAILABLE: the kernel's netlink cannot be used.
        case let error as NetworkAccessError:
            self.init(reason: error.description.escaped, code: ExitCode(69))
        // EX_IOERR: the output could not be written.
        case let error as SystemError where error.isOutput:
            self.init(reason: error.description.escaped, code: ExitCode(74))
        // Without descriptors or memory the kernel cannot be asked either.
        case let error as SystemError:
            self.init(reason: error.description.escaped, code: ExitCode(69))
        default:
            // The parser's errors begin with a word of their own; and asking for help is one.
            let message = Reach.fullMessage(for: error)
            let prefix = "Error: "
            self.init(
                reason: message.hasPrefix(prefix)
                    ? String(message.dropFirst(prefix.count)) : message,
                // EX_SOFTWARE: an error that nobody thought of.
                code: Reach.exitCode(for: error) == .failure
                    ? ExitCode(70) : Reach.exitCode(for: error))
        }
    }

    /// What an error means that came of a command line.
    ///
    /// - Parameter arguments: the command line, without the program's name. If the parser has refused it,
    ///   the reason is said in the words of ``UsageFault``.
    init(_ error: any Error, arguments: [String]) {
        self.init(error)
        guard !(error is Failure), code == .validationFailure else { return }
        var lines = reason.split(separator: "\n", omittingEmptySubsequences: false)
        if let grammar = try? Grammar.reach,
            let fault = UsageFault(grammar: grammar).text(arguments)
        {
            lines = [fault[...]] + lines.drop { !$0.hasPrefix("Usage:") }
        }
        // The parser repeats words of the command line as they are.
        self.init(
            reason: lines.map { String($0).escaped }.joined(separator: "\n"), code: code)
    }

    /// A failure with a code of its own.
    init(reason: String, code: ExitCode) {
        self.reason = reason
        self.code = code
    }

    /// The exit code, by the arguments: two commands have one for every failure of reach's own, so
    /// that it is not taken for an answer. (Where arguments are wrong, the parser does not tell which
    /// command they were for.)
    func code(of arguments: [String]) -> ExitCode {
        switch arguments.first {
        case "check" where arguments.contains("--exec-condition"): ExitCode(255)
        // timeout(1)'s codes: the command was not reached.
        case "run" where ![124, 126, 127].contains(code.rawValue): ExitCode(125)
        default: code
        }
    }
}
