// SPDX-License-Identifier: Apache-2.0

import Foundation
import NetworkReachability
import Testing

@testable import ReachCommand

/// Decoding of the configuration file.
@Suite struct ConfigurationTests {
    private func decode(_ text: String) throws -> Configuration {
        try Configuration(json: Array(text.utf8))
    }

    @Test(
        "An empty configuration is the default configuration",
        arguments: ["{}", "// nothing\n{ /* at all */ }", #"{"overrides": []}"#])
    func nothingSet(_ text: String) throws {
        #expect(try decode(text) == Configuration())
    }

    @Test("All keys are decoded")
    func everythingSet() throws {
        let configuration = try decode(
            """
            { // who pays for what
              "overrides": [
                {"interface": "usb*", "metered": "yes"},
                {"ssid": "Train WiFi", "metered": "yes", "constrained": true},
                {"interface": "wlan0", "ssid": "Home", "metered": "no"} ],
              "probes": {"ipv4": ["198.41.0.4", "9.9.9.9"], "ipv6": ["2001:500:2::c"]} }
            """)
        #expect(
            configuration.overrides == [
                InterfaceOverride(interface: "usb*", isMetered: true),
                InterfaceOverride(ssid: "Train WiFi", isMetered: true, isConstrained: true),
                InterfaceOverride(interface: "wlan0", ssid: "Home", isMetered: false),
            ])
        #expect(configuration.probes == .standard)
    }

    @Test("Places keep the order of the file, and their networks are decoded")
    func places() throws {
        let configuration = try decode(
            #"""
            { "overrides": [{"place": "w\u006frk", "constrained": "ultra"}], // {"places": {"no": []}}
              "places": { "zoo": [{"ssid": "Z*"}],
                'home': [{"ssid": "Home"}, {"gateway": "02:00:00:00:00:0A"}],
                work: [{"connection": "Office*"}, {"gateway": "192.0.2.1", "interface": "e*"}],
                "b\u0061r": [{"gateway": "fe80::1%eth0"}], a: [{"interface": "w*"}] } }
            """#)
        #expect(
            configuration.places == [
                NetworkPlace("zoo", networks: [.init(ssid: "Z*")]),
                NetworkPlace(
                    "home",
                    networks: [
                        .init(ssid: "Home"), .init(gateway: GatewayAddress("02:00:00:00:00:0a")),
                    ]),
                NetworkPlace(
                    "work",
                    networks: [
                        .init(connection: "Office*"),
                        .init(interface: "e*", gateway: GatewayAddress("192.0.2.1")),
                    ]),
                NetworkPlace("bar", networks: [.init(gateway: GatewayAddress("fe80::1%eth0"))]),
                NetworkPlace("a", networks: [.init(interface: "w*")]),
            ])
        #expect(
            configuration.overrides == [InterfaceOverride(place: "work", isUltraConstrained: true)])
        #expect(configuration.question.places == configuration.places)
    }

    @Test(
        "An error in a place names the key, and what is wrong",
        arguments: [
            (#"{"places": []}"#, "places: must be an object"),
            (#"{"places": {"home": {}}}"#, "places.home: must be an array"),
            (#"{"places": {"home": []}}"#, "places.home: must have at least one network"),
            (
                #"{"places": {"": [{"ssid": "x"}]}}"#,
                "places: the name of a place must not be empty"
            ),
            (
                #"{"places": {"home": [{"ssid": "x"}, {}]}}"#,
                #"places.home[1]: must have "ssid", "interface", "gateway" or "connection", or several of them"#
            ),
            (
                #"{"places": {"home": [{"name": "x"}]}}"#,
                "places.home[0].name: unknown key; the keys are: ssid, interface, gateway, connection"
            ),
            (
                #"{"places": {"home": [{"gateway": "192.0.2"}]}}"#,
                #"places.home[0].gateway: "192.0.2" is neither an IP address nor a hardware address such as 02:00:00:00:00:01"#
            ),
            (
                #"{"places": {"home": [{"gateway": "0.0.0.0"}]}}"#,
                "places.home[0].gateway: no router has the address 0.0.0.0"
            ),
            (
                #"{"places": {"home": [{"gateway": "::"}]}}"#,
                "places.home[0].gateway: no router has the address ::"
            ),
            (
                #"{"places": {"home": [{"ssid": "x"}], 'h\u006fme': [{"ssid": "y"}]}}"#,
                "places.home: is given twice"
            ),
            (#"{"probes": {}, probes: {}}"#, "probes: is given twice"),
            (
                #"{"places": {"a": [{"ssid": "x"}], "b": [{"ssid": "y"}, {"ssid": "z", "ssid": "u"}]}}"#,
                "places.b[1].ssid: is given twice"
            ),
            (
                #"{"places": {"home": [{"gateway": 1}]}}"#,
                "places.home[0].gateway: must be a string"
            ),
            (#"{"places": {"home": [{"ssid": null}]}}"#, "places.home[0].ssid: must be a string"),
            (#"{"places": {"home": [{"ssid": ""}]}}"#, "places.home[0].ssid: must not be empty"),
            (
                #"{"places": {"home": [{"interface": "e["}]}}"#,
                #"places.home[0].interface: has a bracket that is not closed; \[ is a bracket itself"#
            ),
            (
                #"{"overrides": [{"place": "home", "metered": "yes"}]}"#,
                #"overrides[0].place: there is no place "home": the configuration has no places"#
            ),
            (
                #"{"overrides": [{"place": "Home", "metered": "yes"}], "places": {"home": [{"ssid": "x"}]}}"#,
                #"overrides[0].place: there is no place "Home"; the places are: "home""#
            ),
            (
                #"{"overrides": [{"place": "home"}], "places": {"home": [{"ssid": "x"}]}}"#,
                #"overrides[0]: must have "metered", "constrained", or both"#
            ),
            (
                #"{"overrides": [{"interface": "x", "constrained": "much"}]}"#,
                #"overrides[0].constrained: must be true, false or "ultra""#
            ),
        ])
    func placeErrors(_ text: String, error: String) {
        #expect { _ = try decode(text) } throws: { "\($0)" == error }
    }

    @Test("A connectivity check has defaults")
    func connectivity() throws {
        let least = try decode(#"{"connectivity": {"url": "http://example.org/204"}}"#)
        #expect(
            least.connectivity
                == ConnectivitySettings(
                    url: "http://example.org/204", expectedText: nil,
                    rules: .init(interval: 300_000, onMetered: false)))
        let most = try decode(
            """
            {"connectivity": {
                "url": "HTTP://example.org", "expect": "all is well", "interval": "1m30s", "onMetered": true}}
            """)
        #expect(
            most.connectivity
                == ConnectivitySettings(
                    url: "HTTP://example.org", expectedText: "all is well",
                    rules: .init(interval: 90_000, onMetered: true)))
        let status = try decode(
            #"{"connectivity": {"url": "http://example.org/204", "expect": 204}}"#)
        #expect(status == least)
    }

    @Test(
        "Probes of one family replace only the probes of that family",
        arguments: [
            (#"{"ipv4": ["192.0.2.1"]}"#, ["192.0.2.1", "2001:500:2::c"]),
            (#"{"ipv4": ["192.0.2.1"], "ipv6": []}"#, ["192.0.2.1"]),
            (#"{"ipv6": ["2001:db8::1"], "ipv4": []}"#, ["2001:db8::1"]),
            ("{}", ["198.41.0.4", "9.9.9.9", "2001:500:2::c"]),
        ])
    func probes(_ text: String, addresses: [String]) throws {
        let configuration = try decode(#"{"probes": \#(text)}"#)
        #expect(configuration.probes.addresses.map(\.description) == addresses)
    }

    @Test(
        "An error names the line or the key, and what is wrong",
        arguments: [
            ("", "the file is empty"),
            (" \n", "the file is empty"),
            (#"{"plans": {}}"#, "plans: must be an array"),
            (
                #"{"plans": [{"name": "a", "ssid": "x", "limit": "2XB"}]}"#,
                "plans[0].limit: must be an amount, such as 500MB, 2GB, 1.5GB or 2GiB"
            ),
            (
                #"{"plans": [{"name": "a", "ssid": "x", "limit": 2}]}"#,
                "plans[0].limit: must be a string"
            ),
            (
                #"{"plans": [{"name": "a", "ssid": "x", "limit": "0MB"}]}"#,
                "plans[0].limit: must be more than 0"
            ),
            (
                #"{"plans": [{"name": "a", "ssid": "x", "limit": "1MB", "warning": "2MB"}]}"#,
                "plans[0].warning: must not be over the limit"
            ),
            (
                #"{"plans": [{"name": "a", "ssid": "x", "limit": "1MB", "renews": "monthly on 32"}]}"#,
                "plans[0].renews: must be one of: monthly on 5, weekly on monday, daily, every 30d from 2026-11-01, or never"
            ),
            (
                #"{"plans": [{"name": "a", "limit": "1MB"}]}"#,
                #"plans[0]: must have "interface", "ssid" or "place""#
            ),
            (
                #"{"plans": [{"name": "a", "ssid": "x", "limit": "1MB"}, {"name": "a", "ssid": "y", "limit": "1MB"}]}"#,
                #"plans[1].name: another plan has the name "a", too"#
            ),
            (
                #"{"plans": [{"name": "a", "place": "home", "limit": "1MB"}]}"#,
                #"plans[0].place: there is no place "home": the configuration has no places"#
            ),
            (
                #"{"plans": [{"name": "a", "ssid": "x[", "limit": "1MB"}]}"#,
                #"plans[0].ssid: has a bracket that is not closed; \[ is a bracket itself"#
            ),
            (#"{"connectivity": 1}"#, "connectivity: must be an object"),
            (#"{"connectivity": {}}"#, "connectivity: must have \"url\""),
            (#"{"connectivity": {"url": 1}}"#, "connectivity.url: must be a string"),
            (
                #"{"connectivity": {"url": "https://example.org"}}"#,
                "connectivity.url: must begin with http://: a captive portal cannot answer https"
            ),
            (
                #"{"connectivity": {"url": "example.org/x"}}"#,
                "connectivity.url: must begin with http://"
            ),
            (
                #"{"connectivity": {"url": "ftp://example.org/x"}}"#,
                "connectivity.url: must begin with http://"
            ),
            (#"{"connectivity": {"url": "http:///x"}}"#, "connectivity.url: has no host"),
            (
                #"{"connectivity": {"url": "http://{x}/"}}"#,
                "connectivity.url: has a host that is neither a name of letters, digits and hyphens (xn--… if it is internationalized) nor an address"
            ),
            (
                #"{"connectivity": {"url": "http://u:p@example.org/"}}"#,
                "connectivity.url: must not have a user or a password"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "expect": 200}}"#,
                "connectivity.expect: must be a string or 204"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "expect": null}}"#,
                "connectivity.expect: must be a string or 204"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "expect": " "}}"#,
                "connectivity.expect: must not be empty"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "interval": 5}}"#,
                "connectivity.interval: must be a string"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "interval": "often"}}"#,
                "connectivity.interval: must be a duration, such as "
                    + "500ms, 30s, 5m, 2h, 1d, 1h30m, or seconds such as 0.5"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "interval": "999ms"}}"#,
                "connectivity.interval: must be at least 1s"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "onMetered": "no"}}"#,
                "connectivity.onMetered: must be true or false"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "proxy": ""}}"#,
                "connectivity.proxy: unknown key; the keys are: url, expect, interval, onMetered"
            ),
            ("// only words\n", "line 1: not valid JSON"),
            ("{\n \"overrides\": [\n  {\"interface\" \"x\"} ] }", "line 3: not valid JSON"),
            ("{\n\"overrides\": [", "line 2: not valid JSON"),
            ("{} {}", "line 1: not valid JSON"),
            ("{\n\"probes\": tru }", "line 2: not valid JSON"),
            ("[]", "must be an object"),
            (
                #"{"overides": []}"#,
                "overides: unknown key; the keys are: overrides, places, plans, probes, connectivity"
            ),
            (#"{"overrides": {}}"#, "overrides: must be an array"),
            (#"{"overrides": null}"#, "overrides: must be an array"),
            (#"{"probes": null}"#, "probes: must be an object"),
            (#"{"probes": {"ipv4": null}}"#, "probes.ipv4: must be an array"),
            (#"{"probes": {"ipv4": [null]}}"#, "probes.ipv4[0]: must be a string"),
            (
                #"{"overrides": [{"interface": null, "ssid": "a", "metered": "no"}]}"#,
                "overrides[0].interface: must be a string"
            ),
            (
                #"{"overrides": [{"ssid": "a", "metered": null}]}"#,
                #"overrides[0].metered: must be "yes" or "no""#
            ),
            (
                #"{"overrides": [{"ssid": "a", "metered": "no", "constrained": null}]}"#,
                #"overrides[0].constrained: must be true, false or "ultra""#
            ),
            (#"{"overrides": [3]}"#, "overrides[0]: must be an object"),
            (
                #"{"overrides": [{"interface": "a", "metered": "yes"}, {"interface": 3}]}"#,
                "overrides[1].interface: must be a string"
            ),
            (
                #"{"overrides": [{"interface": "a", "meterd": "yes"}]}"#,
                "overrides[0].meterd: unknown key; the keys are: interface, ssid, place, metered, constrained"
            ),
            (
                #"{"overrides": [{"interface": "a", "metered": "maybe"}]}"#,
                #"overrides[0].metered: must be "yes" or "no", not "maybe""#
            ),
            (
                #"{"overrides": [{"interface": "a", "metered": true}]}"#,
                #"overrides[0].metered: must be "yes" or "no""#
            ),
            (
                #"{"overrides": [{"interface": "a", "metered": 1}]}"#,
                #"overrides[0].metered: must be "yes" or "no""#
            ),
            (
                #"{"overrides": [{"ssid": "a", "constrained": "yes"}]}"#,
                #"overrides[0].constrained: must be true, false or "ultra""#
            ),
            (
                #"{"overrides": [{"metered": "yes"}]}"#,
                #"overrides[0]: must have "interface", "ssid" or "place", or several of them"#
            ),
            (
                #"{"overrides": [{"ssid": "a"}]}"#,
                #"overrides[0]: must have "metered", "constrained", or both"#
            ),
            (
                #"{"overrides": [{"ssid": "", "metered": "no"}]}"#,
                "overrides[0].ssid: must not be empty"
            ),
            (
                #"{"probes": {"ipv4": ["1.2.3"]}}"#,
                #"probes.ipv4[0]: "1.2.3" is not an IPv4 address"#
            ),
            (
                #"{"probes": {"ipv6": ["::1", "1.2.3.4"]}}"#,
                #"probes.ipv6[1]: "1.2.3.4" is not an IPv6 address"#
            ),
            (#"{"probes": {"ipv4": [], "ipv6": []}}"#, "probes: must have at least one address"),
            (
                #"{"probes": {"ipv5": []}}"#,
                "probes.ipv5: unknown key; the keys are: ipv4, ipv6"
            ),
        ])
    func wrong(_ text: String, reason: String) {
        #expect { try decode(text) } throws: { "\($0)" == reason }
    }

    /// Foundation's decoder traps on the second text, which fuzzing found.
    @Test(
        "Bytes that are not UTF-8 are an error",
        arguments: ["{\u{1}}", "{\u{1}\n\"a\": tru\n}", "{\"a\u{1}\": 1}", "\u{1}"])
    func notUTF8(_ text: String) {
        let bytes = text.utf8.map { $0 == 1 ? 0xFF : $0 }
        #expect { try Configuration(json: bytes) } throws: { "\($0)" == "not UTF-8" }
    }

    private static let example = URL(filePath: #filePath)
        .appending(path: "../../../../Examples/reach.json").standardized

    @Test(
        "The installed example is valid",
        .enabled(
            if: FileManager.default.isReadableFile(atPath: example.path),
            "the project's folder is not open to this user"))
    func installedExample() throws {
        let configuration = try Configuration(json: Array(Data(contentsOf: Self.example)))
        #expect(configuration.overrides.count == 3)
        #expect(configuration.probes == .standard)
    }
}
