// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The hardware address of an interface (`IFLA_ADDRESS`), such as a 48-bit Ethernet address.
public struct HardwareAddress: Sendable, Hashable {
    /// The bytes of the address; 6 for Ethernet.
    public let bytes: [UInt8]

    /// Creates an address from its bytes, in transmission order.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses an address as `ip link` prints it: two hexadecimal digits for each byte, of any case, separated by colons.
    ///
    /// Returns `nil` for any other text, and for a number of bytes other than 6 (Ethernet, Wi-Fi, Bluetooth) and 20
    /// (InfiniBand).
    public init?(_ text: String) {
        let pieces = text.pieces(separatedBy: ":", omittingEmpty: false)
        let bytes = pieces.compactMap { piece -> UInt8? in
            guard piece.utf8.count == 2, let first = piece.utf8.first, first != UInt8(ascii: "+")
            else { return nil }
            return UInt8(piece, radix: 16)
        }
        guard bytes.count == pieces.count, bytes.count == 6 || bytes.count == 20 else { return nil }
        self.bytes = bytes
    }

    /// Whether software assigned the address, not a manufacturer (the U/L bit of IEEE 802).
    var isLocallyAdministered: Bool {
        bytes.first.map { $0 & 0x02 != 0 } ?? false
    }
}

extension HardwareAddress: CustomStringConvertible {
    /// The bytes in hexadecimal, separated by colons, as `ip link` and sysfs print them.
    public var description: String {
        func digit(_ value: UInt8) -> UInt8 {
            value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10)
        }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 3)
        for byte in bytes {
            if !text.isEmpty { text.append(UInt8(ascii: ":")) }
            text.append(digit(byte >> 4))
            text.append(digit(byte & 0xF))
        }
        return String(decoding: text, as: UTF8.self)
    }
}
