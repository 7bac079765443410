// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import CommandSystem
import LinuxSystem
import NetworkReachability

/// An error that ends the command: a reason for standard error, and the exit code.
package struct Failure: Error {
    package let reason: String
    package let code: ExitCode

    /// Returns a failure with `EX_USAGE`: the command line is invalid.
    package static func usage(_ reason: String) -> Failure {
        Failure(reason: reason, code: ExitCode(64))
    }

    /// Returns a failure with `EX_CONFIG`: the configuration file is invalid.
    static func configuration(_ reason: String) -> Failure {
        Failure(reason: reason, code: ExitCode(78))
    }

    /// Creates the failure for an error that ends the command.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - program: the program, which the parser's messages name.
    init(_ error: any Error, of program: any CommandProgram.Type = Reach.self) {
        switch error {
        case let failure as Failure: self = failure
        // EX_UNAVAILABLE: netlink cannot be used.
        case let error as NetworkAccessError:
            self.init(reason: error.description.escaped, code: ExitCode(69))
        // EX_IOERR: the output cannot be written.
        case let error as OutputError:
            self.init(reason: error.description.escaped, code: ExitCode(74))
        // Without descriptors or memory, netlink cannot be used either.
        case let error as SystemError:
            self.init(reason: error.description.escaped, code: ExitCode(69))
        default:
            // Messages of the parser begin with "Error: ". A request for help is an error, too.
            let message = program.fullMessage(for: error)
            let prefix = "Error: "
            self.init(
                reason: message.begins(with: prefix)
                    ? String(message.unicodeScalars.dropFirst(prefix.utf8.count)) : message,
                // EX_SOFTWARE: an unexpected error.
                code: program.exitCode(for: error) == .failure
                    ? ExitCode(70) : program.exitCode(for: error))
        }
    }

    /// Creates the failure for an error that a command line caused.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - arguments: the command line, without the name of the program. If the parser rejected it, the reason is the
    ///     text of ``UsageFault``.
    ///   - program: the program.
    package init(_ error: any Error, arguments: [String], of program: any CommandProgram.Type) {
        self.init(error, of: program)
        guard !(error is Failure), code == .validationFailure else { return }
        var lines = reason.pieces(separatedBy: "\n", omittingEmpty: false)
        if let grammar = try? program.grammar,
            let fault = UsageFault(grammar: grammar, values: program.values).text(arguments)
        {
            lines = [fault[...]] + lines.drop { !$0.begins(with: "Usage:") }
        }
        // Messages of the parser contain unescaped words of the command line.
        self.init(
            reason: lines.map { String($0).escaped }.joined(separator: "\n"), code: code)
    }

    /// Creates a failure with the number of an exit code.
    package init(_ reason: String, exitCode: Int32) {
        self.init(reason: reason, code: ExitCode(exitCode))
    }

    /// Creates a failure with an exit code.
    init(reason: String, code: ExitCode) {
        self.reason = reason
        self.code = code
    }

    /// Returns the exit code for the command of the arguments.
    ///
    /// `check --exec-condition` and `run` have one exit code for every failure of reach itself, so that the code is
    /// not taken for an answer. (If the arguments are invalid, the parser does not say which command they are for.)
    func code(of arguments: [String]) -> ExitCode {
        switch arguments.first {
        case "check" where arguments.contains("--exec-condition"): ExitCode(255)
        // The exit codes of timeout(1).
        case "run" where ![124, 126, 127].contains(code.rawValue): ExitCode(125)
        default: code
        }
    }
}
