// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem
import NetworkReachability
import ReachCommand

/// What a `reach fetch` adds to the store.
struct FetchPlan {
    var transfers: [NewTransfer]

    /// - Parameters:
    ///   - fetch: what the command line says.
    ///   - addresses: the addresses of the command line and of the file.
    ///   - condition: the conditions.
    ///   - headers: the header fields of the command line and of the file.
    ///   - caller: the process that asks: its folder, mask, environment and time.
    ///   - group: the group of several addresses that have no name for it.
    ///   - isFolder: whether a path leads to a folder.
    init(
        _ fetch: Fetch, addresses: [WebAddress], condition: Condition, headers: [HeaderField],
        caller: Caller, group: @autoclosure () -> String, isFolder: (String) -> Bool
    ) {
        let destination = Self.destination(fetch.output, caller, isFolder)
        var options = fetch.adding.options(headers, caller)
        options.overwrites = fetch.overwrite
        if options.group == nil, addresses.count > 1 { options.group = group() }
        let (completion, environment) = fetch.adding.completion(caller)
        transfers = addresses.map { address in
            NewTransfer(
                download: address.text, to: destination, condition: condition,
                options: options, mode: caller.mode, completion: completion,
                environment: environment)
        }
    }

    private static func destination(
        _ output: String?, _ caller: Caller, _ isFolder: (String) -> Bool
    ) -> NewTransfer.Destination {
        guard let output else { return .folder(caller.folder) }
        let path = output.begins(with: "/") ? output : caller.folder + output
        return path.ends(with: "/") || isFolder(path) ? .folder(path) : .file(path)
    }
}
