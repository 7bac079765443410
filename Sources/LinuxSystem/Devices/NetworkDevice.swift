// SPDX-License-Identifier: Apache-2.0

/// The device of a network interface as sysfs describes it (`/sys/class/net/NAME`).
package struct NetworkDevice: Hashable, Sendable {
    /// `DEVTYPE` of the interface's uevent: `wlan`, `wwan`, `bluetooth`, `gadget` …
    package var deviceType: String?
    /// Whether the interface has a `phy80211` link or a `wireless` folder.
    package var hasWirelessEntry = false
    /// Whether the interface has a `tun_flags` file, as tun and tap devices have.
    package var hasTunFlags = false
    /// Whether the interface has a `device` link: there is a device on a bus, real or virtual.
    package var hasDevice = false
    /// The driver of that device.
    package var driver: String?
    /// The bus and the identity of that device (`MODALIAS`).
    package var modalias: String?
    /// The interfaces below (`lower_*`), by name.
    package var lowerInterfaces: [String] = []

    package init() {}

    /// Reads the device of an interface from sysfs.
    ///
    /// A mounted sysfs shows the interfaces of the network namespace that it was mounted in, which may be another
    /// one. So the folder counts only if it has the index and the hardware address that netlink reports for the
    /// interface.
    ///
    /// - Returns: `nil` if there is no folder for the interface, or it belongs to an interface of another namespace.
    package static func read(
        name: String,
        index: UInt32,
        hardwareAddress: String,
        root: SystemRoot = .system
    ) throws(SystemError) -> NetworkDevice? {
        guard
            let folder = try Folder(path: root.path("/sys/class/net/\(name)")),
            let event = try folder.read("uevent").map(UEvent.init),
            event["IFINDEX"] == String(index),
            let address = try folder.read("address"),
            address.prefix(while: { $0 != "\n" }) == hardwareAddress
        else { return nil }
        var device = NetworkDevice()
        device.deviceType = event["DEVTYPE"]
        device.hasWirelessEntry = folder.contains("phy80211") || folder.contains("wireless")
        device.hasTunFlags = folder.contains("tun_flags")
        if let owner = try folder.read("device/uevent").map(UEvent.init) {
            device.hasDevice = true
            device.driver = owner["DRIVER"]
            device.modalias = owner["MODALIAS"]
        }
        if !device.hasDevice {
            let prefix = "lower_"
            device.lowerInterfaces = try folder.entries(withPrefix: prefix)
                .map { String($0.dropFirst(prefix.count)) }
                .sorted()
        }
        return device
    }
}

/// A `uevent` file: lines of `KEY=value`.
struct UEvent {
    private let lines: [Substring]

    init(_ text: String) {
        lines = text.split(separator: "\n")
    }

    subscript(key: String) -> String? {
        for line in lines {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, parts[0] == key { return String(parts[1]) }
        }
        return nil
    }
}
