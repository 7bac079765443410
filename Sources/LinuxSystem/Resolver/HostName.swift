// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The name of a host, or its address.
package struct HostName: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Takes a name of letters, digits, hyphens and underscores between dots, or an address; `nil` if
    /// it can be neither (RFC 1123, section 2.1: the last part of a name is not a number).
    package init?(_ text: String) {
        if AddressText.parseIPv4(text) == nil, AddressText.parseIPv6(text) == nil {
            let name = text.hasSuffix(".") ? text.dropLast() : text[...]
            let labels = name.split(separator: ".", omittingEmptySubsequences: false)
            guard name.utf8.count <= 253, labels.allSatisfy(Self.isLabel),
                labels.last?.allSatisfy({ "0"..."9" ~= $0 }) == false
            else { return nil }
        }
        description = text
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
