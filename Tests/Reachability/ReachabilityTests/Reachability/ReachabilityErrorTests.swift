// SPDX-License-Identifier: Apache-2.0

import Reachability
import Testing

/// Names and addresses that are none.
@Suite struct ReachabilityErrorTests {
    @Test(
        "An invalid host name is an error with a description",
        arguments: [
            ("", .emptyHostName, "the name of the host is empty"),
            (" ", .malformedHostName(" "), #"" " is not the name of a host"#),
            ("a b", .malformedHostName("a b"), #""a b" is not the name of a host"#),
            ("a..b", .malformedHostName("a..b"), #""a..b" is not the name of a host"#),
            ("-a", .malformedHostName("-a"), #""-a" is not the name of a host"#),
            (
                "256.1.1.1", .malformedHostName("256.1.1.1"),
                #""256.1.1.1" is not the name of a host"#
            ),
            (
                "https://www.ua.es", .malformedHostName("https://www.ua.es"),
                #""https://www.ua.es" is not the name of a host"#
            ),
            ("a\nb", .malformedHostName("a\nb"), #""a\nb" is not the name of a host"#),
            ("a\0b", .malformedHostName("a\0b"), #""a\0b" is not the name of a host"#),
        ] as [(String, ReachabilityError, String)])
    func hostNames(_ name: String, error: ReachabilityError, words: String) {
        #expect(throws: error) { try Reachability(hostname: name) }
        #expect(throws: error) { try Reachability(hostName: name) }
        #expect(error.description == words)
    }

    @Test(
        "An invalid address is an error with a description",
        arguments: [
            "", "nas.example", "192.0.2", "192.0.2.7.1", "192.0.2.07 ", "0x7f000001",
            "fe80::1%eth0",
            "2001:db8::1/64", "[::1]", "192.0.2.7\u{0}",
        ])
    func addresses(_ address: String) {
        #expect(throws: ReachabilityError.malformedAddress(address)) {
            try Reachability(address: address)
        }
        #expect(
            ReachabilityError.malformedAddress(address).description
                == "\(address.debugDescription) is not an IP address")
    }

    @Test(
        "A valid address names the target",
        arguments: [
            ("0.0.0.0", "internet"), ("::", "internet"), ("192.0.2.7", "192.0.2.7"),
            ("2001:DB8::0:1", "2001:db8::1"),
        ])
    func addressesThatAreSome(_ address: String, words: String) throws {
        #expect(try Reachability(address: address).description.hasPrefix("\(words): "))
        #expect(try Reachability(hostname: address).description.hasPrefix("\(words): "))
    }

    @Test("Reasons have descriptions")
    func reasonsInWords() {
        let reasons: [Reachability.UnavailableReason] = [
            .noPath(.noInterface), .noPath(.noCarrier), .noPath(.noAddress), .noPath(.noRoute),
            .noPath(.routeRejected), .noLocalWiFi, .cellularNotAllowed, .resolving,
            .unresolved("cannot resolve a: no"),
        ]
        #expect(Set(reasons.map(\.description)).count == reasons.count)
        #expect(reasons.allSatisfy { !$0.description.isEmpty })
    }
}
