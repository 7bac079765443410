// SPDX-License-Identifier: Apache-2.0

/// A connection, or why there is none.
struct ReachabilityStatus: Sendable, Hashable {
    let connection: Reachability.Connection
    /// `nil` if there is one.
    let reason: Reachability.UnavailableReason?

    /// There is one.
    private init(by connection: Reachability.Connection) {
        self.connection = connection
        reason = nil
    }

    /// There is none.
    init(_ reason: Reachability.UnavailableReason) {
        connection = .unavailable
        self.reason = reason
    }

    /// What a path to a target means.
    init(_ path: NetworkPath, to target: ReachabilityTarget, allowsCellular: Bool) {
        switch target {
        case .internet, .address, .host:
            if let reason = path.unsatisfiedReason {
                self.init(.noPath(reason))
            } else if !allowsCellular, path.usesInterfaceType(.wwan) {
                self.init(.cellularNotAllowed)
            } else {
                self.init(by: Reachability.Connection(path.connection))
            }
        case .localWiFi:
            if path.hasLocalWiFi { self.init(by: .wifi) } else { self.init(.noLocalWiFi) }
        }
    }
}

extension NetworkPath {
    /// Whether a Wi-Fi interface has a carrier and an address: any but IPv6's link-local ones, which
    /// an interface gives itself whether or not there is anybody else.
    var hasLocalWiFi: Bool {
        ofInterest.contains { index in
            guard let interface = seen[index] else { return false }
            return interface.classification.type == .wifi && interface.classification.canBePath
                && interface.isUp && interface.hasCarrier
                && interface.addresses.contains { entry in
                    entry.isUsable
                        || entry.address.family == .ipv4 && entry.address.isLinkLocal
                }
        }
    }
}
