// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
internal import Netlink

/// The quality of an interface's link. It is not part of a path, because it changes all the time.
package struct LinkQuality: Hashable, Sendable {
    /// The strength of the Wi-Fi signal in dBm; `nil` if it is unknown.
    package var signal: Int?
    /// The speed of the link in bit/s; `nil` if it is unknown.
    package var speed: Int?

    package init(signal: Int? = nil, speed: Int? = nil) {
        self.signal = signal
        self.speed = speed
    }

    /// Creates the quality of the link to an access point. The stations are the access point, and
    /// clients of it that exchange packets directly (TDLS).
    init(to stations: [WirelessStation]) {
        let accessPoints = stations.filter { !$0.isDirectPeer }
        let station = accessPoints.count == 1 ? accessPoints[0] : nil
        self.init(signal: station?.signal, speed: station?.transmitRate)
    }
}

extension NetworkInterface {
    /// Queries the quality of the link: of Wi-Fi from nl80211, of Ethernet hardware from sysfs. No
    /// other interface costs a query.
    package func linkQuality(root: SystemRoot = .system) -> LinkQuality {
        switch type {
        case .wifi: isUp ? qualityOfWiFi : LinkQuality()
        case .ethernet: isUp && hasCarrier && !isVirtual ? qualityOfEthernet(root) : LinkQuality()
        case .wwan, .bluetooth, .vpn, .loopback, .other: LinkQuality()
        }
    }

    private var qualityOfWiFi: LinkQuality {
        let index = UInt32(index)
        // A failure has no consequence: the quality is then unknown.
        guard let socket = try? WirelessSocket(),
            let interfaces = try? socket.dumpInterfaces().elements,
            // The stations of an access point are its clients, those of a mesh its neighbours.
            let mode = interfaces.first(where: { $0.index == index })?.mode,
            WirelessMode(rawValue: mode)?.joinsAccessPoint == true,
            let stations = try? socket.dumpStations(heardBy: index).elements
        else { return LinkQuality() }
        return LinkQuality(to: stations)
    }

    private func qualityOfEthernet(_ root: SystemRoot) -> LinkQuality {
        let speed = try? NetworkDevice.linkSpeed(
            name: name, index: UInt32(index), hardwareAddress: hardwareAddress?.description ?? "",
            root: root)
        return LinkQuality(speed: speed ?? nil)
    }
}

extension NetworkInterface {
    /// Queries the strength of the Wi-Fi signal, in dBm: about −30 beside the access point, about
    /// −90 where the connection breaks.
    ///
    /// The method asks nl80211, the kernel's Wi-Fi configuration, on the caller's thread, and does
    /// not wait. The signal is not part of a path, because it changes all the time.
    ///
    /// - Returns: the signal strength; `nil` if the interface is not connected to an access point,
    ///   or the kernel does not report it.
    public func signalStrength() -> Int? { type == .wifi ? linkQuality().signal : nil }

    /// Queries the speed of the link, in bit/s: 1,000,000,000 for gigabit Ethernet.
    ///
    /// For Wi-Fi the speed is the bit rate of the last packet that was sent to the access point
    /// (`NL80211_STA_INFO_TX_BITRATE`); for Ethernet hardware it is the speed that the driver
    /// reports (`/sys/class/net/NAME/speed`). Traffic is always slower.
    ///
    /// The method asks the kernel and the driver on the caller's thread. The speed is not part of a
    /// path, because that of Wi-Fi changes all the time.
    ///
    /// - Returns: the speed; `nil` if the interface has no link or is virtual, if it is neither
    ///   Wi-Fi nor Ethernet, or if the speed is unknown.
    public func linkSpeed() -> Int? { linkQuality().speed }
}
