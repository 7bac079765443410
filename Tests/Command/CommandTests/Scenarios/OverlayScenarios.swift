// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct OverlayScenarios {
    /// A VXLAN interface with an address.
    private static let vxlan = """
        ip link add vx0 type vxlan id 42 dstport 4789 remote 192.0.2.9 local 192.0.2.7
        ip link set vx0 up; ip address add 10.8.0.2/24 dev vx0

        """

    @Test(
        "An overlay is seen through if another interface could carry it",
        arguments: [
            Scenario(
                "over Ethernet",
                "uplink eth0 192.0.2.7/24 192.0.2.1\n\(vxlan)\nhalves via 10.8.0.1",
                [
                    "status": "satisfied", "primary": "vx0", "isVPN": true, "underlay": ["eth0"],
                    "connection": "ethernet", "gateways": ["192.0.2.1"],
                    "interfaces.vx0.type": "other", "interfaces.vx0.carriesIPv4": true,
                ]),
            Scenario(
                "below a bridge",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                \(vxlan)
                ip address flush dev vx0
                ip link add br0 type bridge; ip link set vx0 master br0; ip link set br0 up
                await state_is br0 UP
                ip address add 10.8.0.2/24 dev br0; halves via 10.8.0.1
                """,
                ["primary": "br0", "isVPN": true, "underlay": ["vx0", "eth0"]]),
            Scenario(
                "not below a bridge with another port, beside an interface without a link",
                """
                cable c0; ip link add eth0 link c0 type macvlan; ip link set eth0 up
                cable eth1; unplug eth1
                \(vxlan)
                ip address flush dev vx0
                ip link add br0 type bridge; ip link set vx0 master br0; ip link set br0 up
                ip link set eth0 master br0; await state_is br0 UP
                ip address add 192.0.2.7/24 dev br0; ip route add default via 192.0.2.1
                """,
                [
                    "status": "satisfied", "primary": "br0", "isVPN": false,
                    "underlay": ["eth0", "c0"], "connection": "ethernet",
                ]),
            Scenario(
                "the interface below has no link",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                \(vxlan)
                halves via 10.8.0.1; unplug eth0
                """,
                ["status": "unsatisfied", "unsatisfiedReason": "noCarrier", "isVPN": false]),
            Scenario(
                "the interface below has no address",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                \(vxlan)
                ip route replace default via 10.8.0.1; ip address flush dev eth0 scope global
                """,
                ["status": "unsatisfied", "unsatisfiedReason": "noAddress"]),
            Scenario(
                "alone, it stands for itself",
                "\(vxlan)\nip route add default via 10.8.0.1",
                [
                    "status": "satisfied", "primary": "vx0", "isVPN": false, "underlay": [],
                    "connection": "other", "gateways": ["10.8.0.1"],
                ]),
            Scenario(
                "it is no part of the path",
                "uplink eth0 192.0.2.7/24 192.0.2.1\n\(vxlan)",
                ["primary": "eth0", "isVPN": false]),
        ])
    func overlays(_ scenario: Scenario) async throws { try await scenario.check() }

    @Test(
        "A tap is seen through like an overlay",
        .enabled(if: Machine.hasTunnels, "this user may not open /dev/net/tun"),
        arguments: [
            Scenario(
                "over Ethernet",
                "uplink eth0 192.0.2.7/24 192.0.2.1; tap zt0 10.147.0.2/16; halves via 10.147.0.1",
                [
                    "status": "satisfied", "primary": "zt0", "isVPN": true, "underlay": ["eth0"],
                    "interfaces.zt0.type": "ethernet",
                ]),
            Scenario(
                "the interface below has no link",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1; tap zt0 10.147.0.2/16; halves via 10.147.0.1
                unplug eth0
                """,
                ["status": "unsatisfied", "unsatisfiedReason": "noCarrier"]),
            Scenario(
                "alone, it stands for itself",
                "tap tap0 10.0.2.100/24; ip route add default via 10.0.2.2",
                [
                    "status": "satisfied", "primary": "tap0", "isVPN": false, "underlay": [],
                    "connection": "ethernet", "gateways": ["10.0.2.2"],
                ]),
            Scenario(
                "beside the host's end of a veth without an address, it stands for itself",
                """
                tap tap0 10.0.2.100/24; ip route add default via 10.0.2.2
                \(hostEnd)
                ip address flush dev ve0
                """,
                ["status": "satisfied", "primary": "tap0", "isVPN": false, "underlay": []]),
            Scenario(
                "beside the host's end of a veth with an address, it stands for itself",
                "tap tap0 10.0.2.100/24; ip route add default via 10.0.2.2\n\(hostEnd)",
                ["status": "satisfied", "primary": "tap0", "isVPN": false, "underlay": []]),
            Scenario(
                "it carries a tunnel if it is alone and has a route",
                """
                tap tap0 10.0.2.100/24; ip route add default via 10.0.2.2
                vpn tun0 10.8.0.2/24; halves dev tun0
                """,
                ["primary": "tun0", "isVPN": true, "underlay": ["tap0"]]),
        ])
    func taps(_ scenario: Scenario) async throws { try await scenario.check() }

    /// An Ethernet interface that is unplugged, and a tunnel with the only default route.
    private static let unpluggedBelowATunnel = """
        uplink eth0 192.0.2.7/24; unplug eth0
        vpn tun0 10.8.0.2/24; ip route add default dev tun0

        """
    /// The host's end of a veth.
    private static let hostEnd = """
        elsewhere true
        ip link add ve0 type veth peer name host0; ip link set host0 netns "$other"
        elsewhere ip link set host0 up; ip link set ve0 up; await state_is ve0 UP
        ip address add 10.5.0.1/24 dev ve0

        """

    /// The veth of a container.
    private static let container = """
        elsewhere true
        ip link add eth0 type veth peer name far; ip link set far netns "$other"
        elsewhere ip link set far up; ip link set eth0 up; await state_is eth0 UP
        ip address add 192.0.2.7/24 dev eth0; ip route add default via 192.0.2.1

        """

    @Test(
        "What leads to guests does not carry a tunnel",
        .enabled(if: Machine.hasTunnels, "this user may not open /dev/net/tun"),
        arguments: [
            Scenario(
                "a tap", unpluggedBelowATunnel + "tap zt0 10.147.0.2/16",
                ["status": "unsatisfied", "unsatisfiedReason": "noCarrier"]),
            Scenario(
                "the host's end of a veth", unpluggedBelowATunnel + hostEnd,
                ["status": "unsatisfied", "unsatisfiedReason": "noCarrier"]),
            Scenario(
                "the host's end of a veth, beside a veth with a next hop that is unplugged",
                hostEnd + container
                    + """
                    elsewhere ip link set far down; await has_no_carrier eth0
                    vpn tun0 10.8.0.2/24; halves dev tun0
                    """,
                ["status": "unsatisfied", "unsatisfiedReason": "noCarrier"]),
            Scenario(
                "the host's end of a veth, alone",
                hostEnd + "vpn tun0 10.8.0.2/24; ip route add default dev tun0",
                ["status": "satisfied", "primary": "tun0", "isVPN": true, "underlay": []]),
            Scenario(
                "the host's end of a veth without an address, and an empty bridge",
                hostEnd
                    + """
                    ip address flush dev ve0
                    ip link add docker0 type bridge; ip link set docker0 up
                    ip address add 172.17.0.1/16 dev docker0
                    vpn tun0 10.8.0.2/24; ip route add default dev tun0
                    """,
                ["status": "satisfied", "primary": "tun0", "underlay": [], "connection": "other"]),
            Scenario(
                "the veth of a container",
                container + "vpn tun0 10.8.0.2/24; halves dev tun0",
                ["status": "satisfied", "primary": "tun0", "underlay": ["eth0"]]),
            Scenario(
                "the veth of a container that is unplugged",
                container
                    + """
                    vpn tun0 10.8.0.2/24; halves dev tun0
                    elsewhere ip link set far down; await has_no_carrier eth0
                    """,
                ["status": "unsatisfied", "unsatisfiedReason": "noCarrier"]),
            Scenario(
                "a veth with a next hop",
                hostEnd
                    + """
                    cable eth0; ip route add default via 10.5.0.2
                    vpn tun0 10.8.0.2/24; halves dev tun0
                    """,
                ["status": "satisfied", "primary": "tun0", "underlay": ["ve0"]]),
        ])
    func guests(_ scenario: Scenario) async throws { try await scenario.check() }

    @Test(
        "A translator of addresses (CLAT) is no VPN",
        .enabled(if: Machine.hasTunnels, "this user may not open /dev/net/tun"),
        arguments: [
            Scenario(
                "over IPv6",
                """
                uplink eth0 2001:db8::7/64 2001:db8::1
                vpn clat 192.0.0.1/32; ip route add default dev clat metric 2048
                """,
                [
                    "status": "satisfied", "primary": "clat", "isVPN": false,
                    "underlay": ["eth0"], "connection": "ethernet", "supportsIPv4": true,
                    "supportsIPv6": true, "gateways": ["2001:db8::1"],
                    "interfaces.clat.type": "other",
                ]),
            Scenario(
                "over IPv6 that has no link",
                """
                uplink eth0 2001:db8::7/64 2001:db8::1
                vpn clat 192.0.0.1/32; ip route add default dev clat metric 2048
                unplug eth0
                """,
                ["status": "unsatisfied", "unsatisfiedReason": "noCarrier"]),
            Scenario(
                "over a VPN for IPv6",
                """
                uplink eth0 2001:db8::7/64 2001:db8::1
                vpn tun0; ip address add 2001:db8:9::2/64 dev tun0 nodad
                ip -6 route add 2000::/3 dev tun0
                vpn clat 192.0.0.1/32; ip route add default dev clat metric 2048
                """,
                ["primary": "clat", "isVPN": true, "underlay": ["tun0", "eth0"]]),
            Scenario(
                "with another address, it is a VPN",
                """
                uplink eth0 2001:db8::7/64 2001:db8::1
                vpn clat 192.0.0.8/32; ip route add default dev clat metric 2048
                """,
                ["primary": "clat", "isVPN": true, "interfaces.clat.type": "vpn"]),
        ])
    func translators(_ scenario: Scenario) async throws { try await scenario.check() }
}
