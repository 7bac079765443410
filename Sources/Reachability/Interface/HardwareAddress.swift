// SPDX-License-Identifier: Apache-2.0

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
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 3)
        for byte in bytes {
            if !text.isEmpty { text.append(UInt8(ascii: ":")) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0xF)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
