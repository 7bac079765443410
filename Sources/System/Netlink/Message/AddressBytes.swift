// SPDX-License-Identifier: Apache-2.0

/// An IPv4 or IPv6 address of a message: the family, and 4 or 16 bytes.
package struct AddressBytes: Hashable, Sendable {
    /// An address family: `AF_INET` or `AF_INET6`.
    package enum Family: UInt8, Hashable, Sendable {
        case ipv4 = 2
        case ipv6 = 10

        /// The number of bits of an address.
        var bitWidth: UInt8 {
            switch self {
            case .ipv4: 32
            case .ipv6: 128
            }
        }
    }

    package let family: Family
    /// The first 8 bytes of an IPv6 address, as a big-endian number; 0 for IPv4.
    package let high: UInt64
    /// The last 8 bytes of an IPv6 address, or the 4 of an IPv4 one, as a big-endian number.
    package let low: UInt64

    package init(family: Family, high: UInt64, low: UInt64) {
        self.family = family
        self.high = high
        self.low = low
    }

    /// Reads 4 or 16 bytes; `nil` if there are fewer.
    init?(family: Family, _ bytes: RawSpan) {
        switch family {
        case .ipv4:
            guard let value = bytes.integer(at: 0, as: UInt32.self) else { return nil }
            self.init(family: .ipv4, high: 0, low: UInt64(UInt32(bigEndian: value)))
        case .ipv6:
            guard
                let high = bytes.integer(at: 0, as: UInt64.self),
                let low = bytes.integer(at: 8, as: UInt64.self)
            else { return nil }
            self.init(family: .ipv6, high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
        }
    }

    /// Calls `body` with the bytes in network byte order.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        switch family {
        case .ipv4:
            unsafe withUnsafeBytes(of: UInt32(truncatingIfNeeded: low).bigEndian, body)
        case .ipv6:
            unsafe withUnsafeBytes(of: (high.bigEndian, low.bigEndian), body)
        }
    }
}
