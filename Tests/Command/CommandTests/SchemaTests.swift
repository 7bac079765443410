// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import NetworkReachability
@testable import ReachCommand

/// The JSON Schemas in the folder `Schemas`.
enum Schemas {
    static let folder = Program.package.appending(path: "Documentation/Schemas").path

    /// Whether this user can read the schemas.
    static let areReadable = FileManager.default.isReadableFile(atPath: folder)

    /// A schema as JSON.
    static func schema(_ name: String) throws -> JSON {
        let file = URL(filePath: folder).appending(path: "reach-\(name).schema.json")
        return try JSON(Data(contentsOf: file))
    }

    /// Validates JSON objects, all in one process.
    ///
    /// - Parameters:
    ///   - objects: for each object the name of its schema and its text.
    ///   - onlyDocumented: whether members and words that the schema does not name are invalid.
    /// - Returns: for each object `valid`, or `invalid` with the reason.
    static func verdicts(
        _ objects: [(schema: String, text: String)],
        onlyDocumented: Bool = false
    ) async throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        try Data(objects.map { "reach-\($0.schema)\t\($0.text)\n" }.joined().utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try await Program.run(
            [
                "sh", "-c", #"file=$1; shift; exec "$@" <"$file""#, "sh", file.path, "python3",
                Program.package.appending(path: "Tests/Command/validate-json").path,
            ] + (onlyDocumented ? ["--documented"] : []) + [folder])
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.text.split(separator: "\n").map(String.init)
    }
}

@Suite(
    .enabled(if: Machine.hasSchemaValidator, "python3-jsonschema is not installed"),
    .enabled(if: Schemas.areReadable, "the project's folder is not open to this user"))
struct SchemaTests {
    /// The commands that print a path: five objects.
    private static let paths = """
        say status status; say status status --all
        say watch watch --count 1; say watch watch --count 1 --all
        say explain explain --all
        """
    /// The commands that print whether conditions hold: eight objects.
    private static let conditions = """
        say check check; say check check --offline; say check check --not
        say check check --unmetered --unknown-metered deny --dns --ipv4 --ipv6 --vpn
        say check check --metered --no-vpn --no-roaming --type wifi --not-type ethernet --interface x
        say check check --to 192.0.2.1
        say wait wait --timeout 0; say wait wait --timeout 10ms --offline
        """

    /// The verdicts on the output in each network, by the name of the network.
    ///
    /// One validator has them all: it takes longer to start than to validate.
    private static let verdicts = Task {
        let setups = Setup.all + (Machine.hasTunnels ? [.tunnel] : [])
        let outputs = try await withThrowingTaskGroup { group in
            for setup in setups {
                group.addTask { (setup.name, try await objects(setup)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        var verdicts = try await Schemas.verdicts(outputs.flatMap(\.1), onlyDocumented: true)[...]
        var result: [String: [String]] = [:]
        for (name, objects) in outputs {
            result[name] = Array(verdicts.prefix(objects.count))
            verdicts = verdicts.dropFirst(objects.count)
        }
        return result
    }

    /// Runs commands in a network. `say SCHEMA ARGUMENT…` writes the name of the schema and the object.
    private static func objects(
        _ setup: Setup, _ commands: String = paths
    ) async throws -> [(schema: String, text: String)] {
        let outcome = try await Namespace.run(
            setup.script,
            command: """
                say() { printf "$1\\t"; shift; "$REACH" "$@" --json 2>/dev/null || true; }
                \(commands)
                """)
        return outcome.text.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
            return (schema: parts[0], text: parts.count > 1 ? parts[1] : "")
        }
    }

    @Test(
        "The output conforms to its schema, which names each member and each word",
        .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
        arguments: Setup.all)
    func output(_ setup: Setup) async throws {
        let verdicts = try await Self.verdicts.value[setup.name]
        #expect(verdicts == Array(repeating: "valid", count: 5))
    }

    /// These objects have the same members in every network.
    @Test(
        "The answers of check and wait conform to their schemas",
        .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
        arguments: Setup.all.prefix(2))
    func conditions(_ setup: Setup) async throws {
        let objects = try await Self.objects(setup, Self.conditions)
        let verdicts = try await Schemas.verdicts(objects, onlyDocumented: true)
        #expect(verdicts == Array(repeating: "valid", count: 8))
    }

    @Test(
        "The output about a tunnel conforms to its schema",
        .enabled(if: Machine.hasTunnels, "this user cannot open /dev/net/tun"))
    func tunnel() async throws { try await output(.tunnel) }

    @Test(
        "The lines of a watch conform to their schema",
        .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
    func changes() async throws {
        let outcome = try await Namespace.run(
            """
            uplink eth0 192.0.2.7/24 192.0.2.1
            "$REACH" watch --json --count 4 >"$TEST_FOLDER/lines" & watch=$!
            has() { await sh -c "[ \\$(wc -l <$TEST_FOLDER/lines) -ge $1 ]"; }
            has 1; ip link set eth0 mtu 1400
            has 2; ip route del default
            has 3; ip route add default via 192.0.2.2
            wait $watch
            """, command: "cat $TEST_FOLDER/lines")
        let objects = outcome.text.split(separator: "\n").map { ("watch", String($0)) }
        let verdicts = try await Schemas.verdicts(objects, onlyDocumented: true)
        #expect(verdicts == Array(repeating: "valid", count: 4))
    }

    /// A path over one interface, as `reach status --json` prints it.
    private static let status = #"""
        {"schema":1,"time":"2026-11-20T21:15:00.123Z","status":"satisfied","unsatisfiedReason":null,
        "connectivity":{"value":"unknown","source":"none","portal":null},"place":null,"plan":null,
        "isRoaming":null,"connection":"wifi","primary":"wlan0","underlay":[],"isVPN":false,"isDegraded":false,
        "isConstrained":false,"supportsIPv4":true,"supportsIPv6":false,"supportsDNS":true,
        "gateways":["192.0.2.1"],
        "metered":{"value":"guessNo","isExpensive":false,"source":"none","detail":""},
        "interfaces":[{"name":"wlan0","index":3,"type":"wifi","kind":null,"ssid":"Cafe",
        "isVirtual":false,"isUp":true,"hasCarrier":true,"operationalState":"up","mtu":1500,
        "hardwareAddress":"02:00:00:00:00:01","addresses":[{"address":"192.0.2.7",
        "prefixLength":24,"scope":"global","flags":[]}],"lowerInterfaces":[],"carriesIPv4":true,
        "carriesIPv6":false,"metered":{"value":"guessNo","isExpensive":false,"source":"none",
        "detail":""},"confidence":"high","isRoaming":null,"signal":-60,"linkSpeed":null}]}
        """#.replacing("\n", with: "")

    /// Parts of that text, what they are replaced by, and whether the result is valid.
    private static let replacements = [
        ("", "", true),
        (#""schema":1"#, #""schema":1,"news":null"#, true),
        (#""isRoaming":null"#, #""isRoaming":true"#, true),
        (#""isRoaming":null"#, #""isRoaming":"abroad""#, false),
        (#""name":"wlan0""#, #""name":"wlan0","news":[]"#, true),
        (#""unsatisfiedReason":null"#, #""unsatisfiedReason":"asleep""#, true),
        (#""source":"none""#, #""source":"modemManager""#, true),
        (#""flags":[]"#, #""flags":["fresh"]"#, true),
        (#""linkSpeed":null"#, #""linkSpeed":1000000000000"#, true),
        (#""schema":1"#, #""schema":2"#, false),
        (#","primary":"wlan0""#, "", false),
        (#""primary":"wlan0""#, #""primary":3"#, false),
        (#""status":"satisfied""#, #""status":"maybe""#, false),
        (#""connection":"wifi""#, #""connection":"carrier pigeon""#, false),
        (#""value":"guessNo""#, #""value":"perhaps""#, false),
        (#""type":"wifi""#, #""type":"tokenRing""#, false),
        (#""operationalState":"up""#, #""operationalState":"UP""#, false),
        (#""value":"unknown""#, #""value":"perhaps""#, false),
        (#""portal":null"#, #""portal":"https://portal.example/login""#, true),
        (#""isUp":true"#, #""isUp":"yes""#, false),
        (#""index":3"#, #""index":"3""#, false),
        (#""mtu":1500"#, #""mtu":-1"#, false),
        (#""prefixLength":24"#, #""prefixLength":129"#, false),
        (#""signal":-60"#, #""signal":"-60 dBm""#, false),
        ("21:15:00.123Z", "21:15:00+01:00", false),
    ]

    @Test("The schemas allow new members and words, and nothing else that is not documented")
    func replacements() async throws {
        let texts = Self.replacements.map { found, replacement, _ in
            found.isEmpty ? Self.status : Self.status.replacing(found, with: replacement)
        }
        let verdicts = try await Schemas.verdicts(texts.map { ("status", $0) })
        try #require(verdicts.count == texts.count)
        for (row, (text, verdict)) in zip(Self.replacements, zip(texts, verdicts)) {
            #expect((text != Self.status) == !row.0.isEmpty, "\(row.0) is not in the text")
            #expect((verdict == "valid") == row.2, "\(row.1): \(verdict)")
        }
    }

    @Test("Each kind of object needs its own members")
    func kinds() async throws {
        let others = ["watch", "check", "wait", "explain"]
        let verdicts = try await Schemas.verdicts(others.map { ($0, Self.status) })
        #expect(verdicts.count == others.count && !verdicts.contains("valid"))
    }

    @Test("The schema and the command accept the same configurations")
    func configuration() async throws {
        let texts = [
            "{}", #"{"overrides": []}"#, #"{"probes": {}}"#,
            #"{"overrides": [{"interface": "usb*", "metered": "yes"}]}"#,
            #"{"overrides": [{"ssid": "Train", "constrained": false}]}"#,
            #"{"overrides": [{"interface": "w", "ssid": "H", "metered": "no", "constrained": true}]}"#,
            #"{"probes": {"ipv4": ["192.0.2.1"], "ipv6": []}}"#,
            #"{"probes": {"ipv4": [], "ipv6": ["2001:db8::1", "::ffff:192.0.2.1"]}}"#,
            #"{"probes": {"ipv4": []}}"#,
            "[]", "null", #"{"overides": []}"#, #"{"$schema": "x"}"#,
            #"{"overrides": {}}"#, #"{"overrides": null}"#, #"{"overrides": [3]}"#,
            #"{"overrides": [{}]}"#, #"{"overrides": [{"metered": "yes"}]}"#,
            #"{"overrides": [{"ssid": "a"}]}"#, #"{"overrides": [{"ssid": "", "metered": "no"}]}"#,
            #"{"overrides": [{"interface": "", "metered": "no"}]}"#,
            #"{"overrides": [{"interface": null, "ssid": "a", "metered": "no"}]}"#,
            #"{"overrides": [{"interface": 3, "metered": "no"}]}"#,
            #"{"overrides": [{"ssid": "a", "metered": "maybe"}]}"#,
            #"{"overrides": [{"ssid": "a", "metered": true}]}"#,
            #"{"overrides": [{"ssid": "a", "metered": null}]}"#,
            #"{"overrides": [{"ssid": "a", "constrained": "yes"}]}"#,
            #"{"overrides": [{"ssid": "a", "meterd": "yes"}]}"#,
            #"{"probes": []}"#, #"{"probes": null}"#, #"{"probes": {"ipv5": []}}"#,
            #"{"probes": {"ipv4": "192.0.2.1"}}"#, #"{"probes": {"ipv4": [1]}}"#,
            #"{"probes": {"ipv4": ["1.2.3"]}}"#, #"{"probes": {"ipv4": ["01.2.3.4"]}}"#,
            #"{"probes": {"ipv4": ["192.0.2.256"]}}"#, #"{"probes": {"ipv4": ["::1"]}}"#,
            #"{"probes": {"ipv6": ["1.2.3.4"]}}"#, #"{"probes": {"ipv6": ["::g"]}}"#,
            #"{"probes": {"ipv6": ["fe80::1%eth0"]}}"#, #"{"probes": {"ipv6": ["2001:db8::/32"]}}"#,
            #"{"probes": {"ipv4": [], "ipv6": []}}"#,
        ]
        let verdicts = try await Schemas.verdicts(texts.map { ("configuration", $0) })
        try #require(verdicts.count == texts.count)
        for (text, verdict) in zip(texts, verdicts) {
            let isAccepted = (try? Configuration(json: Array(text.utf8))) != nil
            #expect((verdict == "valid") == isAccepted, "\(text): \(verdict)")
        }
    }
}

/// The words of the schemas, compared with those of the library.
@Suite(.enabled(if: Schemas.areReadable, "the project's folder is not open to this user"))
struct SchemaWordTests {
    /// The words that a schema lists at a place.
    private func words(_ name: String, _ place: String) throws -> [String] {
        let schema = try Schemas.schema(name)
        let list = schema["\(place).oneOf"] ?? schema["\(place).anyOf"]
        guard case .array(let elements)? = list else { return [] }
        return elements.compactMap {
            if case .string(let word)? = $0["const"] { word } else { nil }
        }
    }

    @Test(
        "A schema lists exactly the words of the library",
        arguments: [
            ("path", "properties.connection", NetworkPath.Connection.allCases.map(\.rawValue)),
            (
                "path", "$defs.connectivity.properties.value",
                NetworkPath.Connectivity.Value.allCases.map(\.rawValue)
            ),
            (
                "path", "$defs.connectivity.properties.source",
                NetworkPath.Connectivity.Source.allCases.map(\.rawValue)
            ),
            ("path", "$defs.metered.properties.value", Metered.Value.allCases.map(\.rawValue)),
            ("path", "$defs.metered.properties.source", Metered.Source.allCases.map(\.rawValue)),
            ("path", "$defs.interface.properties.type", InterfaceType.allCases.map(\.rawValue)),
            (
                "path", "$defs.interface.properties.operationalState",
                (0...6).compactMap { InterfaceOperationalState(rawValue: $0)?.description }
            ),
            (
                "path", "$defs.address.properties.flags.items",
                InterfaceAddress.Flags(rawValue: .max).names
            ),
            ("watch", "properties.changes.items", PathChange.Field.allCases.map(\.rawValue)),
        ])
    func words(name: String, place: String, expected: [String]) throws {
        #expect(try words(name, place).sorted() == expected.sorted())
    }

    @Test("The schema of the path has the fields of the path")
    func members() throws {
        guard case .object(let members)? = try Schemas.schema("path")["properties"] else {
            Issue.record("the schema has no properties")
            return
        }
        #expect(members.keys.sorted() == PathChange.Field.allCases.map(\.rawValue).sorted())
    }

    @Test("The schemas name each stored member and the code of each reason of a requirement")
    func requirements() throws {
        let transfer = try Schemas.schema("transfer")
        let members = try #require(transfer["properties.constraints.properties"])
        for member in Requirement.all.compactMap(\.member) {
            #expect(members[member] != nil, "\(member)")
        }
        guard case .array(let words) = try Schemas.schema("check")["properties.reasons.items.anyOf"]
        else {
            Issue.record("the schema lists no reasons")
            return
        }
        let codes = words.compactMap { word -> String? in
            if case .string(let code) = word["const"] { code } else { nil }
        }
        // One reason belongs to no requirement: that the conditions hold, with --not.
        #expect(Set(codes) == Set(Requirement.all.flatMap(\.codes) + ["holds"]))
    }
}
