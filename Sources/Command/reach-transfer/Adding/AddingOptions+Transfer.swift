// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import Foundation
import LinuxSystem
import NetworkReachability
import ReachCommand

/// Where and how the program was called.
struct Caller {
    /// The current folder, with a slash at its end.
    var folder: String
    /// The permission bits of new files.
    var mode: UInt16
    /// The environment, as in `/proc/PID/environ`.
    var environment: [UInt8]
    /// The current time, in milliseconds since 1970.
    var now: Int64

    /// Looks at this process.
    static func current() throws -> Caller {
        let folder = try resolvedPath(".")
        return Caller(
            folder: folder.ends(with: "/") ? folder : folder + "/",
            mode: 0o666 & ~fileCreationMask,
            environment: CurrentProcess.environment, now: RealTimeClock.milliseconds)
    }
}

extension AddingOptions {
    /// The options of the transfers.
    func options(_ headers: [HeaderField], _ caller: Caller) -> TransferOptions {
        var options = TransferOptions(
            key: schedule.key, existing: schedule.existing ?? .keep,
            sha256: sha256?.bytes,
            group: schedule.group,
            notBefore: schedule.notBefore.map {
                Date(milliseconds: $0.milliseconds(from: caller.now))
            },
            priority: schedule.priority.value, limitRate: limitRate?.bytesPerSecond,
            headers: headers.map { TransferOptions.Header($0.name, $0.value) },
            usesNetrc: netrc,
            stability: .milliseconds(schedule.stable.milliseconds))
        options.deadline = schedule.deadline.map { deadline in
            let duration = Duration.milliseconds(
                deadline.milliseconds(from: caller.now) - caller.now)
            return switch schedule.onDeadline {
            case .fail, nil: TransferOptions.Deadline.fail(after: duration)
            case .run: TransferOptions.Deadline.run(after: duration)
            }
        }
        // Who waits wants to know soon that it is of no use.
        options.attempts =
            switch schedule.attempts {
            case .limited(let count): .limited(count)
            case .unlimited: .unlimited
            case nil: detach ? .sevenDays : .limited(10)
            }
        return options
    }

    /// The command and unit that run at the end, and the environment for them.
    func completion(
        _ caller: Caller
    ) -> (completion: CompletionAction, environment: [UInt8]?) {
        let command = then.isEmpty ? nil : CompletionAction.Command(then, in: caller.folder)
        return (
            CompletionAction(unit: onFinish, command: command),
            command.map { _ in caller.environment }
        )
    }
}

// MARK: - Files

extension AddingOptions {
    /// The header fields of the command line and of `--header-file`.
    ///
    /// - Throws: `Failure` with exit code 64, which names the line.
    func allHeaders(of kind: Transfer.Kind) throws -> [HeaderField] {
        let headers = try headers(of: kind)
        guard let headerFile else { return headers }
        let option = "--header-file"
        return try headers
            + Self.lines(of: headerFile, option).map { number, line in
                do throws(HeaderField.Fault) {
                    return try HeaderField(line, of: kind)
                } catch {
                    throw Failure.usage("\(option): line \(number): \(error.explanation)")
                }
            }
    }

    /// The lines of a file with their numbers, but blank ones and those that begin with `#`.
    static func lines(of path: String, _ option: String) throws -> [(Int, String)] {
        let bytes: [UInt8]?
        do throws(SystemError) {
            let limit = 16 << 20
            bytes =
                path == "-"
                ? try InputFile.readStandardInput(limit: limit)
                : try InputFile.read(path, limit: limit)
        } catch {
            throw Failure.usage("\(option): \(error.description.escaped)")
        }
        guard let bytes else { throw Failure.usage("\(option): '\(path.escaped)': no such file") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure.usage("\(option): '\(path.escaped)' is not valid UTF-8")
        }
        return text.pieces(separatedBy: "\n", omittingEmpty: false).enumerated().compactMap {
            position, line in
            let blank: (Unicode.Scalar) -> Bool = \.properties.isWhitespace
            let words = line.unicodeScalars.drop(while: blank).reversed().drop(while: blank)
                .reversed()
            guard let first = words.first, first != "#" else { return nil }
            return (position + 1, String(String.UnicodeScalarView(words)))
        }
    }
}
