// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPEngine

/// URLs as libcurl reads them.
@Suite struct URLPartsTests {
    @Test(
        "A URL is normalized",
        arguments: [
            ("http://Example.ORG", "http://example.org/"),
            ("HTTPS://example.org:443/a/../b?q#f", "https://example.org/b?q"),
            ("http://example.org:8080/a b", "http://example.org:8080/a%20b"),
            ("http://example.org:443/", "http://example.org:443/"),
            ("http://user:pass%20word@example.org/", "http://example.org/"),
            ("http://[::1]:81/x", "http://[::1]:81/x"),
            ("http://[fe80::1%25eth0]/x", "http://[fe80::1%25eth0]/x"),
            ("http://0x7f.1/", "http://127.0.0.1/"),
            ("http://example.org/ü", "http://example.org/%c3%bc"),
            // Names of hosts in other scripts, also with marks of their own, and encoded.
            ("http://bücher.example/", "http://xn--bcher-kva.example/"),
            ("http://BU\u{308}CHER.example:81/x", "http://xn--bcher-kva.example:81/x"),
            ("http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/"),
            ("http://例え.テスト/", "http://xn--r8jz45g.xn--zckzah/"),
            ("http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"),
            // libcurl takes up to three slashes.
            ("http:///example.org/", "http://example.org/"),
            ("http://example.org?q", "http://example.org/?q"),
            ("http://example.org/%41%2f", "http://example.org/%41%2f"),
        ])
    func normalizes(_ text: String, _ expected: String) throws {
        let parts = try URLParts(text)
        #expect(parts.text == expected)
        // What is normal stays as it is.
        #expect(try URLParts(expected).text == expected)
    }

    @Test("A URL has parts")
    func parts() throws {
        let parts = try URLParts("https://me%40home:a%3Ab@[FE80::1%25eth0]:444/p%20q/x?a=b&c#f")
        #expect(parts.scheme == .https)
        #expect(parts.user == "me@home")
        #expect(parts.password == "a:b")
        #expect(parts.host == "fe80::1")
        #expect(parts.zone == "eth0")
        #expect(parts.port == 444)
        #expect(parts.path == "/p%20q/x")
        #expect(parts.query == "a=b&c")
        let plain = try URLParts("http://example.org")
        #expect(plain.user == nil)
        #expect(plain.port == 80)
        #expect(plain.path == "/")
        #expect(plain.query == nil)
        // Found by fuzzing: the query of a reference was empty, and that of the URL which it makes was none.
        #expect(try plain.resolving("x?#c").query == nil)
    }

    @Test("Different spellings of a server have the same scheme, host and port")
    func spellings() throws {
        for text in ["http://A/x", "http://a:80/y?z", "HTTP://a"] {
            let parts = try URLParts(text)
            #expect(parts.scheme == .http)
            #expect(parts.host == "a")
            #expect(parts.port == 80)
        }
    }

    @Test(
        "A text that is no http or https URL is rejected",
        arguments: [
            ("ftp://example.org/", "ftp"), ("file:///etc/passwd", "file"),
            ("gopher://example.org/", "gopher"), ("foo://example.org/", "foo"),
            ("", nil), ("example.org/x", nil), ("http://", nil),
            ("http://a b/", nil), ("http://example.org:99999/", nil),
            ("http://example.org:0/", nil), ("http://example.org:port/", nil),
            ("http://[::1", nil), ("http://ex\nample.org/", nil), ("http://example.org/a\0b", nil),
            ("http://example.org/a\r\nX: 1", nil), ("http://b\u{FFFD}cher.example/", nil),
            ("http://\u{301}a.example/", nil), ("http://b%FFcher.example/", nil),
        ] as [(String, String?)])
    func rejects(_ text: String, _ scheme: String?) {
        do throws(URLParts.ParseError) {
            let parts = try URLParts(text)
            Issue.record("\(text) is \(parts.text)")
        } catch {
            switch error {
            case .scheme(let name): #expect(name == scheme)
            case .malformed(let message):
                #expect(scheme == nil)
                #expect(!message.isEmpty)
            case .noParser(let error): Issue.record("\(error)")
            }
        }
    }

    @Test(
        "A location is resolved against the URL that it came from",
        arguments: [
            ("/x", "https://example.org/x"), ("x", "https://example.org/a/x"),
            ("../x?y", "https://example.org/x?y"), ("?z", "https://example.org/a/b?z"),
            ("//other.example/x", "https://other.example/x"),
            ("http://other.example:81/x#f", "http://other.example:81/x"),
            ("x y", "https://example.org/a/x%20y"), ("./", "https://example.org/a/"),
            ("../../../../x", "https://example.org/x"),
        ])
    func resolves(_ location: String, _ expected: String) throws {
        let base = try URLParts("https://user:secret@example.org/a/b?q#f")
        let result = try base.resolving(location)
        #expect(result.text == expected)
        // Who may have the user and the password is for the caller to decide.
        #expect(result.user == nil)
        #expect(result.password == nil)
    }

    @Test("A location of another scheme is rejected")
    func otherScheme() throws {
        let base = try URLParts("https://example.org/a")
        #expect(throws: URLParts.ParseError.scheme("ftp")) {
            try base.resolving("ftp://example.org/")
        }
        #expect(throws: URLParts.ParseError.scheme("file")) {
            try base.resolving("file:///etc/passwd")
        }
    }
}
