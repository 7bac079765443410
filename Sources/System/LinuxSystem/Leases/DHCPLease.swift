// SPDX-License-Identifier: Apache-2.0

/// A DHCP lease, as a DHCP client stores it in a file.
package struct DHCPLease: Hashable, Sendable {
    /// How the file identifies the interface.
    package enum Holder: Hashable, Sendable {
        /// The index of the interface.
        case index(UInt32)
        /// The name of the interface.
        case name(String)
        /// The name of the interface; or the name, a hyphen, and the name of the Wi-Fi network.
        case nameOrNetwork(String)
    }

    /// The interface that has the lease.
    package var holder: Holder
    /// The IPv4 address as text.
    package var address: String
    /// The vendor-specific information (option 43).
    package var vendorInformation: [UInt8]
    /// The address of the captive portal (option 114), checked; `nil` if there is none.
    package var portal: String?

    /// Whether the server says that the network is metered, as Android does when it shares its connection
    /// (`DhcpServingParams`).
    package var isMetered: Bool { vendorInformation.contains(Self.marker) }

    private static let marker = Array("ANDROID_METERED".utf8)

    package init(
        holder: Holder, address: String, vendorInformation: [UInt8], portal: String? = nil
    ) {
        self.holder = holder
        self.address = address
        self.vendorInformation = vendorInformation
        self.portal = portal
    }

    /// Whether an interface has the lease.
    package func isHeld(byIndex index: UInt32, name: String, ssid: [UInt8]?) -> Bool {
        switch holder {
        case .index(let held): held == index
        case .name(let held): held.isSameText(as: name)
        case .nameOrNetwork(let held):
            held.isSameText(as: name)
                || ssid.map {
                    held.isSameText(as: name + "-" + String(decoding: $0, as: UTF8.self))
                } ?? false
        }
    }
}
