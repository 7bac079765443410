// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Places that are known by the name of a connection, with the real NetworkManager on a private bus.
@Suite(
    .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
    .enabled(if: Machine.hasNetworkManager, "NetworkManager, nmcli or dbus-daemon is missing"))
struct ConnectionPlaceTests {
    private static let words = """
        \(NetworkManagerTests.words)
        cd "$TEST_FOLDER"
        echo '{"places": {"office": [{"connection": "to-*"}], "lab": [{"connection": "Lab ?"}]}}' >config
        \(PlaceCommandTests.watching)
        """

    private func run(_ script: String) async throws -> Outcome {
        try await Namespace.run(Self.words + script, command: "kill $watch; cat lines")
    }

    @Test("The place follows the connection that NetworkManager has activated")
    func follows() async throws {
        let outcome = try await run(
            """
            \(NetworkManagerTests.settled) no
            watch; at office
            quiet nmcli connection add type ethernet ifname eth0 con-name "Lab 5" ipv4.method manual \\
                ipv4.addresses 192.0.2.8/24 ipv4.gateway 192.0.2.1 ipv6.method disabled
            quiet nmcli connection up "Lab 5"; at lab
            quiet nmcli connection down "Lab 5"; quiet nmcli connection up to-eth0; at office
            """)
        #expect(outcome.status == 0)
    }

    @Test("A NetworkManager that starts later, or again, reports the name of the connection")
    func restarts() async throws {
        let outcome = try await run(
            """
            cable eth0; bus
            watch; at ""
            network_manager; connection eth0 no; at office
            kill $manager; wait $manager || :
            network_manager; await knows eth0; quiet nmcli connection up to-eth0; at office
            """)
        #expect(outcome.status == 0)
    }

    @Test("A place is found again after the configuration has had none for a while")
    func returns() async throws {
        let outcome = try await run(
            """
            \(NetworkManagerTests.settled) no
            watch; at office
            shows() { await sh -c "tail -n 1 lines | grep -qF '$1'"; }
            cp config with; echo '{}' >without
            cp without new; mv new config; shows '"place":null'
            quiet nmcli connection modify to-eth0 connection.metered yes
            quiet nmcli device reapply eth0; shows '"isExpensive":true'
            cp with new; mv new config; at office
            """)
        #expect(outcome.status == 0)
    }

    @Test("A bridge has the connection of its port, too")
    func bridge() async throws {
        let outcome = try await run(
            """
            bus; network_manager; cable port0; await knows port0
            quiet nmcli connection add type bridge ifname br0 con-name br0 bridge.stp no \\
                ipv4.method manual ipv4.addresses 192.0.2.7/24 ipv4.gateway 192.0.2.1 ipv6.method disabled
            quiet nmcli connection add type ethernet ifname port0 con-name "Lab 7" master br0
            quiet nmcli connection up "Lab 7"; quiet nmcli connection up br0
            watch; at lab
            """)
        #expect(outcome.status == 0)
    }
}
