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
            ("http://user:pass%20word@example.org/", "http://example.org/"),
            ("http://[::1]:81/x", "http://[::1]:81/x"),
            ("http://0x7f.1/", "http://127.0.0.1/"),
            ("http://example.org/ü", "http://example.org/%c3%bc"),
        ])
    func normalizes(_ text: String, _ expected: String) throws {
        #expect(try URLParts(text).text == expected)
    }
}
