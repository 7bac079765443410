// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LinuxSystem

@Suite struct HostNameTests {
    @Test(
        "Valid host names, and the reasons to refuse others",
        arguments: [
            ("nas.example", nil), ("nas", nil), ("a-b_c.example.", nil), ("7z.example", nil),
            ("xn--bcher-kva.example", nil), ("0x7f.example", nil), ("0xyz", nil),
            ("192.0.2.7", nil), ("2001:db8::1", nil),
            // What inet_aton(3) would take for 127.0.0.1.
            ("2130706433", .number), ("0x7f000001", .number), ("0X7F.1", .number),
            ("127.1", .number), ("0177.0.0.1", .number), ("127.0.0.0x1", .number),
            ("017700000001", .number), ("300.1.1.1", .number), ("1.2.3.", .number),
            ("bücher.example", .notASCII), ("網路", .notASCII),
            ("", .malformed), ("a..b", .malformed), ("-a", .malformed), ("a b", .malformed),
            ("a\0b", .malformed), ("fe80::1%", .malformed),
        ] as [(String, HostName.Fault?)])
    func faults(text: String, fault: HostName.Fault?) {
        #expect(HostName.fault(in: text) == fault)
        #expect((HostName(text) == nil) == (fault != nil))
    }

    @Test(
        "A zone follows an IPv6 address, where it is allowed",
        arguments: [
            ("fe80::1%eth0", nil), ("fe80::1%2", nil), ("2001:db8::1%eth0", nil),
            ("fe80::1%", .malformed), ("192.0.2.7%eth0", .malformed), ("nas%eth0", .malformed),
            ("fe80::1%a\0b", .malformed),
        ] as [(String, HostName.Fault?)])
    func zones(text: String, fault: HostName.Fault?) {
        #expect(HostName.fault(in: text, allowsZone: true) == fault)
        #expect(HostName.fault(in: text) == .malformed)
    }
}
