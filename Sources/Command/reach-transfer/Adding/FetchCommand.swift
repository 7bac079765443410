// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem
import ReachCommand

/// `reach fetch`
struct FetchCommand {
    private let request: FetchRequest

    init(_ request: FetchRequest) { self.request = request }

    func run() throws {
        let addresses = try request.allAddresses()
        let caller = try Caller.current()
        let plan = FetchPlan(
            request, addresses: addresses,
            headers: try request.transfer.allHeaders(of: .download), caller: caller,
            group: Self.newGroup(), isFolder: isFolder)
        // EX_CANTCREAT
        try AddingCommand(
            request: request.transfer, transfers: plan.transfers, caller: caller, refusalCode: 73
        ).run()
    }

    /// A name for the group of the URLs of one call.
    private static func newGroup() -> String {
        let number = UInt64.random(in: 0...UInt64.max)
        let digits = String(number, radix: 36)
        return "fetch-" + digits.prefix(8)
    }
}
