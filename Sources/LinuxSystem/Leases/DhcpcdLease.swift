// SPDX-License-Identifier: Apache-2.0

extension DHCPLease {
    /// Reads a lease file of dhcpcd, which holds the server's message as it came (RFC 2131, section 2:
    /// 236 bytes, a mark of four, then options). It is called by the interface, and in a Wi-Fi network
    /// by that and the network (`dhcp_set_leasefile` in dhcp-common.c).
    ///
    /// - Returns: `nil` if it is no such message, or one that was cut short before the options.
    init?(dhcpcd message: [UInt8], fileName: Substring) {
        let options = 240
        guard message.count >= options, Array(message[236..<options]) == [99, 130, 83, 99] else {
            return nil
        }
        var information: [UInt8] = []
        var position = options
        while position < message.count {
            let tag = message[position]
            if tag == Self.end { break }
            if tag == Self.padding {
                position += 1
                continue
            }
            guard position + 1 < message.count else { break }
            let content = position + 2..<position + 2 + Int(message[position + 1])
            guard content.upperBound <= message.count else { break }
            // An option that is there twice is one in two parts (RFC 3396).
            if tag == Self.vendorInformation { information += message[content] }
            position = content.upperBound
        }
        self.init(
            holder: .nameOrNetwork(String(fileName)),
            // yiaddr
            address: message[16..<20].map(String.init).joined(separator: "."),
            vendorInformation: information)
    }

    private static let padding: UInt8 = 0
    private static let vendorInformation: UInt8 = 43
    private static let end: UInt8 = 255
}
