// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

#if NetworkManager
    internal import SystemBus

    /// Queries xdg-desktop-portal over the session bus, in place of a kernel that refuses netlink sockets.
    ///
    /// Where netlink works, there is no such connection.
    struct DesktopPortalLink: ServiceLink, ~Copyable {
        /// Why the kernel cannot be queried.
        let refusal: NetlinkError
        private var connection: ServiceConnection<DesktopPortalClient>

        /// How long the portal may take for its first answer, in milliseconds. The bus may have to start it.
        private static let patience: Int64 = 1000

        /// Connects, and waits for the portal's first answer.
        ///
        /// - Parameters:
        ///   - refusal: the failure to open a netlink socket.
        ///   - follows: whether to follow changes, too.
        ///   - startsService: whether the bus starts the portal if it does not run.
        /// - Throws: the failure, if a sandbox is not the reason or the portal does not answer.
        static func open(
            insteadOf refusal: NetlinkError, follows: Bool, startsService: Bool
        ) throws(NetlinkError) -> DesktopPortalLink {
            guard refusal.isRefusal, let address = BusAddress.session else { throw refusal }
            var link = DesktopPortalLink(
                refusal: refusal,
                connection: ServiceConnection(
                    to: "xdg-desktop-portal", at: address, follows: follows,
                    startsService: startsService))
            link.connection.connect()
            link.waitForAnswer(until: MonotonicClock.milliseconds + patience)
            guard link.report != nil else { throw refusal }
            return link
        }

        /// Whether there is a sandbox and a bus to ask.
        static func canBeAsked(insteadOf refusal: NetlinkError) -> Bool {
            refusal.isRefusal && BusAddress.session?.isAbsent == false
        }

        private init(
            refusal: NetlinkError, connection: consuming ServiceConnection<DesktopPortalClient>
        ) {
            self.refusal = refusal
            self.connection = connection
        }

        var interest: PollSet.Interest? { connection.interest }

        var isAsked: Bool { connection.isAsked }

        var due: Int64? { connection.due }

        @discardableResult mutating func receive() -> Bool { connection.receive() }

        /// The portal's report; `nil` if it no longer reports anything.
        var report: DesktopPortalReport? {
            connection.read { $0.status }?.map { status in
                DesktopPortalReport(
                    isAvailable: status.isAvailable, isMetered: status.isMetered,
                    connectivity: status.connectivity, refusal: refusal.description)
            }
        }
    }
#else
    /// The replacement for a build without the trait: no service is asked.
    struct DesktopPortalLink: ServiceLink, ~Copyable {
        let refusal: NetlinkError

        static func open(
            insteadOf refusal: NetlinkError, follows: Bool, startsService: Bool
        ) throws(NetlinkError) -> DesktopPortalLink { throw refusal }

        static func canBeAsked(insteadOf refusal: NetlinkError) -> Bool { false }

        var interest: PollSet.Interest? { nil }
        var isAsked: Bool { false }
        var due: Int64? { nil }
        var report: DesktopPortalReport? { nil }

        @discardableResult mutating func receive() -> Bool { false }
    }
#endif

extension NetlinkError {
    /// Whether a socket could not be opened because something forbids it: a filter of seccomp(2), or a kernel without
    /// netlink. systemd's filter answers `EAFNOSUPPORT`, and firejail's `EOPNOTSUPP`.
    fileprivate var isRefusal: Bool {
        operation == .open && errno.map(SystemError.isRefusedFamily) == true
    }
}
