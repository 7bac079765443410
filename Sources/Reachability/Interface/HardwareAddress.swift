// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// An interface's hardware address, such as Ethernet's 48 bits (`IFLA_ADDRESS`).
public struct HardwareAddress: Sendable, Hashable {
    /// Its bytes, 6 for Ethernet.
    public let bytes: [UInt8]

    /// Takes an address's bytes, in the order in which they are sent.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether it was made up by software and not given by a manufacturer (IEEE 802's U/L bit).
    var isLocallyAdministered: Bool {
        bytes.first.map { $0 & 0x02 != 0 } ?? false
    }
}

extension HardwareAddress: CustomStringConvertible {
    /// Hexadecimal bytes with colons, as `ip link` and sysfs write it.
    public var description: String {
        var text = ByteBuffer(capacity: bytes.count * 3)
        text.append(hexadecimal: bytes)
        return text.text
    }
}
