// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import LinuxSystem

/// The proxies that environment variables name, as the curl command reads them.
package struct ProxyEnvironment: Sendable, Hashable {
    private let proxies: [URLParts.Scheme: String]
    private let exceptions: ProxyExceptions

    /// Reads variables.
    ///
    /// - Parameter value: returns the value of a variable; `nil` if it is not set. An empty value counts as not set.
    package init(value: (String) -> String?) {
        func first(_ names: [String]) -> String? {
            names.lazy.compactMap(value).first { !$0.isEmpty }
        }
        var proxies: [URLParts.Scheme: String] = [:]
        for scheme in [URLParts.Scheme.http, .https] {
            proxies[scheme] = first(ProcessEnvironment.proxyVariables(for: scheme.rawValue))
        }
        self.proxies = proxies
        exceptions = ProxyExceptions(first(["no_proxy", "NO_PROXY"]) ?? "")
    }

    /// The variables of the process.
    package static var process: ProxyEnvironment {
        ProxyEnvironment(value: ProcessEnvironment.value)
    }

    /// The proxy that is used for a URL; `nil` if there is none.
    package func proxy(for url: URLParts) -> ProxyServer? {
        guard let text = proxies[url.scheme], !exceptions.contains(url.host) else { return nil }
        return ProxyServer(text)
    }
}

/// A proxy, as an environment variable names it.
package struct ProxyServer: Sendable, Hashable {
    /// The value of the variable, which libcurl gets. It may contain a password.
    let text: String
    /// The name or the address of the host, without brackets; `nil` if the value is no URL of a proxy, so that exchanges
    /// over it fail.
    package let host: String?
    /// The port.
    package let port: UInt16

    init(_ text: String) {
        self.text = text
        let parser: URLParser
        do throws(URLParts.ParseError) {
            parser = try URLParser()
            // Without a scheme, libcurl takes http, whatever the name of the host suggests.
            try parser.set(CURLUPART_URL, to: URLAuthority(text) != nil ? text : "http://" + text)
        } catch {
            host = nil
            port = 0
            return
        }
        let scheme = parser.get(CURLUPART_SCHEME)?.lowercased() ?? ""
        let host = Self.schemes.contains(scheme) ? parser.get(CURLUPART_HOST)?.lowercased() : nil
        self.host = host.map { $0.begins(with: "[") ? String($0.dropFirst().dropLast()) : $0 }
        // CURL_DEFAULT_PROXY_PORT and CURL_DEFAULT_HTTPS_PROXY_PORT.
        port =
            parser.get(CURLUPART_PORT).flatMap { UInt16($0) } ?? (scheme == "https" ? 443 : 1080)
    }

    private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
}

/// The hosts that are connected to without a proxy (`no_proxy`): domains, addresses, and networks such as `10.0.0.0/8`.
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

    /// Whether a host is connected to without a proxy.
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
