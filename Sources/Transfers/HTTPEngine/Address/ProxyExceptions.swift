// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The hosts that are asked without a proxy (`no_proxy`): domains, addresses, and networks such as `10.0.0.0/8`.
///
/// Entries are separated by commas or blanks, and a single `*` is every host (the rules of libcurl 7.86 and later).
struct ProxyExceptions: Sendable, Hashable {
    private let includesAll: Bool
    private let entries: [String]

    init(_ text: String) {
        includesAll = text == "*"
        entries = text.unicodeScalars.split { $0 == "," || $0 == " " || $0 == "\t" }
            .map { String($0).lowercased() }
    }

    /// Whether a host is asked without a proxy.
    ///
    /// - Parameter host: a name or an address in lower case, without brackets.
    func contains(_ host: String) -> Bool {
        if includesAll { return true }
        if let address = Address(host) {
            return entries.contains { Self.network($0, contains: address) }
        }
        let name = host.ends(with: ".") ? host.dropLast() : host[...]
        return entries.contains { entry in
            var domain = entry[...]
            if domain.ends(with: ".") { domain.removeLast() }
            if domain.begins(with: ".") { domain.removeFirst() }
            return !domain.isEmpty && (name == domain || name.ends(with: "." + domain))
        }
    }

    private static func network(_ entry: String, contains address: Address) -> Bool {
        let parts = entry.pieces(separatedBy: "/", maxSplits: 1, omittingEmpty: false)
        guard let network = Address(String(parts[0])), network.bitCount == address.bitCount else {
            return false
        }
        let length = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        guard (0...address.bitCount).contains(length) else { return false }
        // As in libcurl, a length of 0 is none.
        let shift = length == 0 ? 0 : address.bitCount - length
        return network.bits >> shift == address.bits >> shift
    }

    /// An address as a number.
    private struct Address {
        let bits: UInt128
        let bitCount: Int

        init?(_ text: String) {
            if let bits = AddressText.parseIPv4(text) {
                (self.bits, bitCount) = (UInt128(bits), 32)
            } else if let (high, low) = AddressText.parseIPv6(text) {
                (bits, bitCount) = (UInt128(high) << 64 | UInt128(low), 128)
            } else {
                return nil
            }
        }
    }
}
