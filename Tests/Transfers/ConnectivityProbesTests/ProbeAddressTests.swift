// SPDX-License-Identifier: Apache-2.0

import NetworkReachability
import Testing

@testable import ConnectivityProbes
@testable import HTTPEngine

/// The rules for the address of a connectivity check, compared with what libcurl's parser says (`curl_url_set`).
@Suite struct ProbeAddressTests {
    typealias Fault = ProbeAddress.Fault

    static let rows: [(address: String, fault: Fault?)] = [
        ("http://example.org", nil), ("http://example.org/204", nil),
        ("HTTP://Example.ORG:8080/", nil),
        ("http://example.org?x=1#y", nil), ("http://192.0.2.1/", nil),
        ("http://[2001:db8::1]:80/", nil),
        ("http://[fe80::1%25eth0]/", nil), ("http://a_b.example./", nil),
        ("http://xn--bcher-kva.example/", nil),
        ("http://localhost:1/", nil), ("http://localhost:65535/", nil),
        ("http://example.org/ü", nil),
        ("http://example.org/{x}|\"<>^`", nil), ("http://example.org/%zz", nil),
        ("example.org", .scheme), ("http:/example.org/", .scheme), ("http:example.org", .scheme),
        ("ftp://example.org/", .scheme), ("", .scheme), ("h\u{FE0F}ttp://example.org/", .scheme),
        ("https://example.org/", .secure), ("http://u:p@example.org/", .credentials),
        ("http://@example.org/", .credentials),
        ("http://trusted.example\\@example.org/", .character),
        ("http://example.org/a b", .character), ("http://example.org/\n", .character),
        ("http://example.org/\u{85}", .character), (" http://example.org/", .character),
        ("http://", .noHost), ("http:///x", .noHost), ("http://?x", .noHost),
        ("http://:80/", .noHost),
        ("http://{x}/", .host), ("http://a{1,2}.example/", .host), ("http://[x]/", .host),
        ("http://[/", .host),
        ("http://[]/", .host), ("http://[::1/", .host), ("http://[::1]x/", .host),
        ("http://::1/", .noHost),
        ("http://[fe80::1%eth0]/", .host), ("http://[fe80::1%25]/", .host),
        ("http://[fe80::1%25an-interface-name]/", .host), ("http://1.2.3/", .host),
        ("http://0x7f.1/", .host),
        ("http://256.1.1.1/", .host), ("http://-a.example/", .host), ("http://a..example/", .host),
        ("http://.example/", .host), ("http://a,b/", .host), ("http://a;b/", .host),
        ("http://a'b/", .host),
        ("http://a!b/", .host), ("http://a*b/", .host), ("http://a%20b/", .host),
        ("http://%61.example/", .host),
        ("http://b\u{FC}cher.example/", .host), ("http://example\u{301}.org/", .host),
        ("http://example.org:/", .port), ("http://example.org:0/", .port),
        ("http://example.org:65536/", .port),
        ("http://example.org:8o/", .port), ("http://example.org:+80/", .port),
        ("http://example.org:80:80/", .port),
        ("http://example.org:000080/", .port), ("http://example.org:\u{661}/", .port),
    ]

    /// The fault of an address; `nil` if it passes.
    private func fault(_ address: String) -> Fault? {
        do throws(Fault) {
            _ = try ProbeAddress(address)
            return nil
        } catch {
            return error
        }
    }

    @Test("An address is accepted, or refused with a reason", arguments: rows)
    func row(address: String, expected: Fault?) {
        #expect(fault(address) == expected)
        // The probe has the same rules.
        if expected == nil {
            #expect(throws: Never.self) { try HTTPConnectivityProbe(url: address) }
        } else {
            #expect(throws: HTTPConnectivityProbe.AddressError.self) {
                try HTTPConnectivityProbe(url: address)
            }
        }
    }

    /// Asserts that libcurl can use an address that passes, and reads the same host in it.
    private func compare(_ address: String) {
        guard fault(address) == nil else { return }
        do {
            let parts = try URLParts(address)
            let authority = address.dropFirst(7).prefix { !"/?#".contains($0) }.lowercased()
            #expect(
                parts.scheme == .http && parts.user == nil && parts.password == nil, "\(address)")
            let host = parts.host.contains(":") ? "[" + parts.host : parts.host
            #expect(authority.hasPrefix(host), "libcurl asks \(parts.host) for \(address)")
        } catch {
            Issue.record("libcurl refuses \(address): \(error)")
        }
    }

    @Test("An accepted address can be used by libcurl", arguments: rows.map(\.address))
    func libcurl(address: String) { compare(address) }

    @Test("An accepted address can be used by libcurl, with any characters in it")
    func everyCharacter() {
        let texts =
            (0..<0x250).compactMap { Unicode.Scalar($0).map { String($0) } }
            + [
                "%25", "%2F", "..", "//", "[]", "\u{301}", "\u{FE0F}", "\u{202E}", "\u{FF0F}",
                "\u{3002}",
            ]
        for text in texts {
            for address in [
                "\(text)http://a.example/", "http\(text)://a.example/", "http:\(text)//a.example/",
                "http://\(text)a.example/", "http://a\(text)b.example:80/",
                "http://a.example\(text)",
                "http://a.example:8\(text)/", "http://a.example/\(text)", "http://[::1\(text)]/",
                "http://[fe80::1%25e\(text)]/", "http://192.0.2.1\(text)/",
                "http://a.example/?\(text)",
            ] {
                compare(address)
            }
        }
    }
}
