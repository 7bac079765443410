// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct NameServerScenarios {
    private static let uplink = "uplink eth0 192.0.2.7/24 192.0.2.1"

    @Test(
        "supportsDNS says whether a name server has a live route",
        arguments: [
            Scenario(
                "one by the default route", "\(uplink); resolver 'nameserver 9.9.9.9'",
                ["supportsDNS": true]),
            Scenario(
                "one of a family without a route",
                "\(uplink); resolver 'nameserver 2001:db8::53'", ["supportsDNS": false]),
            Scenario(
                "one of two", "\(uplink); resolver 'nameserver 2001:db8::53' 'nameserver 9.9.9.9'",
                ["supportsDNS": true]),
            Scenario("none", "\(uplink); resolver 'search example'", ["supportsDNS": false]),
            Scenario(
                "on loopback", "\(uplink); resolver 'nameserver 127.0.0.1'",
                ["supportsDNS": true]),
            Scenario(
                "behind systemd-resolved's stub, reachable",
                "\(uplink); resolver 'nameserver 127.0.0.53'; upstream 'nameserver 9.9.9.9'",
                ["supportsDNS": true]),
            Scenario(
                "behind systemd-resolved's stub, not reachable",
                "\(uplink); resolver 'nameserver 127.0.0.53'; upstream 'nameserver 2001:db8::53'",
                ["supportsDNS": false]),
            Scenario(
                "behind systemd-resolved's stub, none",
                "\(uplink); resolver 'nameserver 127.0.0.53'; upstream '# nothing'",
                ["supportsDNS": false]),
            Scenario(
                "behind a blackhole",
                "\(uplink); ip route add blackhole 9.9.9.0/24; resolver 'nameserver 9.9.9.9'",
                ["status": "satisfied", "supportsDNS": false, "isDegraded": true]),
            Scenario(
                "link-local with its zone",
                "\(uplink); ip address add fe80::7/64 dev eth0 nodad; resolver 'nameserver fe80::1%eth0'",
                ["supportsDNS": true]),
            Scenario(
                "link-local with the zone of an unknown interface",
                "\(uplink); resolver 'nameserver fe80::1%eth9'", ["supportsDNS": false]),
            Scenario(
                "link-local with the index of its zone",
                """
                \(uplink); ip address add fe80::7/64 dev eth0 nodad
                resolver "nameserver fe80::1%$(cat /sys/class/net/eth0/ifindex)"
                """,
                ["supportsDNS": true]),
            Scenario(
                "link-local without a zone",
                """
                \(uplink); ip address add fe80::7/64 dev eth0 nodad
                ip -6 route add fe80::53 dev eth0
                resolver 'nameserver fe80::53'
                """,
                ["supportsDNS": false]),
            Scenario(
                "a FIFO instead of the file",
                """
                \(uplink); resolver ''
                mkfifo "$TEST_FOLDER/fifo"; mount --bind "$TEST_FOLDER/fifo" /etc/resolv.conf
                """,
                ["status": "satisfied", "supportsDNS": false]),
            Scenario(
                "reachable, but offline",
                "uplink eth0 192.0.2.7/24; resolver 'nameserver 192.0.2.1'",
                ["status": "unsatisfied", "supportsDNS": false]),
        ])
    func nameServers(_ scenario: Scenario) async throws { try await scenario.check() }
}
