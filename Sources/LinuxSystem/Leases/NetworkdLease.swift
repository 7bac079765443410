// SPDX-License-Identifier: Apache-2.0

extension DHCPLease {
    /// Reads a lease file of systemd-networkd, which is called by the interface's index: a key and its
    /// value a line, option 43 in hexadecimal digits (`dhcp_lease_save` in sd-dhcp-lease.c).
    ///
    /// - Returns: `nil` if it names no address.
    init?(networkd text: String, index: UInt32) {
        var values: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        guard let address = values["ADDRESS"] else { return nil }
        self.init(
            holder: .index(index), address: String(address),
            vendorInformation: [UInt8](hexadecimal: values["VENDOR_SPECIFIC"] ?? ""))
    }
}

extension [UInt8] {
    /// Reads pairs of hexadecimal digits, up to the first that is none.
    fileprivate init(hexadecimal text: Substring) {
        let digits = text.prefix { $0.isASCII && $0.isHexDigit }.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - digits.count % 2, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
