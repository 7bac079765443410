// SPDX-License-Identifier: Apache-2.0

extension PathMonitor {
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
        /// The number of route queries (`RTM_GETROUTE`).
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

extension PathMonitor.Statistics: CustomStringConvertible {
    /// The counters with their names.
    public var description: String {
        "\(messages) messages, \(drops) drops, \(overruns) overruns, \(resyncs) resyncs, "
            + "\(lookups) lookups" + (isFilterOpen ? ", filter open" : "")
    }
}
