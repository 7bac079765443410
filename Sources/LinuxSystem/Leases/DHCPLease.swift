// SPDX-License-Identifier: Apache-2.0

/// A DHCP lease as a client keeps it in a file.
package struct DHCPLease: Hashable, Sendable {
    /// How the file tells whose lease it is.
    package enum Holder: Hashable, Sendable {
        /// The interface's index.
        case index(UInt32)
        /// The interface's name.
        case name(String)
        /// The interface's name, or that with a hyphen and the name of the Wi-Fi network.
        case nameOrNetwork(String)
    }

    /// Whose it is.
    package var holder: Holder
    /// The IPv4 address, in text.
    package var address: String
    /// Vendor-specific information (option 43).
    package var vendorInformation: [UInt8]

    /// Whether the server says that the network is metered, as phones do that share their connection
    /// (Android's `DhcpServingParams`).
    package var isMetered: Bool { vendorInformation.contains(Self.marker) }

    private static let marker = Array("ANDROID_METERED".utf8)

    package init(holder: Holder, address: String, vendorInformation: [UInt8]) {
        self.holder = holder
        self.address = address
        self.vendorInformation = vendorInformation
    }

    /// Whether it is an interface's.
    package func isHeld(byIndex index: UInt32, name: String, ssid: [UInt8]?) -> Bool {
        switch holder {
        case .index(let held): held == index
        case .name(let held): held == name
        case .nameOrNetwork(let held):
            held == name
                || ssid.map { held == name + "-" + String(decoding: $0, as: UTF8.self) } ?? false
        }
    }
}
