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
        guard let folder = try Folder(path: root.path("/sys/class/net/\(name)")),
            let event = try folder.eventOfInterface(index, hardwareAddress)
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

    /// Reads the speed of an interface's link in bit/s (`/sys/class/net/NAME/speed`).
    ///
    /// The driver is asked. The file cannot be read while the interface is down.
    ///
    /// - Returns: `nil` if the speed is unknown, or the folder belongs to an interface of another namespace.
    package static func linkSpeed(
        name: String,
        index: UInt32,
        hardwareAddress: String,
        root: SystemRoot = .system
    ) throws(SystemError) -> Int? {
        guard let folder = try Folder(path: root.path("/sys/class/net/\(name)")),
            try folder.eventOfInterface(index, hardwareAddress) != nil,
            let text = try folder.read("speed"),
            // In Mbit/s. An unknown speed is -1 (SPEED_UNKNOWN), which some drivers report as 4294967295: it does not
            // fit in 32 bits.
            let megabits = Int32(text.firstLine), megabits > 0
        else { return nil }
        return Int(megabits) * 1_000_000
    }
}

extension Folder {
    /// The uevent of the interface whose folder of sysfs this is; `nil` if it is another interface's.
    fileprivate borrowing func eventOfInterface(
        _ index: UInt32,
        _ hardwareAddress: String
    ) throws(SystemError) -> UEvent? {
        guard
            let event = try read("uevent").map(UEvent.init),
            event["IFINDEX"].flatMap({ UInt32($0) }) == index,
            try read("address")?.firstLine == hardwareAddress
        else { return nil }
        return event
    }
}

extension String {
    /// The text before the first line feed.
    var firstLine: String {
        String(decoding: Array(utf8).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}

/// A `uevent` file: lines of `KEY=value`.
struct UEvent {
    /// In bytes: to find characters, the standard library consults Unicode's tables.
    private let lines: [ArraySlice<UInt8>]

    init(_ text: String) {
        lines = Array(text.utf8).split(separator: UInt8(ascii: "\n"))
    }

    subscript(key: String) -> String? {
        let start = Array((key + "=").utf8)
        for line in lines where line.starts(with: start) {
            return String(decoding: line.dropFirst(start.count), as: UTF8.self)
        }
        return nil
    }
}
