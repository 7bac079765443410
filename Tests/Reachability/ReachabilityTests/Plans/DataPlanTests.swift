// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import NetworkReachability

/// How plans are written, and which networks they match.
struct DataPlanTests {
    @Test(
        "A renewal is written in words",
        arguments: [
            ("monthly on 5", .monthly(on: 5)), ("monthly on 31", .monthly(on: 31)),
            ("weekly on monday", .weekly(on: .monday)), ("weekly on Sun", .weekly(on: .sunday)),
            ("weekly on SATURDAY", .weekly(on: .saturday)), ("daily", .daily), ("never", .never),
        ] as [(String, DataPlan.Renewal)])
    func renewal(text: String, renewal: DataPlan.Renewal) {
        #expect(DataPlan.Renewal(text) == renewal)
        #expect(DataPlan.Renewal(renewal.description) == renewal)
    }

    @Test("A plan can renew each time after some days, counted from one day")
    func every() throws {
        let day = try #require(DataPlan.Day("2026-11-01"))
        #expect(DataPlan.Renewal("every 30d from 2026-11-01") == .every(days: 30, from: day))
        #expect(
            DataPlan.Renewal.every(days: 30, from: day).description == "every 30d from 2026-11-01")
    }

    @Test(
        "Invalid renewals are refused",
        arguments: [
            "", "monthly", "monthly on", "monthly on 0", "monthly on 32", "monthly on -1",
            "monthly on +5", "monthly on 5th", "monthly on 5 6", "weekly", "weekly on",
            "weekly on 1",
            "weekly on m", "weekly on mond", "daily on 5", "every 30d", "every 30 from 2026-11-01",
            "every 0d from 2026-11-01", "every -1d from 2026-11-01", "every 30d from 2026-13-01",
            "every 30d from 2026-02-30", "every 30d from tomorrow", "every 30d since 2026-11-01",
            "every 99999999999999999999d from 2026-11-01", "yearly", "Monthly on 5", "never ever",
        ])
    func noRenewal(text: String) { #expect(DataPlan.Renewal(text) == nil) }

    private func decode(_ json: String) throws -> DataPlan {
        try JSONDecoder().decode(DataPlan.self, from: Data(json.utf8))
    }

    @Test("A plan has a name, a limit and a network; the rest has defaults")
    func defaults() throws {
        let plan = try decode(#"{"name":"LTE","interface":"wwan*","limit":"2GB"}"#)
        #expect(plan == DataPlan(name: "LTE", interface: "wwan*", limit: 2_000_000_000))
        #expect(plan.warning == 1_600_000_000)
        #expect(plan.renewal == .never)
        #expect(plan.counts == .both)
    }

    @Test("Every key of a plan")
    func allKeys() throws {
        let plan = try decode(
            #"""
            {"name":"Train","ssid":"Train WiFi","place":"train","interface":"wl*","limit":"200MB",
             "warning":"150MB","renews":"daily","counts":"received"}
            """#)
        let expected = DataPlan(
            name: "Train", interface: "wl*", ssid: "Train WiFi", place: "train",
            limit: 200_000_000, warning: 150_000_000, renewal: .daily, counts: .received)
        #expect(plan == expected)
        #expect(
            try JSONDecoder().decode(DataPlan.self, from: JSONEncoder().encode(expected))
                == expected)
    }

    @Test(
        "A bad plan is rejected, and the message names the key",
        arguments: [
            (#"{"interface":"wwan*","limit":"2GB"}"#, "", "must have \"name\""),
            (
                #"{"name":"LTE","limit":"2GB"}"#, "",
                "must have \"interface\", \"ssid\" or \"place\""
            ),
            (#"{"name":"LTE","interface":"wwan*"}"#, "", "must have \"limit\""),
            (#"{"name":"","interface":"wwan*","limit":"2GB"}"#, "name", "must not be empty"),
            (#"{"name":"LTE","interface":"","limit":"2GB"}"#, "interface", "must not be empty"),
            (#"{"name":"LTE","ssid":"","limit":"2GB"}"#, "ssid", "must not be empty"),
            (#"{"name":"LTE","place":"","limit":"2GB"}"#, "place", "must not be empty"),
            (#"{"name":"LTE","interface":"w","limit":"0GB"}"#, "limit", "must be more than 0"),
            (#"{"name":"LTE","interface":"w","limit":"0"}"#, "limit", "must be an amount"),
            (#"{"name":"LTE","interface":"w","limit":"lots"}"#, "limit", "must be an amount"),
            (#"{"name":"LTE","interface":"w","limit":"80%"}"#, "limit", "must be an amount"),
            (#"{"name":"LTE","interface":"w","limit":"-2GB"}"#, "limit", "must be an amount"),
            (#"{"name":"LTE","interface":"w","limit":"2GB","warning":"3GB"}"#, "warning", "limit"),
            (#"{"name":"LTE","interface":"w","limit":"2GB","warning":"120%"}"#, "warning", "share"),
            (#"{"name":"LTE","interface":"w","limit":"2GB","warning":"0%"}"#, "warning", "0"),
            (#"{"name":"LTE","interface":"w","limit":"2GB","warning":"most"}"#, "warning", "share"),
            (#"{"name":"LTE","interface":"w","limit":"2GB","renews":"often"}"#, "renews", "daily"),
            (#"{"name":"LTE","interface":"w","limit":"2GB","counts":"all"}"#, "counts", "both"),
            (
                #"{"name":"LTE","interface":"w","limit":"2GB","colour":"red"}"#, "colour",
                "unknown key"
            ),
        ])
    func bad(json: String, key: String, reason: String) throws {
        let error = try #require(throws: DecodingError.self) { try decode(json) }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(context.codingPath.map(\.stringValue).joined() == key)
        #expect(context.debugDescription.contains(reason))
    }

    @Test(
        "A value of another type is rejected",
        arguments: [
            #"{"name":5,"interface":"w","limit":"2GB"}"#,
            #"{"name":"LTE","interface":"w","limit":2000000000}"#,
            #"{"name":"LTE","interface":null,"limit":"2GB"}"#,
            #"{"name":"LTE","interface":"w","limit":"2GB","renews":5}"#,
        ])
    func otherType(json: String) { #expect(throws: DecodingError.self) { try decode(json) } }

    /// A network: the interface, the SSID and the place.
    private struct Network {
        var interface = "wlan0"
        var ssid: String?
        var place: String?
    }

    @Test("All members of a plan must match")
    func matches() {
        func fits(
            _ network: Network, interface: String? = nil, ssid: String? = nil, place: String? = nil
        ) -> Bool {
            let plan = DataPlan(
                name: "a", interface: interface, ssid: ssid, place: place, limit: 1)
            return DataPlan.first(
                of: [plan], interface: network.interface, ssid: network.ssid.map { Array($0.utf8) },
                place: network.place) != nil
        }
        let train = Network(ssid: "Train [1]", place: "train")
        #expect(fits(train, interface: "wlan0"))
        #expect(fits(train, interface: "wl*"))
        #expect(!fits(train, interface: "wwan*"))
        #expect(fits(train, ssid: "Train [1]"))
        #expect(fits(train, ssid: "Train*"))
        #expect(!fits(train, ssid: "train*"))
        #expect(!fits(Network(), ssid: "*"))
        #expect(fits(train, place: "train"))
        #expect(!fits(train, place: "tra*"))
        #expect(!fits(Network(), place: "train"))
        #expect(fits(train, interface: "wl*", ssid: "Train*", place: "train"))
        #expect(!fits(train, interface: "eth*", ssid: "Train*", place: "train"))
        #expect(!fits(train, interface: "wl*", ssid: "Home", place: "train"))
        #expect(!fits(train, interface: "wl*", ssid: "Train*", place: "home"))
    }

    @Test("The first plan that matches counts")
    func first() {
        let plans = [
            DataPlan(name: "a", interface: "eth*", limit: 1),
            DataPlan(name: "b", interface: "wl*", limit: 1),
            DataPlan(name: "c", interface: "*", limit: 1),
        ]
        func name(_ interface: String) -> String? {
            DataPlan.first(of: plans, interface: interface, ssid: nil, place: nil)?.name
        }
        #expect(name("eth0") == "a")
        #expect(name("wlan0") == "b")
        #expect(name("wwan0") == "c")
    }

    @Test(
        "The traffic that counts",
        arguments: [(.both, 12), (.received, 10), (.sent, 2)] as [(DataPlan.Counts, Int64)])
    func counts(counts: DataPlan.Counts, bytes: Int64) {
        let plan = DataPlan(name: "a", limit: 1, counts: counts)
        #expect(plan.adding(ByteCounts(received: 10, sent: 2), to: 100) == 100 + bytes)
    }
}
