// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The name of a host, or its address.
package struct HostName: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Why a text is neither the name of a host nor an address.
    package enum Fault: Error, Hashable, Sendable {
        /// The text has characters beyond ASCII: an internationalized name must be written in its ASCII form.
        case notASCII
        /// The text ends in a number, as only addresses do. The C library reads some of these texts as IPv4 addresses
        /// (`0x7f000001`, `127.1`: inet_aton(3)). Other programs reject them or read other addresses, so all are
        /// rejected.
        case number
        /// The text does not consist of labels of letters, digits, hyphens and underscores, separated by dots.
        case malformed
    }

    /// Creates a name from a text, unless it has a ``fault(in:allowsZone:)``.
    package init?(_ text: String, allowsZone: Bool = false) {
        guard Self.fault(in: text, allowsZone: allowsZone) == nil else { return nil }
        description = text
    }

    /// Why a text is not a name; `nil` if it is.
    ///
    /// A name is an address; or labels of letters, digits, hyphens and underscores, separated by dots; the last
    /// one is not a number (RFC 1123, section 2.1).
    ///
    /// - Parameter allowsZone: whether an IPv6 address may have a zone (`fe80::1%eth0`).
    package static func fault(in text: String, allowsZone: Bool = false) -> Fault? {
        if AddressText.parseIPv4(text) != nil || AddressText.parseIPv6(text) != nil { return nil }
        if allowsZone, let zone = zone(of: text), !zone.utf8.contains(0),
            AddressText.parseIPv6(Self.address(of: text)) != nil
        {
            return nil
        }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return .notASCII }
        let name = text.ends(with: ".") ? text.dropLast() : text[...]
        let labels = name.pieces(separatedBy: ".", omittingEmpty: false)
        guard name.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else {
            return .malformed
        }
        return isNumber(last) ? .number : nil
    }

    /// The zone of an address: the name or the index of an interface (RFC 4007).
    package static func zone(of text: String) -> String? {
        let zone = text.unicodeScalars.drop { $0 != "%" }.dropFirst()
        return zone.isEmpty ? nil : String(zone)
    }

    /// An address without its zone.
    package static func address(of text: String) -> String {
        String(text.unicodeScalars.prefix { $0 != "%" })
    }

    /// Whether this is an address, with or without a zone, and not a name.
    package var isAddress: Bool {
        let text = Self.address(of: description)
        return AddressText.parseIPv4(text) != nil || AddressText.parseIPv6(text) != nil
    }

    /// Whether inet_aton(3) reads a label as a number: decimal, octal or hexadecimal.
    private static func isNumber(_ label: Substring) -> Bool {
        let isHexadecimal = label.begins(with: "0x") || label.begins(with: "0X")
        return label.unicodeScalars.dropFirst(isHexadecimal ? 2 : 0).allSatisfy {
            isHexadecimal ? $0.properties.isASCIIHexDigit : ("0"..."9").contains($0)
        }
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count)
            && label.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
            && !label.begins(with: "-") && !label.ends(with: "-")
    }

    /// The addresses of the host as text, by the system's resolver (`getaddrinfo(3)`). It blocks until the name servers
    /// have answered, or their timeouts are over.
    func resolve() throws(ResolutionError) -> [String] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let result = unsafe getaddrinfo(description, nil, &hints, &list)
        guard result == 0 else { throw ResolutionError(host: self, code: result, errno: errno) }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [String] = []
        var next = unsafe list
        while true {
            guard let entry = unsafe next else { return addresses }
            if let text = unsafe Self.text(entry.pointee), !addresses.contains(text) {
                addresses.append(text)
            }
            unsafe next = entry.pointee.ai_next
        }
    }

    private static func text(_ entry: addrinfo) -> String? {
        guard let address = unsafe entry.ai_addr else { return nil }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let result = unsafe getnameinfo(
            address, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        guard result == 0 else { return nil }
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
}

extension HostName.Fault {
    /// The fault as the end of a sentence that begins with the host.
    package var explanation: String {
        switch self {
        case .notASCII:
            "is not ASCII; write an internationalized name in its ASCII form (xn--…)"
        case .number:
            "is not an address such as 192.0.2.7, nor a host name, which cannot end in a number"
        case .malformed: "is neither a host name nor an address"
        }
    }
}
