// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// IP addresses as text (`inet_ntop(3)`, `inet_pton(3)`).
///
/// IPv4 addresses are formatted here, because the C library uses `sprintf(3)` for them, which is slow.
package enum AddressText {
    /// The text of an address.
    ///
    /// - Parameters:
    ///   - high: the first eight bytes of an IPv6 address, as a number in the order of the network.
    ///   - low: the last eight bytes of an IPv6 address, or the four of an IPv4 address.
    package static func format(isIPv6: Bool, high: UInt64, low: UInt64) -> String {
        guard isIPv6 else { return formatIPv4(UInt32(truncatingIfNeeded: low)) }
        // INET6_ADDRSTRLEN
        return unsafe String(unsafeUninitializedCapacity: 46) { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                let result = unsafe withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
                    unsafe inet_ntop(AF_INET6, $0.baseAddress, text.baseAddress, 46)
                }
                return unsafe result.map { unsafe strlen($0) } ?? 0
            }
        }
    }

    private static func formatIPv4(_ address: UInt32) -> String {
        unsafe String(unsafeUninitializedCapacity: 15) { text in
            var length = 0
            func append(_ byte: UInt8) {
                unsafe text[length] = byte
                length += 1
            }
            let zero = UInt8(ascii: "0")
            for part: UInt32 in 0..<4 {
                if part > 0 { append(UInt8(ascii: ".")) }
                let number = UInt8(truncatingIfNeeded: address >> (24 - 8 * part))
                if number >= 100 { append(zero + number / 100) }
                if number >= 10 { append(zero + number / 10 % 10) }
                append(zero + number % 10)
            }
            return length
        }
    }

    /// Parses an IPv4 address in dotted decimal form.
    package static func parseIPv4(_ text: String) -> UInt32? {
        var bytes: UInt32 = 0
        if hasZeroByte(text) { return nil }
        return unsafe inet_pton(AF_INET, text, &bytes) == 1 ? UInt32(bigEndian: bytes) : nil
    }

    /// Parses an IPv4 address in any form that the C library knows, such as `192.0.2` for 192.0.0.2 (`inet_aton(3)`), but
    /// without the white space that may follow it there.
    static func parseNumberedIPv4(_ text: String) -> UInt32? {
        var address = in_addr()
        if text.utf8.contains(where: { $0 <= 0x20 }) { return nil }
        return unsafe inet_aton(text, &address) == 1 ? UInt32(bigEndian: address.s_addr) : nil
    }

    /// Parses an IPv6 address.
    package static func parseIPv6(_ text: String) -> (high: UInt64, low: UInt64)? {
        var bytes: (UInt64, UInt64) = (0, 0)
        if hasZeroByte(text) { return nil }
        guard unsafe inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        return (UInt64(bigEndian: bytes.0), UInt64(bigEndian: bytes.1))
    }

    /// Whether a C string would end before the text does.
    private static func hasZeroByte(_ text: String) -> Bool { text.utf8.contains(0) }
}
