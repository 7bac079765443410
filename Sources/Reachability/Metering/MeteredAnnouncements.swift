// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// What networks say of their own cost.
extension NetworkState.Interface {
    /// What the DHCP server said, in a lease whose address the interface has. (Files of leases outlast
    /// them.)
    private var leaseStatement: MeteredStatement? {
        let isHeld = self.meteredLeases.contains { lease in
            self.addresses.contains { $0.address.description == lease.address }
        }
        guard isHeld else { return nil }
        return MeteredStatement(
            rung: .announced,
            metered: Metered(
                .guessYes, source: .dhcp, detail: "the DHCP server says so (ANDROID_METERED)"))
    }

    /// What the access point says.
    private var accessPointStatement: MeteredStatement? {
        let words: String
        switch self.wireless?.cost {
        case nil, .unrestricted: return nil
        case .fixed: words = "the access point says that traffic counts against a limit"
        case .variable: words = "the access point says that all traffic costs"
        }
        return MeteredStatement(
            rung: .announced, metered: Metered(.guessYes, source: .accessPoint, detail: words))
    }

    /// Calls `body` with everything that is said of its cost but by the user and by what is below it.
    func forEachOwnStatement(_ body: (MeteredStatement) -> Void) {
        self.statements.forEach(body)
        if let statement = self.networkManager?.statement(of: self.classification.type) {
            body(statement)
        }
        if let leaseStatement { body(leaseStatement) }
        if let accessPointStatement { body(accessPointStatement) }
        if let statement = Metered.statement(of: self.classification) { body(statement) }
    }
}
