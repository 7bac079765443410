// SPDX-License-Identifier: Apache-2.0

import Foundation
import ReachabilityTesting
import Testing

@testable import NetworkReachability
@testable import ReachCommand

/// The JSON of the library and the JSON of the command, which have two writers.
@Suite struct EncodingTests {
    private static func network(_ script: (ScriptedNetwork) -> Void) -> NetworkPath {
        let network = ScriptedNetwork()
        script(network)
        return PathMonitor(network).currentPath
    }

    private func encoded(_ value: some Encodable) throws -> JSON {
        try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(value))
    }

    private func written(_ path: NetworkPath) throws -> JSON {
        var json = JSONWriter()
        json.object { $0.writeMembers(of: path, interfaces: path.interfaces) }
        return try JSONDecoder().decode(JSON.self, from: Data(json.line))
    }

    @Test(
        "A path is encoded as the command writes it",
        arguments: [
            ("none", network { _ in }),
            ("one interface", network { $0.connect(.ethernet, name: "eth0") }),
            (
                "both families and a metered network",
                network {
                    $0.connect(
                        .wifi, name: "wlan0", metered: .guessYes, ssid: "Train",
                        families: [.ipv4, .ipv6])
                }
            ),
            (
                "a tunnel over a modem",
                network {
                    $0.connect(.wwan, name: "wwan0")
                    $0.connect(.vpn, name: "wg0")
                }
            ),
            (
                "no link",
                network {
                    $0.connect(.ethernet, name: "eth0")
                    $0.disconnect("eth0")
                }
            ),
            (
                "every type",
                network { network in
                    for type in InterfaceType.allCases { network.connect(type, name: "\(type)0") }
                }
            ),
            (
                "characters that JSON escapes",
                network {
                    $0.connect(
                        .wifi, name: "a\"\\b",
                        ssid: "\0\n\u{1B}\u{7F}\u{9B}\u{2028}/\\\"\u{FFFD} é 網 🛰")
                }
            ),
        ])
    func path(name: String, path: NetworkPath) throws {
        #expect(try encoded(path) == written(path))
    }

    @Test(
        "A change is encoded with its event, the names of the fields, and the new path",
        arguments: [false, true])
    func change(isResync: Bool) throws {
        let old = Self.network { $0.connect(.ethernet, name: "eth0") }
        let new = Self.network { $0.connect(.wwan, name: "wwan0") }
        let change = try #require(PathChange(from: old, to: new, isResync: isResync))
        #expect(
            try encoded(change) == [
                "event": isResync ? "resync" : "change",
                "changes": .array(change.fields.map { .string($0.rawValue) }),
                "path": written(new),
            ])
    }
}

/// The same in network namespaces.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct EncodingScenarios {
    @Test("A path of the kernel is encoded as the command prints it", arguments: Setup.all)
    func path(_ setup: Setup) async throws {
        let outcome = try await Namespace.run(
            setup.script, command: "$ENCODE_PATH; $REACH status --all --json")
        let lines = try JSON.lines(outcome.text)
        try #require(lines.count == 2, "\(outcome.errors)")
        #expect(lines[0] == lines[1].without("schema", "time").withoutLinkProperties)
    }

    @Test(
        "A path through a tunnel is encoded as the command prints it",
        .enabled(if: Machine.hasTunnels, "this user cannot open /dev/net/tun"))
    func tunnel() async throws { try await path(.tunnel) }

    @Test("A change is encoded as the command prints it")
    func change() async throws {
        let outcome = try await Namespace.run(
            """
            uplink eth0 192.0.2.7/24 192.0.2.1
            "$ENCODE_PATH" change >"$TEST_FOLDER/encoded" & encoder=$!
            "$REACH" watch --all --json --count 2 >"$TEST_FOLDER/printed" & watch=$!
            await test -s "$TEST_FOLDER/encoded"
            await test -s "$TEST_FOLDER/printed"
            ip link set eth0 mtu 1400
            wait $encoder $watch
            """, command: "tail -qn 1 $TEST_FOLDER/encoded $TEST_FOLDER/printed")
        let lines = try JSON.lines(outcome.text)
        try #require(lines.count == 2, "\(outcome.errors)")
        #expect(lines[0]["changes"] == ["interfaces"])
        #expect(lines[0] == lines[1].without("schema", "time", "sequence"))
    }
}

extension JSON {
    /// A path without the members that only `reach status` adds to its interfaces.
    fileprivate var withoutLinkProperties: JSON {
        guard case .object(var members) = self, case .array(let interfaces)? = members["interfaces"]
        else { return self }
        members["interfaces"] = .array(interfaces.map { $0.without("signal", "linkSpeed") })
        return .object(members)
    }
}
