// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import Netlink
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// What the values of the library are in JSON.
@Suite struct EncodingTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    private func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The path of keys of a decoding error, and its reason.
    private func reason(_ body: () throws -> Void) -> String? {
        do { try body() } catch let error as DecodingError {
            let context: DecodingError.Context
            switch error {
            case .typeMismatch(_, let place), .valueNotFound(_, let place),
                .keyNotFound(_, let place), .dataCorrupted(let place):
                context = place
            @unknown default: return nil
            }
            let keys = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return "\(keys.joined(separator: ".")): \(context.debugDescription)"
        } catch { return "\(error)" }
        return nil
    }

    @Test(
        "An address is its text",
        arguments: ["192.0.2.7", "0.0.0.0", "2001:db8::7", "::", "fe80::1", "::ffff:192.0.2.7"])
    func address(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(try encode([address]) == "[\"\(text)\"]")
        #expect(try decode([IPAddress].self, "[\"\(text)\"]") == [address])
    }

    @Test(
        "The error for text that is no address contains the text",
        arguments: ["192.0.2", "", "fe80::1%eth0", "192.0.2.0/24", "host"])
    func noAddress(text: String) {
        let reason = reason { _ = try decode([IPAddress].self, "[\"\(text)\"]") }
        #expect(reason?.hasSuffix(": \"\(text)\" is not an IP address") == true)
    }

    @Test(
        "An override has the keys of the configuration file",
        arguments: [
            (
                InterfaceOverride(interface: "usb*", isMetered: true),
                #"{"interface":"usb*","metered":"yes"}"#
            ),
            (
                InterfaceOverride(ssid: "Train", isMetered: false, isConstrained: true),
                #"{"constrained":true,"metered":"no","ssid":"Train"}"#
            ),
            (InterfaceOverride(isConstrained: false), #"{"constrained":false}"#),
            (
                InterfaceOverride(place: "train", isUltraConstrained: true),
                #"{"constrained":"ultra","place":"train"}"#
            ),
            (InterfaceOverride(), "{}"),
        ])
    func override(override: InterfaceOverride, text: String) throws {
        #expect(try encode(override) == text)
        #expect(try decode(InterfaceOverride.self, text) == override)
    }

    @Test(
        "Probes have the keys of the configuration file, IPv4 first",
        arguments: [
            (["9.9.9.9", "2001:db8::1"], #"{"ipv4":["9.9.9.9"],"ipv6":["2001:db8::1"]}"#),
            (["9.9.9.9", "1.1.1.1"], #"{"ipv4":["9.9.9.9","1.1.1.1"],"ipv6":[]}"#),
            ([], #"{"ipv4":[],"ipv6":[]}"#),
        ])
    func probes(addresses: [String], text: String) throws {
        let probes = PathProbes(addresses.compactMap(IPAddress.init))
        #expect(try encode(probes) == text)
        #expect(try decode(PathProbes.self, text) == probes)
    }

    @Test("A family that is missing in probes has its default addresses")
    func missingFamily() throws {
        #expect(try decode(PathProbes.self, "{}") == .standard)
        let probes = try decode(PathProbes.self, #"{"ipv4": ["192.0.2.1"]}"#)
        #expect("\(probes)" == "192.0.2.1, 2001:500:2::c")
    }

    @Test(
        "A decoding error names the key and the reason",
        arguments: [
            (
                #"[{"meterd": "yes"}]"#,
                "0.meterd: unknown key; the keys are: interface, ssid, place, metered, constrained"
            ),
            (#"[{"metered": "maybe"}]"#, #"0.metered: must be "yes" or "no", not "maybe""#),
            (#"[{"metered": true}]"#, #"0.metered: must be "yes" or "no""#),
        ])
    func wrongOverride(text: String, expected: String) {
        #expect(reason { _ = try decode([InterfaceOverride].self, text) } == expected)
    }

    @Test(
        "An error about probes names the key and the reason",
        arguments: [
            (#"{"ipv4": ["9.9.9.9", "::1"]}"#, #"ipv4.1: "::1" is not an IPv4 address"#),
            (#"{"ipv6": ["9.9.9.9"]}"#, #"ipv6.0: "9.9.9.9" is not an IPv6 address"#),
            (#"{"ipv5": []}"#, "ipv5: unknown key; the keys are: ipv4, ipv6"),
        ])
    func wrongProbes(text: String, expected: String) {
        #expect(reason { _ = try decode(PathProbes.self, text) } == expected)
    }

    @Test("An SSID that is not UTF-8 is encoded with U+FFFD")
    func ssid() throws {
        var state = network([link(2, "wlan0", bus: "pci")], addresses: [2: ["192.0.2.7"]])
        state.set(WirelessInterface(index: 2, mode: 2, ssid: [0x41, 0xFF, 0x42]))
        let path = try NetworkPath.evaluate(state, oracle: ScriptedRoutes(routes: []))
        #expect(try encode(path).contains("\"ssid\":\"A\u{FFFD}B\""))
    }

    /// A path over a Wi-Fi network, whose name has characters that JSON escapes.
    private static var path: NetworkPath {
        let network = ScriptedNetwork()
        network.connect(
            .wifi, name: "a\"\\b", metered: .guessYes, ssid: "\0\u{1B}\u{9B}\u{2028}/é 網 🛰",
            families: [.ipv4, .ipv6])
        return PathMonitor(network).currentPath
    }

    @Test("A path has the members of the documentation, in their order")
    func order() {
        #expect(
            JSONLineEncoder.text(Self.path) == #"""
                {"status":"satisfied","unsatisfiedReason":null,\#
                "connectivity":{"value":"unknown","source":"none","portal":null},"place":null,"plan":null,\#
                "isRoaming":null,\#
                "connection":"wifi","primary":"a\"\\b","underlay":[],"isVPN":false,"isDegraded":false,\#
                "isConstrained":false,"supportsIPv4":true,"supportsIPv6":true,"supportsDNS":true,\#
                "gateways":["198.18.255.254","fe80::1%a\"\\b"],\#
                "metered":{"value":"guessYes","isExpensive":true,"source":"override",\#
                "detail":"the script says so"},"interfaces":[{"name":"a\"\\b","index":2,"type":"wifi",\#
                "kind":null,"ssid":"\u0000\u001b\u009b\u2028/é 網 🛰","isVirtual":false,"isUp":true,\#
                "hasCarrier":true,"operationalState":"up","mtu":1500,"hardwareAddress":null,\#
                "addresses":[{"address":"198.18.0.2","prefixLength":24,"scope":"global","flags":[]},\#
                {"address":"2001:db8::2","prefixLength":24,"scope":"global","flags":[]}],\#
                "lowerInterfaces":[],"carriesIPv4":true,"carriesIPv6":true,\#
                "metered":{"value":"guessYes","isExpensive":true,"source":"override",\#
                "detail":"the script says so"},"confidence":"high","isRoaming":null}]}
                """#)
    }

    @Test("Foundation's encoder gives the same members and values")
    func otherEncoder() throws {
        let change = try #require(PathChange(from: .unknown, to: Self.path, isResync: true))
        let line = try JSONSerialization.jsonObject(with: Data(JSONLineEncoder.bytes(change)))
        let other = try JSONSerialization.jsonObject(with: JSONEncoder().encode(change))
        #expect(line as? NSDictionary == other as? NSDictionary)
        #expect((line as? NSDictionary)?.count == 3)
    }

    @Test("A change is encoded with its event, the names of the fields, and the new path")
    func change() throws {
        for isResync in [false, true] {
            let change = try #require(PathChange(from: .unknown, to: Self.path, isResync: isResync))
            let names = change.fields.map(\.rawValue)
            #expect(
                JSONLineEncoder.text(change) == #"{"event":"\#(isResync ? "resync" : "change")","#
                    + #""changes":\#(JSONLineEncoder.text(names)),"#
                    + #""path":\#(JSONLineEncoder.text(Self.path))}"#)
        }
    }

    @Test("A member without a value is null, and not left out")
    func null() throws {
        let text = try encode(NetworkPath.unknown)
        #expect(text.contains("\"primary\":null"))
        let interface = try encode(
            NetworkPath.evaluate(
                network([link(2, "eth0", bus: "pci")], addresses: [:]),
                oracle: ScriptedRoutes(routes: [])))
        #expect(interface.contains("\"kind\":null") && interface.contains("\"ssid\":null"))
    }
}
