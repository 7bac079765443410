// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The names of NetworkManager's connections (`connection.id`), while a place depends on them.
struct ConnectionReports: ExternalReports {
    /// The connection of a device.
    struct Device: Sendable, Hashable {
        var name: ConnectionName
        /// The device's hardware address; empty if it has none.
        var hardwareAddress = ""
    }

    /// The devices with a connection, by the names of their interfaces.
    var devices: [ExactText: Device] = [:]

    func report(of interface: NetworkState.Interface) -> ConnectionName? {
        guard let device = devices[ExactText(interface.name)],
            interface.mayHave(hardwareAddress: device.hardwareAddress)
        else { return nil }
        return device.name
    }

    func namesDiffering(from old: ConnectionReports?) -> [String]? {
        devices.namesDiffering(from: old?.devices ?? [:])
    }
}

/// The name of the connection that NetworkManager has activated on an interface, byte for byte.
struct ConnectionName: Sendable, Hashable {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }
}

/// Keeps the names of connections for ten seconds after NetworkManager is gone.
///
/// It usually starts again soon (an update, a crash), and goes on with the connections as they are. A command that runs at a
/// place must not be stopped for that.
struct ConnectionGracePeriod {
    /// How long names are kept, in milliseconds.
    static let duration: Int64 = 10_000

    private var last: [ExactText: ConnectionReports.Device] = [:]
    /// When NetworkManager was gone, by ``MonotonicClock``; `nil` if it was not, or is back with every name.
    private var goneSince: Int64?

    /// When the names expire, by ``MonotonicClock``; `nil` if none are kept.
    var due: Int64? { goneSince.map { $0 + Self.duration } }

    /// Whether names have expired.
    func isDue(_ now: Int64) -> Bool { due.map { $0 <= now } ?? false }

    /// Records the current connections, by the names of the interfaces.
    ///
    /// - Parameter isGone: whether NetworkManager does not run, or there is no connection to it.
    /// - Returns: these connections, and those of the interfaces whose names are missing meanwhile.
    mutating func extend(
        _ devices: [ExactText: ConnectionReports.Device], isGone: Bool, now: Int64
    ) -> [ExactText: ConnectionReports.Device] {
        if isGone, goneSince == nil, !last.isEmpty { goneSince = now }
        guard let goneSince, now - goneSince < Self.duration,
            last.keys.contains(where: { devices[$0] == nil })
        else {
            goneSince = nil
            last = devices
            return devices
        }
        return last.merging(devices) { $1 }
    }
}
