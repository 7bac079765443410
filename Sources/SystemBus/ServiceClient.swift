// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    package import LinuxSystem

    /// A client of a service of a bus: it queries the service, and follows changes.
    ///
    /// It never waits, and belongs to one thread.
    package protocol ServiceClient: ~Copyable {
        /// Connects and sends the first query, without waiting.
        ///
        /// - Parameters:
        ///   - address: the address of the bus.
        ///   - follows: whether to follow changes, too.
        static func open(address: String, follows: Bool) throws(SystemBusError) -> Self

        /// The descriptor and the events to wait for.
        var interest: PollSet.Interest { get }

        /// The progress of the queries.
        var progress: ServiceProgress { get }

        /// Whether an answer is pending, to the first query or to a repeated one.
        var isAsking: Bool { get }

        /// Handles the messages that have arrived, up to a limited number.
        ///
        /// - Returns: whether what the service says may differ.
        mutating func receive() throws(SystemBusError) -> Bool

        /// Repeats the refused queries, unless an answer is pending. The progress does not change until the answers arrive.
        mutating func askAgain() throws(SystemBusError)
    }
#endif
