// SPDX-License-Identifier: Apache-2.0

extension NetworkPath: CustomDebugStringConvertible {
    /// The status, and the interfaces with a live route, or the reason.
    public var debugDescription: String {
        if let reason = unsatisfiedReason { return "\(status) (\(reason))" }
        let names = availableInterfaces.map(\.name).joined(separator: ", ")
        return names.isEmpty ? "\(status)" : "\(status) (\(names))"
    }
}
