// SPDX-License-Identifier: Apache-2.0

extension PathMonitor {
    /// How a monitor learns of changes.
    public enum Mode: Sendable, Hashable {
        /// Not at all: nobody has started a monitor, or it has not looked yet.
        case idle
        /// The kernel tells of them.
        case events
        /// The kernel does not tell of all changes, for this reason: it is asked every ten seconds. Some
        /// sandboxes refuse the subscription. On a host where interfaces come and go all the time, changes
        /// can interrupt each attempt to read all interfaces, so that some may be missing; then the kernel
        /// tells of changes nevertheless.
        case polling(NetworkAccessError)
        /// The kernel cannot be asked, for this reason. It is tried again and again, at growing
        /// intervals of up to ten seconds. The path is the last one that was known; if there is none,
        /// it is unsatisfied.
        case unavailable(NetworkAccessError)
    }

    /// What has been counted since monitoring began. Monitors of one process share their work, and so
    /// these counts.
    public struct Statistics: Sendable, Hashable {
        /// Nothing has been counted.
        package init() {}

        /// Changes that the kernel told and its filter let through.
        public internal(set) var messages = 0
        /// Messages that were dropped because they were not the kernel's.
        public internal(set) var drops = 0
        /// How often the kernel's messages were more than the socket could hold, and some were lost
        /// (`ENOBUFS`).
        public internal(set) var overruns = 0
        /// How often everything was read afresh: after an overrun, or a failure of a socket.
        public internal(set) var resyncs = 0
        /// Routes that were looked up (`RTM_GETROUTE`).
        public internal(set) var lookups = 0
        /// Whether every route message is received, because the addresses to watch are too many for
        /// a filter in the kernel.
        public internal(set) var isFilterOpen = false

        /// Counts that messages were lost, and everything was read afresh.
        package mutating func countLoss() {
            overruns += 1
            resyncs += 1
        }
    }
}

extension PathMonitor.Mode: CustomStringConvertible {
    /// The mode in words that a person understands, with the reason where there is one.
    public var description: String {
        switch self {
        case .idle: "idle"
        case .events: "told by the kernel"
        case .polling(let error):
            "not told of every change, so all is read again every ten seconds: \(error)"
        case .unavailable(let error): "unavailable: \(error)"
        }
    }
}

extension PathMonitor.Statistics: CustomStringConvertible {
    /// The counts with their names.
    public var description: String {
        "\(messages) messages, \(drops) drops, \(overruns) overruns, \(resyncs) resyncs, "
            + "\(lookups) lookups" + (isFilterOpen ? ", filter open" : "")
    }
}
