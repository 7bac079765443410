// SPDX-License-Identifier: Apache-2.0

/// The names of NetworkManager's connections (`connection.id`), while a place depends on them.
struct ConnectionReports: ExternalReports {
    /// The connection of a device.
    struct Device: Sendable, Hashable {
        var name: ConnectionName
        /// The device's hardware address; empty if it has none.
        var hardwareAddress = ""
    }

    /// The devices with a connection, by the names of their interfaces.
    var devices: [String: Device] = [:]

    func report(of interface: NetworkState.Interface) -> ConnectionName? {
        guard let device = devices[interface.name],
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
