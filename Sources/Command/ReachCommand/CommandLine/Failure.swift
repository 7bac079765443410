// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem
import NetworkReachability

/// An error that ends the command: a reason for standard error, and the exit code.
package struct Failure: Error {
    package let reason: String
    let exitCode: Int32

    /// Returns a failure with `EX_USAGE`: the command line is invalid.
    package static func usage(_ reason: String) -> Failure {
        Failure(reason, exitCode: 64)
    }

    /// Returns a failure with `EX_CONFIG`: the configuration file is invalid.
    static func configuration(_ reason: String) -> Failure {
        Failure(reason, exitCode: 78)
    }

    /// Creates the failure for an error that ends the command.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - program: the program, which the parser's messages name; `nil` for an error that is not about a command line.
    package init(_ error: any Error, of program: (any CommandProgram.Type)? = nil) {
        switch error {
        case let failure as Failure: self = failure
        // EX_UNAVAILABLE: netlink cannot be used.
        case let error as NetworkAccessError:
            self.init(error.description.escaped, exitCode: 69)
        // EX_IOERR: the output cannot be written.
        case let error as OutputError:
            self.init(error.description.escaped, exitCode: 74)
        // Without descriptors or memory, netlink cannot be used either.
        case let error as SystemError:
            self.init(error.description.escaped, exitCode: 69)
        default:
            // Messages of the parser begin with "Error: ". A request for help is an error, too.
            let message = program?.fullMessage(for: error) ?? "\(error)".escaped
            let prefix = "Error: "
            let code = program?.exitCode(for: error) ?? .failure
            self.init(
                message.begins(with: prefix)
                    ? String(message.unicodeScalars.dropFirst(prefix.utf8.count)) : message,
                // EX_SOFTWARE: an unexpected error.
                exitCode: code == .failure ? 70 : code.rawValue)
        }
    }

    /// Creates the failure for an error that a command line caused.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - arguments: the command line, without the name of the program. If the parser rejected it, the reason is the
    ///     text of ``UsageFault``.
    ///   - program: the program.
    ///   - grammar: its commands and their options, if they are known; `nil` to ask the parser for them.
    init(
        _ error: any Error, arguments: [String], of program: any CommandProgram.Type,
        grammar: Grammar? = nil
    ) {
        self.init(error, of: program)
        guard !(error is Failure), exitCode == ExitCode.validationFailure.rawValue else { return }
        var lines = reason.pieces(separatedBy: "\n", omittingEmpty: false)
        if let grammar = try? grammar ?? program.grammar,
            let fault = UsageFault(grammar: grammar, values: program.values).text(arguments)
        {
            lines = [fault[...]] + lines.drop { !$0.begins(with: "Usage:") }
        }
        // Messages of the parser contain unescaped words of the command line.
        self.init(
            lines.map { String($0).escaped }.joined(separator: "\n"), exitCode: exitCode)
    }

    /// Reads, and throws a failure with `EX_NOINPUT` if the system refuses: the input cannot be read.
    static func reading<Value>(_ read: () throws(SystemError) -> Value) throws -> Value {
        do throws(SystemError) { return try read() } catch {
            throw Failure(error.description.escaped, exitCode: 66)
        }
    }

    /// Creates a failure.
    package init(_ reason: String, exitCode: Int32) {
        self.reason = reason
        self.exitCode = exitCode
    }

    /// Returns the exit code for the command of the arguments.
    ///
    /// `check --exec-condition` and `run` have one exit code for every failure of reach itself, so that the code is
    /// not taken for an answer. (If the arguments are invalid, the parser does not say which command they are for.) With
    /// `--exec-condition`, a word that is no command is a mistyped `check`.
    func exitCode(of arguments: [String], for program: any CommandProgram.Type) -> ExitCode {
        let name = arguments.first
        let isCheck = name == "check" || program.command(name) == nil
        if isCheck, arguments.contains(where: { $0.begins(with: "--exec-condition") }) {
            return ExitCode(255)
        }
        // The exit codes of timeout(1).
        return name == "run" && ![124, 126, 127].contains(exitCode)
            ? ExitCode(125) : ExitCode(exitCode)
    }
}
