// SPDX-License-Identifier: Apache-2.0

extension PathMonitor {
    /// How monitors learn of changes.
    public enum Mode: Sendable, Hashable {
        /// No monitor is running, or the first path is not known yet.
        case idle
        /// The kernel reports changes, or xdg-desktop-portal where a sandbox refuses netlink sockets.
        case events
        /// The kernel does not report every change, so that the network is read every ten seconds.
        /// The associated value is the reason.
        ///
        /// Some sandboxes refuse the subscription to the kernel's messages. On a host whose
        /// interfaces change all the time, the kernel can interrupt each attempt to read all
        /// interfaces, so that some may be missing; in that case the kernel still reports changes,
        /// too.
        case polling(NetworkAccessError)
        /// The kernel cannot be queried, for this reason.
        ///
        /// The query is repeated after increasing intervals of up to ten seconds. The path is the
        /// last known one; if there is none, it is unsatisfied.
        case unavailable(NetworkAccessError)
    }
}

extension PathMonitor.Mode: CustomStringConvertible {
    /// A description of the mode for people, in English, with the reason if there is one.
    public var description: String {
        switch self {
        case .idle: "idle"
        case .events: "the kernel reports changes"
        case .polling(let error):
            "the kernel does not report every change, so the network is read every ten seconds: \(error)"
        case .unavailable(let error): "unavailable: \(error)"
        }
    }
}
