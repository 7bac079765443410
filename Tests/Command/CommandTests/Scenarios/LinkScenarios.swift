// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct LinkScenarios {
    @Test(
        "Only a link with carrier carries the path",
        arguments: [
            Scenario(
                "unplugged, with the default route still present",
                "uplink eth0 192.0.2.7/24 192.0.2.1; unplug eth0",
                [
                    "status": "unsatisfied", "unsatisfiedReason": "noCarrier",
                    "interfaces.eth0.hasCarrier": false, "interfaces.eth0.isUp": true,
                    "interfaces.eth0.operationalState": "lowerLayerDown",
                ]),
            Scenario(
                "the chosen interface has no link, and the kernel does not try another",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1 100
                uplink eth1 198.51.100.7/24 198.51.100.1 200
                unplug eth0
                """,
                ["status": "unsatisfied", "unsatisfiedReason": "noCarrier"]),
            Scenario(
                "a link without carrier that ignore_routes_with_linkdown skips",
                """
                sysctl -qw net.ipv4.conf.all.ignore_routes_with_linkdown=1
                uplink eth0 192.0.2.7/24 192.0.2.1 100
                uplink eth1 198.51.100.7/24 198.51.100.1 200
                unplug eth0
                """,
                ["status": "satisfied", "primary": "eth1"]),
            Scenario(
                "switched off",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                ip link set eth0 down; await has_no_carrier eth0-far
                """,
                ["unsatisfiedReason": "noCarrier", "interfaces.0.name": "eth0-far"]),
            Scenario(
                "switched off, shown by name",
                "uplink eth0 192.0.2.7/24 192.0.2.1; ip link set eth0 down",
                ["interfaces.eth0.isUp": false, "interfaces.eth0.hasCarrier": false],
                arguments: "eth0"),
        ])
    func carrier(_ scenario: Scenario) async throws { try await scenario.check() }

    @Test(
        "Only a usable address carries the path",
        arguments: [
            Scenario(
                "none", "cable eth0; ip route add default dev eth0",
                ["unsatisfiedReason": "noAddress"]),
            Scenario(
                "link-local only", "uplink eth0 169.254.7.7/16; ip route add default dev eth0",
                ["unsatisfiedReason": "noAddress"]),
            Scenario(
                "of scope link only",
                "cable eth0; ip address add 192.0.2.7/24 dev eth0 scope link; ip route add default via 192.0.2.1",
                ["status": "unsatisfied", "unsatisfiedReason": "noAddress"]),
            Scenario(
                "of scope host only",
                "cable eth0; ip address add 192.0.2.7/24 dev eth0 scope host; ip route add default via 192.0.2.1 onlink dev eth0",
                ["status": "unsatisfied", "unsatisfiedReason": "noAddress"]),
            Scenario(
                "of scope link, and the route needs no wider one",
                "cable eth0; ip address add 192.0.2.7/24 dev eth0 scope link; ip route add default dev eth0",
                ["status": "satisfied", "primary": "eth0"]),
            Scenario(
                "of scope link, and another interface has a wider one",
                """
                cable eth0; ip address add 192.0.2.7/24 dev eth0 scope link
                cable eth1; ip address add 198.51.100.7/24 dev eth1
                ip route add default via 192.0.2.1
                """,
                ["status": "satisfied", "primary": "eth0"]),
            Scenario(
                "IPv6, link-local only", "cable eth0; ip route add default via fe80::1 dev eth0",
                ["unsatisfiedReason": "noAddress"]),
            Scenario(
                "unique local is usable", "uplink eth0 fd00::7/64 fd00::1",
                ["status": "satisfied", "supportsIPv6": true]),
            Scenario(
                "tentative",
                """
                cable eth0
                sysctl -qw net.ipv6.conf.eth0.accept_dad=1 net.ipv6.conf.eth0.dad_transmits=1000
                ip address add 2001:db8::7/64 dev eth0
                ip route add default via fe80::1 dev eth0
                """,
                ["unsatisfiedReason": "noAddress", "interfaces.eth0.hasCarrier": true]),
            Scenario(
                "duplicate address detected",
                """
                cable eth0
                ip address add 2001:db8::7/64 dev eth0-far nodad
                ip address add 2001:db8::7/64 dev eth0
                await sh -c 'ip address show dev eth0 | grep -q dadfailed'
                ip route add default via fe80::1 dev eth0
                ip address flush dev eth0-far
                """,
                ["unsatisfiedReason": "noAddress"]),
            Scenario(
                "a deprecated address is usable if there is no other",
                """
                cable eth0
                ip address add 2001:db8::7/64 dev eth0 nodad preferred_lft 0
                ip route add default via fe80::1 dev eth0
                """,
                [
                    "status": "satisfied",
                    "interfaces.eth0.addresses.0.flags": ["noDAD", "deprecated", "permanent"],
                ]),
            Scenario(
                "a point-to-point interface shows its own address",
                """
                cable eth0
                ip address add 10.0.0.1 peer 10.0.0.2/32 dev eth0
                ip route add default via 10.0.0.2
                """,
                [
                    "status": "satisfied", "interfaces.eth0.addresses.0.address": "10.0.0.1",
                    "gateways": ["10.0.0.2"],
                ]),
            Scenario(
                "secondary",
                "uplink eth0 192.0.2.7/24 192.0.2.1; ip address add 192.0.2.8/24 dev eth0",
                ["interfaces.eth0.addresses.1.flags": ["secondary", "permanent"]]),
        ])
    func addresses(_ scenario: Scenario) async throws { try await scenario.check() }

    @Test(
        "Stacked interfaces have the type and the state of those below",
        arguments: [
            Scenario(
                "a bridge over a veth",
                """
                cable eth0
                ip link add br0 type bridge; ip link set eth0 master br0; ip link set br0 up
                await state_is br0 UP
                ip address add 192.0.2.7/24 dev br0; ip route add default via 192.0.2.1
                """,
                [
                    "primary": "br0", "underlay": ["eth0"], "connection": "ethernet",
                    "interfaces.br0.type": "ethernet", "interfaces.br0.kind": "bridge",
                    "interfaces.br0.isVirtual": true, "interfaces.br0.lowerInterfaces": ["eth0"],
                ]),
            Scenario(
                "a bridge without a port",
                """
                ip link add br0 type bridge; ip link set br0 up
                ip address add 192.0.2.7/24 dev br0; ip route add default via 192.0.2.1
                """,
                ["primary": "br0", "underlay": [], "connection": "ethernet"]),
            Scenario(
                "a bridge whose last port has left",
                """
                cable eth0
                ip link add br0 type bridge; ip link set eth0 master br0; ip link set br0 up
                await state_is br0 UP
                ip address add 192.0.2.7/24 dev br0; ip route add default via 192.0.2.1
                ip link set eth0 nomaster; await has_no_carrier br0
                """,
                ["unsatisfiedReason": "noCarrier"]),
            Scenario(
                "macvlan",
                """
                cable eth0
                ip link add mac0 link eth0 type macvlan; ip link set mac0 up; await state_is mac0 UP
                ip address add 192.0.2.7/24 dev mac0; ip route add default via 192.0.2.1
                """,
                [
                    "primary": "mac0", "underlay": ["eth0"], "interfaces.mac0.type": "ethernet",
                    "interfaces.mac0.lowerInterfaces": ["eth0"],
                ]),
            Scenario(
                "macvlan over a bridge over a veth",
                """
                cable eth0
                ip link add br0 type bridge; ip link set eth0 master br0; ip link set br0 up
                ip link add mac0 link br0 type macvlan; ip link set mac0 up; await state_is mac0 UP
                ip address add 192.0.2.7/24 dev mac0; ip route add default via 192.0.2.1
                """,
                ["primary": "mac0", "underlay": ["br0", "eth0"]]),
            Scenario(
                "macvlan on an interface of another namespace",
                """
                uplink eth0 192.0.2.7/24
                elsewhere ip link add eth0 type veth peer name eth1
                elsewhere ip link set eth0 up; elsewhere ip link set eth1 up
                elsewhere ip link add mac0 link eth0 netns $$ type macvlan
                ip link set mac0 up; await state_is mac0 UP
                ip address add 198.51.100.7/24 dev mac0; ip route add default via 198.51.100.1
                """,
                [
                    "primary": "mac0", "underlay": [], "connection": "other",
                    "interfaces.mac0.lowerInterfaces": [], "interfaces.mac0.confidence": "low",
                ]),
            Scenario(
                "an Ethernet overlay, and the interface below has no address",
                """
                cable eth0
                ip link add vx0 type vxlan id 42 dstport 4789; ip link set vx0 up
                ip address add 192.0.2.7/24 dev vx0; ip route add default via 192.0.2.1
                """,
                [
                    "interfaces.vx0.type": "other", "isVPN": false,
                    "unsatisfiedReason": "noAddress",
                ]),
            Scenario(
                "an ifb never carries a path",
                """
                ip link add ifb0 type ifb; ip link set ifb0 up
                ip address add 192.0.2.7/24 dev ifb0; ip route add default via 192.0.2.1
                """,
                ["unsatisfiedReason": "noInterface", "interfaces.ifb0.type": "other"]),
        ])
    func stacks(_ scenario: Scenario) async throws { try await scenario.check() }

    @Test(
        "Unusual names and indexes are reported correctly",
        arguments: [
            Scenario(
                "a veth that is called wlan0", "uplink wlan0 192.0.2.7/24 192.0.2.1",
                [
                    "connection": "ethernet", "interfaces.wlan0.type": "ethernet",
                    "interfaces.wlan0.kind": "veth", "interfaces.wlan0.confidence": "high",
                ]),
            Scenario(
                "a veth that is called rmnet0", "uplink rmnet0 192.0.2.7/24 192.0.2.1",
                ["connection": "ethernet", "interfaces.rmnet0.type": "ethernet"]),
            Scenario(
                "escape sequences and quotes",
                """
                name=$(printf 'e\\033[31m"\\\\')
                uplink "$name" 192.0.2.7/24 192.0.2.1
                """,
                ["primary": "e\u{1B}[31m\"\\"]),
            Scenario(
                "bytes that are not UTF-8",
                "uplink \"$(printf 'eth\\377')\" 192.0.2.7/24 192.0.2.1",
                ["primary": "eth\u{FFFD}", "status": "satisfied"]),
            Scenario(
                "an index above 65535",
                """
                ip link add eth0 index 100000 type veth peer name eth0-far
                ip link set eth0 up; ip link set eth0-far up; await state_is eth0 UP
                ip address add 192.0.2.7/24 dev eth0; ip route add default via 192.0.2.1
                """,
                ["primary": "eth0", "interfaces.eth0.index": 100000]),
            Scenario(
                "the sysfs of another namespace",
                "uplink eth0 192.0.2.7/24 192.0.2.1", ["interfaces.eth0.type": "ethernet"],
                mountsSysfs: false),
            Scenario(
                "an alternative name on the command line",
                "uplink eth0 192.0.2.7/24 192.0.2.1; ip link property add dev eth0 altname uplink",
                ["interfaces.0.name": "eth0"], arguments: "uplink"),
        ])
    func names(_ scenario: Scenario) async throws { try await scenario.check() }
}
