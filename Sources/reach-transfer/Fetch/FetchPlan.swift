// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import Foundation
import LinuxSystem
import NetworkReachability
import ReachCommand

/// What a `reach fetch` adds to the store.
struct FetchPlan {
    var transfers: [NewTransfer]

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
                folder: folder.hasSuffix("/") ? folder : folder + "/",
                mode: 0o666 & ~fileCreationMask,
                environment: CurrentProcess.environment, now: RealTimeClock.milliseconds)
        }
    }

    /// - Parameters:
    ///   - request: what the command line says.
    ///   - addresses: the addresses of the command line and of the file.
    ///   - headers: the header fields of the command line and of the file.
    ///   - caller: the process that asks: its folder, mask, environment and time.
    ///   - group: the group of several addresses that have no name for it.
    ///   - isFolder: whether a path leads to a folder.
    init(
        _ request: FetchRequest, addresses: [WebAddress], headers: [HeaderField], caller: Caller,
        group: @autoclosure () -> String, isFolder: (String) -> Bool
    ) {
        let destination = Self.destination(request.output, caller, isFolder)
        var options = TransferOptions(
            key: request.key, existing: request.existing == .keep ? .keep : .replace,
            sha256: request.sha256,
            group: request.group ?? (addresses.count > 1 ? group() : nil),
            notBefore: request.notBefore.map {
                Date(milliseconds: $0.milliseconds(from: caller.now))
            },
            priority: request.priority, limitRate: request.limitRate,
            headers: headers.map { TransferOptions.Header($0.name, $0.value) },
            usesNetrc: request.usesNetrc, overwrites: request.overwrites,
            stability: .milliseconds(request.stability))
        options.deadline = request.deadline.map { deadline in
            let duration = Duration.milliseconds(
                deadline.milliseconds(from: caller.now) - caller.now)
            return switch request.onDeadline {
            case .fail: TransferOptions.Deadline.fail(after: duration)
            case .run: TransferOptions.Deadline.run(after: duration)
            }
        }
        // Who waits wants to know soon that it is of no use.
        options.attempts =
            switch request.attempts {
            case .limited(let count): .limited(count)
            case .unlimited: .unlimited
            case nil: request.detaches ? .sevenDays : .limited(10)
            }
        let command =
            request.command.isEmpty
            ? nil : TransferRecord.Command(request.command, in: caller.folder)
        transfers = addresses.map { address in
            NewTransfer(
                download: address.text, to: destination, condition: request.condition,
                options: options,
                mode: caller.mode,
                secrets: TransferSecrets(
                    environment: command.map { _ in Data(caller.environment) }),
                delivery: TransferRecord.Delivery(unit: request.unit, command: command))
        }
    }

    private static func destination(
        _ output: String?, _ caller: Caller, _ isFolder: (String) -> Bool
    ) -> TransferRecord.Destination {
        guard let output else { return .folder(caller.folder) }
        let path = output.hasPrefix("/") ? output : caller.folder + output
        return path.hasSuffix("/") || isFolder(path) ? .folder(path) : .file(path)
    }
}

// MARK: - Files

extension FetchRequest {
    /// The addresses of the command line and of `--input-file`.
    ///
    /// - Throws: ``Failure`` with exit code 64, which names the line.
    func allAddresses() throws -> [WebAddress] {
        guard let inputFile else { return addresses }
        let option = "--input-file"
        var all = addresses
        for (number, line) in try Self.lines(of: inputFile, option) {
            do throws(WebAddress.Fault) {
                all.append(try WebAddress(line))
            } catch {
                throw Failure.usage(
                    "\(option): line \(number): '\(WebAddress.shown(line).escaped)' \(error.explanation)"
                )
            }
        }
        if all.isEmpty { throw Failure.usage("\(option): '\(inputFile.escaped)' has no URL") }
        if all.count > 1 {
            if let output, !output.hasSuffix("/"), !isFolder(output) {
                throw Failure.usage(
                    "--output: '\(output.escaped)' is not a directory, and there are several URLs")
            }
            if sha256 != nil {
                throw Failure.usage(
                    "--sha256 is the digest of one file, and there are several URLs")
            }
            if key != nil {
                throw Failure.usage("--key is for one download, and there are several URLs")
            }
        }
        return all
    }

    /// The header fields of the command line and of `--header-file`.
    ///
    /// - Throws: ``Failure`` with exit code 64, which names the line.
    func allHeaders() throws -> [HeaderField] {
        guard let headerFile else { return headers }
        let option = "--header-file"
        return try headers
            + Self.lines(of: headerFile, option).map { number, line in
                do throws(HeaderField.Fault) {
                    return try HeaderField(line)
                } catch {
                    throw Failure.usage("\(option): line \(number): \(error.explanation)")
                }
            }
    }

    /// The lines of a file with their numbers, but blank ones and those that begin with `#`.
    private static func lines(of path: String, _ option: String) throws -> [(Int, String)] {
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
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated().compactMap {
                position, line in
                let line = line.drop(while: \.isWhitespace)
                let end =
                    line.lastIndex { !$0.isWhitespace }.map(line.index(after:)) ?? line.startIndex
                guard !line[..<end].isEmpty, !line.hasPrefix("#") else { return nil }
                return (position + 1, String(line[..<end]))
            }
    }
}
