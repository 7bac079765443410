// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The name of a host, or its address.
package struct HostName: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// What is wrong with a text that is neither the name of a host nor an address.
    package enum Fault: Error, Hashable, Sendable {
        /// It has characters beyond ASCII: an internationalized name must be written in its ASCII form.
        case notASCII
        /// It ends in a number, as only addresses do. The C library reads some of these texts as IPv4
        /// addresses (`0x7f000001`, `127.1`: inet_aton(3)), and other programs refuse them or read other
        /// addresses, so none is taken.
        case number
        /// It is not made of labels of letters, digits, hyphens and underscores with dots between.
        case malformed
    }

    /// Takes the name of a host, or an address: what is not known to be wrong by
    /// ``fault(in:allowsZone:)``.
    package init?(_ text: String, allowsZone: Bool = false) {
        guard Self.fault(in: text, allowsZone: allowsZone) == nil else { return nil }
        description = text
    }

    /// What is wrong with a text: it must be an address, or a name of letters, digits, hyphens and
    /// underscores between dots, whose last part is not a number (RFC 1123, section 2.1).
    ///
    /// - Parameter allowsZone: whether an IPv6 address may have a zone behind it (`fe80::1%eth0`).
    package static func fault(in text: String, allowsZone: Bool = false) -> Fault? {
        if AddressText.parseIPv4(text) != nil || AddressText.parseIPv6(text) != nil { return nil }
        if allowsZone, let zone = zone(of: text), !zone.utf8.contains(0),
            AddressText.parseIPv6(String(text.prefix { $0 != "%" })) != nil
        {
            return nil
        }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return .notASCII }
        let name = text.hasSuffix(".") ? text.dropLast() : text[...]
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else {
            return .malformed
        }
        return isNumber(last) ? .number : nil
    }

    /// What stands behind an address as its zone: the name or the index of an interface (RFC 4007).
    package static func zone(of text: String) -> String? {
        let zone = text.drop { $0 != "%" }.dropFirst()
        return zone.isEmpty ? nil : String(zone)
    }

    /// Whether inet_aton(3) takes a label for a number: decimal, octal or hexadecimal.
    private static func isNumber(_ label: Substring) -> Bool {
        let isHexadecimal = label.hasPrefix("0x") || label.hasPrefix("0X")
        return (isHexadecimal ? label.dropFirst(2) : label).allSatisfy {
            isHexadecimal ? $0.isHexDigit : ("0"..."9").contains($0)
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
            && !label.hasPrefix("-") && !label.hasSuffix("-")
    }

    /// Its addresses in text, as the system's resolver has them (`getaddrinfo(3)`). This may take as
    /// long as name servers do not answer.
    package func resolve() throws(ResolutionError) -> [String] {
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
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
