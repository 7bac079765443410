// SPDX-License-Identifier: Apache-2.0

package import Netlink

/// The interface between the code that follows the network and the kernel.
///
/// ``LinuxKernel`` queries the real kernel. The scripted kernel in `ReachabilityTesting` takes its
/// place in tests, and can do what a real kernel seldom does: report a change before making it,
/// lose messages, refuse queries, and let routes expire.
package protocol KernelAccess: AnyObject {
    /// The time of the monotonic clock (`CLOCK_MONOTONIC`), in milliseconds.
    var now: Int64 { get }

    /// Opens the sockets and subscribes to changes. Open sockets are closed first.
    ///
    /// - Returns: why the kernel does not report changes; `nil` if it does.
    /// - Throws: an error if the kernel cannot be queried either.
    func open() throws -> NetworkAccessError?

    /// Closes the sockets after a failure.
    func close()

    /// Reads a snapshot of the network.
    func readSnapshot() throws -> NetworkState

    /// Applies the changes that were reported since the last call. This method does not wait for
    /// changes.
    func receiveChanges(into state: inout NetworkState) throws -> ChangeSummary

    /// Whether the kernel has reported changes that were not received yet.
    var hasChanges: Bool { get }

    /// When to call ``receiveChanges(into:)`` even if nothing is reported, in the time of ``now``;
    /// `nil` for never.
    var due: Int64? { get }

    /// Makes the kernel drop the messages about routes that cannot affect packets to these addresses, and the
    /// messages about neighbors that are not these next hops.
    ///
    /// - Returns: whether all messages about routes or neighbors are reported, because there are too many addresses or
    ///   next hops, or the kernel does not accept a filter.
    func filter(watching addresses: [AddressBytes], nextHops: [RouteFilter.NextHop]) -> Bool

    /// Sends one route query.
    func answer(_ query: RouteQuery) throws(NetlinkError) -> RouteAnswer

    /// Sends some of the queries, in ascending order of their positions.
    ///
    /// - Parameters:
    ///   - isUnderLock: whether the kernel answers only after it has completed its current change.
    ///   - body: called with each position and its answer, in order.
    func answer(
        _ positions: [Int],
        of queries: inout RouteQueries,
        isUnderLock: Bool,
        _ body: (Int, RouteAnswer) -> Void
    ) throws(NetlinkError)

    /// Looks up the hardware address that the neighbor table has for a router; `nil` if it has none. No packet is sent.
    func hardwareAddress(of router: Neighbor) throws(NetlinkError) -> [UInt8]?

    /// Follows files that say what data plans have used. Their changes are reported from now on.
    func followPlanFiles(_ paths: [String])

    /// Whether the names of NetworkManager's connections are asked for and followed.
    var followsConnectionNames: Bool { get set }

    /// Reads the configuration of a WireGuard tunnel.
    func readTunnel(_ index: UInt32) throws(NetlinkError) -> TunnelReading?

    /// The longest time that the kernel takes to remove an expired IPv6 route, in milliseconds.
    var routeCollectionInterval: Int64 { get }
}

extension PathMonitor.Statistics {
    /// Adds the counts of one ``KernelAccess/receiveChanges(into:)``.
    mutating func add(_ summary: ChangeSummary) {
        messages += summary.messages
        drops += summary.drops
        if summary.lostMessages { countLoss() }
    }
}
