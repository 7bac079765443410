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
    var holder: Holder
    /// The IPv4 address as text.
    package var address: String
    /// The vendor-specific information (option 43).
    var vendorInformation: [UInt8]
    /// The address of the captive portal (option 114), checked; `nil` if there is none.
    package var portal: String?

    /// Whether the server says that the network is metered, as Android does when it shares its connection
    /// (`DhcpServingParams`).
    package var isMetered: Bool { vendorInformation.includes(Self.marker) }

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

// MARK: - systemd-networkd

extension DHCPLease {
    /// Parses a lease file of systemd-networkd, whose name is the index of the interface. Each line is a key and its
    /// value; option 43 is in hexadecimal digits (`dhcp_lease_save` in sd-dhcp-lease.c). Option 114 is not in it, but in
    /// the file of the link (`link_save` in networkd-state-file.c).
    ///
    /// - Parameters:
    ///   - text: the content of the lease file.
    ///   - index: the index of the interface.
    ///   - link: the content of the link's file; empty if there is none.
    /// - Returns: `nil` if the lease file has no address.
    init?(networkd text: String, index: UInt32, link: String = "") {
        let values = Self.values(text)
        guard let address = values["ADDRESS"] else { return nil }
        self.init(
            holder: .index(index), address: String(address),
            vendorInformation: [UInt8](hexadecimal: values["VENDOR_SPECIFIC"] ?? ""),
            portal: Self.values(link)["CAPTIVE_PORTAL"].flatMap { PortalAddress.parse($0.utf8) })
    }

    private static func values(_ text: String) -> [Substring: Substring] {
        var values: [Substring: Substring] = [:]
        for line in text.pieces(separatedBy: "\n") {
            let parts = line.pieces(separatedBy: "=", maxSplits: 1)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        return values
    }
}

extension [UInt8] {
    /// Parses pairs of hexadecimal digits, up to the first character that is not a digit.
    fileprivate init(hexadecimal text: Substring) {
        let digits = [Unicode.Scalar](text.unicodeScalars.prefix { $0.properties.isASCIIHexDigit })
        self = stride(from: 0, to: digits.count - digits.count % 2, by: 2).compactMap {
            UInt8("\(digits[$0])\(digits[$0 + 1])", radix: 16)
        }
    }
}

// MARK: - dhclient

extension DHCPLease {
    /// Parses a lease file of ISC's dhclient (dhclient.leases(5)). The client appends leases to the file; the last one of
    /// each interface counts.
    static func leases(dhclient text: String) -> [DHCPLease] {
        var newest: [String: DHCPLease] = [:]
        var current: Statements?
        for line in text.pieces(separatedBy: "\n") {
            let tokens = line.unicodeScalars.split { $0 == " " || $0 == "\t" }
                .map { Substring($0) }
            if tokens == ["lease", "{"] {
                current = Statements()
            } else if tokens == ["}"] {
                if let lease = current?.lease, case .name(let name) = lease.holder {
                    newest[name] = lease
                }
                current = nil
            } else {
                current?.read(tokens.joined(separator: " "))
            }
        }
        return newest.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The statements of a lease that have been parsed.
    private struct Statements {
        var interface: String?
        var address: String?
        var vendorInformation: [UInt8] = []
        var portal: String?

        mutating func read(_ statement: String) {
            func value(_ keyword: String) -> Substring? {
                guard statement.begins(with: keyword + " "), statement.ends(with: ";") else {
                    return nil
                }
                return Substring(statement.utf8.dropFirst(keyword.utf8.count + 1).dropLast())
            }
            if let name = value("interface") {
                interface = String(decoding: Self.bytes(name), as: UTF8.self)
            } else if let text = value("fixed-address") {
                address = String(text)
            } else if let text = value("option vendor-encapsulated-options") {
                vendorInformation = Self.bytes(text)
            } else if let text = value("option default-url") {
                portal = PortalAddress.parse(Self.bytes(text))
            }
        }

        var lease: DHCPLease? {
            guard let interface, let address else { return nil }
            return DHCPLease(
                holder: .name(interface), address: address, vendorInformation: vendorInformation,
                portal: portal)
        }

        /// Parses bytes as dhclient writes them: a text in quotation marks, or hexadecimal numbers separated by colons.
        private static func bytes(_ text: Substring) -> [UInt8] {
            if text.begins(with: "\"") { return unquoted(text.utf8.dropFirst()) }
            return text.pieces(separatedBy: ":").compactMap { UInt8($0, radix: 16) }
        }

        /// Parses a text up to its closing quotation mark. After a backslash comes a character that has a meaning
        /// otherwise, or a byte as three octal digits.
        private static func unquoted(_ text: Substring.UTF8View.SubSequence) -> [UInt8] {
            var bytes: [UInt8] = []
            var rest = text
            while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
                guard byte == UInt8(ascii: "\\") else {
                    bytes.append(byte)
                    continue
                }
                let digits = String(decoding: rest.prefix(3), as: UTF8.self)
                if digits.utf8.count == 3, let byte = UInt8(digits, radix: 8) {
                    bytes.append(byte)
                    rest = rest.dropFirst(3)
                } else if let next = rest.popFirst() {
                    bytes.append(next)
                }
            }
            return bytes
        }
    }
}

// MARK: - dhcpcd

extension DHCPLease {
    /// Parses a lease file of dhcpcd, which has the message of the server (RFC 2131, section 2: 236 bytes, a magic cookie
    /// of four, then options). The name of the file is that of the interface; in a Wi-Fi network the name of the network
    /// follows it (`dhcp_set_leasefile` in dhcp-common.c).
    ///
    /// - Returns: `nil` if the bytes are not such a message, or end before the options.
    init?(dhcpcd message: [UInt8], fileName: Substring) {
        let options = 240
        guard message.count >= options, Array(message[236..<options]) == [99, 130, 83, 99] else {
            return nil
        }
        var (information, portal): ([UInt8], [UInt8]) = ([], [])
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
            // An option that occurs twice is one option in two parts (RFC 3396).
            if tag == Self.vendorInformation { information += message[content] }
            if tag == Self.captivePortal { portal += message[content] }
            position = content.upperBound
        }
        self.init(
            holder: .nameOrNetwork(String(fileName)),
            // yiaddr
            address: message[16..<20].map(String.init).joined(separator: "."),
            vendorInformation: information,
            portal: PortalAddress.parse(portal))
    }

    private static let padding: UInt8 = 0
    private static let vendorInformation: UInt8 = 43
    private static let captivePortal: UInt8 = 114
    private static let end: UInt8 = 255
}
