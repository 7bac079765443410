// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem
import ReachCommand

/// What a `reach fetch` adds to the store.
struct FetchPlan {
    var transfers: [NewTransfer]

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
        var options = request.transfer.options(headers, caller)
        options.overwrites = request.overwrites
        if options.group == nil, addresses.count > 1 { options.group = group() }
        let (delivery, secrets) = request.transfer.delivery(caller)
        transfers = addresses.map { address in
            NewTransfer(
                download: address.text, to: destination, condition: request.transfer.condition,
                options: options, mode: caller.mode, secrets: secrets, delivery: delivery)
        }
    }

    private static func destination(
        _ output: String?, _ caller: Caller, _ isFolder: (String) -> Bool
    ) -> TransferRecord.Destination {
        guard let output else { return .folder(caller.folder) }
        let path = output.begins(with: "/") ? output : caller.folder + output
        return path.ends(with: "/") || isFolder(path) ? .folder(path) : .file(path)
    }
}

extension FetchRequest {
    /// The addresses of the command line and of `--input-file`.
    ///
    /// - Throws: ``Failure`` with exit code 64, which names the line.
    func allAddresses() throws -> [WebAddress] {
        guard let inputFile else { return addresses }
        let option = "--input-file"
        var all = addresses
        for (number, line) in try TransferRequest.lines(of: inputFile, option) {
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
            if let output, !output.ends(with: "/"), !isFolder(output) {
                throw Failure.usage(
                    "--output: '\(output.escaped)' is not a directory, and there are several URLs")
            }
            if transfer.sha256 != nil {
                throw Failure.usage(
                    "--sha256 is the digest of one file, and there are several URLs")
            }
            if transfer.key != nil {
                throw Failure.usage("--key is for one download, and there are several URLs")
            }
        }
        return all
    }
}
