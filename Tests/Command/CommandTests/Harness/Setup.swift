// SPDX-License-Identifier: Apache-2.0

import Testing

/// A network of a kind that differs in its JSON from the others.
struct Setup: Sendable, CustomTestStringConvertible {
    let name: String
    let script: String

    var testDescription: String { name }

    /// One network for each shape of the JSON that the kernel of a test machine can make.
    static let all = [
        Setup(name: "nothing but loopback", script: ""),
        Setup(name: "IPv4", script: "uplink eth0 192.0.2.7/24 192.0.2.1"),
        Setup(
            name: "both families, with a link-local router",
            script: """
                uplink eth0 192.0.2.7/24 192.0.2.1
                ip address add 2001:db8::7/64 dev eth0 nodad
                ip route add default via fe80::1 dev eth0
                """),
        Setup(name: "no carrier", script: "uplink eth0 192.0.2.7/24 192.0.2.1; unplug eth0"),
        Setup(name: "no address", script: "cable eth0"),
        Setup(name: "no route", script: "uplink eth0 192.0.2.7/24"),
        Setup(
            name: "a rejected route",
            script: "uplink eth0 192.0.2.7/24; ip route add prohibit default"),
        Setup(
            name: "half of the address space",
            script: "uplink eth0 192.0.2.7/24; ip route add 128.0.0.0/1 via 192.0.2.1"),
        Setup(
            name: "two uplinks, one of them off",
            script: """
                uplink eth0 192.0.2.7/24 192.0.2.1 100
                uplink eth1 198.51.100.7/24 198.51.100.1 200
                ip link set eth1 down
                """),
        Setup(
            name: "addresses with a peer, a scope, flags and a number for a scope",
            script: """
                uplink eth0 192.0.2.7/24 192.0.2.1
                ip address add 192.0.2.8/24 dev eth0
                ip address add 10.0.0.1 peer 10.0.0.2/32 dev eth0
                ip address add 10.1.0.1/24 scope 77 dev eth0
                ip address add 2001:db8::8/64 dev eth0 preferred_lft 0 nodad
                ip address add 2001:db8::9/64 dev eth0 noprefixroute nodad
                """),
        Setup(
            name: "a bridge",
            script: """
                cable eth0
                ip link add br0 type bridge
                ip link set eth0 master br0
                ip link set br0 up
                ip address add 192.0.2.7/24 dev br0
                ip route add default via 192.0.2.1 dev br0
                """),
        Setup(
            name: "an overlay",
            script: """
                uplink eth0 192.0.2.7/24 192.0.2.1
                ip link add vx0 type vxlan id 7 dev eth0 remote 192.0.2.9 dstport 4789
                ip link set vx0 up
                ip address add 10.8.0.2/24 dev vx0
                ip route replace default via 10.8.0.1 dev vx0
                """),
        Setup(
            name: "names with characters that JSON escapes",
            script: #"""
                uplink 'a"b\c' 192.0.2.7/24 192.0.2.1
                cable "$(printf 'd\377e')"
                cable "$(printf 'f\001g')"
                """#),
    ]

    /// A path through a tunnel, which needs /dev/net/tun.
    static let tunnel = Setup(
        name: "a tunnel",
        script: """
            uplink eth0 192.0.2.7/24 192.0.2.1
            vpn tun0 10.8.0.2/24
            ip route add 198.51.100.9 via 192.0.2.1
            ip route replace default dev tun0
            """)
}
