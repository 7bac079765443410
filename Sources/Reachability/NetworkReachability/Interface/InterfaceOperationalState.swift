// SPDX-License-Identifier: Apache-2.0

/// The operational state of an interface, as RFC 2863 defines it (`ifOperStatus`) and the
/// kernel reports it (`IFLA_OPERSTATE`, `IF_OPER_*`).
public enum InterfaceOperationalState: UInt8, Sendable, Hashable {
    /// The driver does not report the state; many drivers never do.
    case unknown = 0
    /// A component of the interface is missing.
    case notPresent = 1
    /// The interface cannot pass packets: it has no carrier, or is switched off.
    case down = 2
    /// An interface below this one is down.
    case lowerLayerDown = 3
    /// The interface is in a test mode.
    case testing = 4
    /// The interface waits for an external event, such as authentication.
    case dormant = 5
    /// The interface can pass packets.
    case up = 6
}

extension InterfaceOperationalState: CustomStringConvertible {
    /// The name of the state in RFC 2863.
    public var description: String {
        switch self {
        case .unknown: "unknown"
        case .notPresent: "notPresent"
        case .down: "down"
        case .lowerLayerDown: "lowerLayerDown"
        case .testing: "testing"
        case .dormant: "dormant"
        case .up: "up"
        }
    }
}
