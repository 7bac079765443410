// SPDX-License-Identifier: Apache-2.0

extension DHCPLease {
    /// Reads a lease file of ISC's dhclient (dhclient.leases(5)), to which leases are appended: of
    /// each interface the last one counts.
    static func leases(dhclient text: String) -> [DHCPLease] {
        var newest: [String: DHCPLease] = [:]
        var current: Statements?
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            if words == ["lease", "{"] {
                current = Statements()
            } else if words == ["}"] {
                if let lease = current?.lease, case .name(let name) = lease.holder {
                    newest[name] = lease
                }
                current = nil
            } else {
                current?.take(words.joined(separator: " "))
            }
        }
        return newest.sorted { $0.key < $1.key }.map(\.value)
    }

    /// What a lease's statements say, up to now.
    private struct Statements {
        var interface: String?
        var address: String?
        var vendorInformation: [UInt8] = []

        mutating func take(_ statement: String) {
            func value(_ keyword: String) -> Substring? {
                guard statement.hasPrefix(keyword + " "), statement.hasSuffix(";") else {
                    return nil
                }
                return statement.dropFirst(keyword.count + 1).dropLast()
            }
            if let name = value("interface") {
                interface = String(decoding: Self.bytes(name), as: UTF8.self)
            } else if let text = value("fixed-address") {
                address = String(text)
            } else if let text = value("option vendor-encapsulated-options") {
                vendorInformation = Self.bytes(text)
            }
        }

        var lease: DHCPLease? {
            guard let interface, let address else { return nil }
            return DHCPLease(
                holder: .name(interface), address: address, vendorInformation: vendorInformation)
        }

        /// Bytes as dhclient writes them: those of a text in quotation marks, or in hexadecimal
        /// numbers with colons between them.
        private static func bytes(_ text: Substring) -> [UInt8] {
            if text.hasPrefix("\"") { return Array(text.utf8.dropFirst().prefix { $0 != 0x22 }) }
            return text.split(separator: ":").compactMap { UInt8($0, radix: 16) }
        }
    }
}
