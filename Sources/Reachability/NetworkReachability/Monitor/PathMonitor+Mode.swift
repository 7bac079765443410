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

    /// Counters since monitoring started. All monitors of a process share the same counters.
    public struct Statistics: Sendable, Hashable {
        /// Creates counters that are zero.
        init() {}

        /// The number of messages received from the kernel, after the filter in the kernel.
        public internal(set) var messages = 0
        /// The number of messages discarded because the kernel was not their sender.
        public internal(set) var drops = 0
        /// The number of times that the socket's buffer was full, so that messages were lost
        /// (`ENOBUFS`).
        public internal(set) var overruns = 0
        /// The number of times that the whole network state was read again, after lost messages or
        /// a failure of a socket.
        public internal(set) var resyncs = 0
        /// The number of route lookups (`RTM_GETROUTE`).
        public internal(set) var lookups = 0
        /// Whether every message about routes or neighbors is received, because there are too many
        /// addresses or next hops for the filter in the kernel.
        public internal(set) var isFilterOpen = false

        /// Counts one loss of messages, and the new read of the network state that follows it.
        mutating func countLoss() {
            overruns += 1
            resyncs += 1
        }
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

extension PathMonitor.Statistics: CustomStringConvertible {
    /// The counters with their names.
    public var description: String {
        "\(messages) messages, \(drops) drops, \(overruns) overruns, \(resyncs) resyncs, "
            + "\(lookups) lookups" + (isFilterOpen ? ", filter open" : "")
    }
}
