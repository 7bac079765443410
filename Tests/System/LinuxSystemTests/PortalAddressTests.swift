// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LinuxSystem

/// What of a text that a DHCP server chooses is passed on as the address of a portal.
@Suite struct PortalAddressTests {
    @Test(
        "An address of HTTP or HTTPS is passed on as it is",
        arguments: [
            "http://a", "https://portal.example/", "HTTPS://Portal.Example/a?b=c&d=%20#e",
            "http://192.0.2.1:8080/login", "http://[2001:db8::1]/", "http://[fe80::1]:80/x",
            "https://portal.example:/", "https://a/" + String(repeating: "x", count: 2038),
        ])
    func addresses(text: String) {
        #expect(PortalAddress.parse(text.utf8) == text)
    }

    @Test(
        "Anything else is not",
        arguments: [
            "", "portal.example", "ftp://portal.example/", "javascript:alert(1)", "http:/a",
            "http:///a",
            "http://", "https://:80/", "https://user@portal.example/",
            "https://a:b@portal.example/",
            "https://bank.example@evil.example/", "https://a b/", "https://a/\u{1B}[2J",
            "https://a/\n",
            "https://a/\u{7F}", "https://ä.example/", "https://a/%", "https://a/%2",
            "https://a/%zz",
            "https://a/<b>", "https://a/\"b", "https://a\\b/", "https://a:80x/",
            "https://a:123456/",
            "https://[::1/", "https://[]/", "https://[abc]/", "https://[::1]x/", "https://a/\0b",
            "urn:ietf:params:capport:unrestricted",
            "https://a/" + String(repeating: "x", count: 2039),
        ])
    func others(text: String) {
        #expect(PortalAddress.parse(text.utf8) == nil)
    }

    @Test("Zero bytes at the end are ignored, and bytes that are not UTF-8 are refused")
    func bytes() {
        #expect(PortalAddress.parse(Array("http://a".utf8) + [0, 0]) == "http://a")
        #expect(PortalAddress.parse(Array("http://a/".utf8) + [0xFF]) == nil)
        #expect(PortalAddress.parse([0]) == nil)
    }
}
