// SPDX-License-Identifier: Apache-2.0

extension NetworkInterface {
    /// An interface's operational state as RFC 2863 defines it (`ifOperStatus`) and the kernel reports
    /// it (`IFLA_OPERSTATE`, `IF_OPER_*`).
    public enum OperationalState: UInt8, Sendable, Hashable {
        /// The driver does not say; many drivers never do.
        case unknown = 0
        /// Some part of it is missing.
        case notPresent = 1
        /// It cannot pass packets: no carrier, or switched off.
        case down = 2
        /// An interface that it is made on is down.
        case lowerLayerDown = 3
        /// In a test mode.
        case testing = 4
        /// It waits for something, such as authentication.
        case dormant = 5
        /// It passes packets.
        case up = 6
    }
}

extension NetworkInterface.OperationalState: CustomStringConvertible {
    /// RFC 2863's word.
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
