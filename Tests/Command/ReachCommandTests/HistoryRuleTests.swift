// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import Testing

@testable import ReachCommand

/// What a history makes of records: spans, outages and times. All times are in minutes.
@Suite struct HistoryRuleTests {
    /// A process that records, in a boot.
    private static func process(_ number: Int, boot: String = "a") -> Observation.Watcher {
        Observation.Watcher(boot: boot, process: number)
    }

    private static let minute: Int64 = 60_000
    private static let one = process(1)
    private static let two = process(2)
    private static let afterBoot = process(1, boot: "b")

    private static func state(_ word: Character) -> Observation.State {
        switch word {
        case "-":
            Observation.State(isOnline: false, connection: .unavailable, metered: .unknown)
        case "$": Observation.State(isOnline: true, connection: .wwan, metered: .guessYes)
        case "o": Observation.State(isOnline: true, connection: .ethernet, metered: .unknown)
        default: Observation.State(isOnline: true, connection: .wifi, metered: .guessNo)
        }
    }

    /// Records in a text: `10+!` is online at minute 10, recorded at the beginning of a process.
    private static func records(
        _ text: String, by watcher: Observation.Watcher?
    ) -> [Observation] {
        text.split(separator: " ").map { word in
            let number = word.prefix { $0.isNumber || $0 == "~" }
            let kind = word.dropFirst(number.count).first ?? "+"
            let time = Int64(number.drop { $0 == "~" }) ?? 0
            return Observation(
                time: (number.hasPrefix("~") ? -time : time) * minute, state: state(kind),
                isFirst: word.hasSuffix("!"), watcher: watcher)
        }
    }

    private static func history(
        _ observations: [Observation], observing: Set<Observation.Watcher> = [],
        uptime: Int64 = 100
    ) -> PathHistory {
        PathHistory(
            observations, from: 0,
            now: PathHistory.Now(
                time: 100 * minute, uptime: uptime * minute, watchers: observing))
    }

    /// Spans as text: `?10 +90` is unknown for 10 minutes, then online.
    private static func text(_ history: PathHistory) -> String {
        history.spans.map { span in
            let kind =
                span.state.map { state in "-+$o".first { self.state($0) == state } ?? "x" } ?? "?"
            return "\(kind)\(span.duration / minute)"
        }.joined(separator: " ")
    }

    /// Each row: records, the processes that are still observing, and the spans from minute 0 to 100.
    @Test(
        "Time that was not observed is unknown",
        arguments: [
            ("nothing recorded", [], [], "?100"),
            ("observing up to now", records("10+!", by: one), [one], "?10 +90"),
            ("ended", records("10+! 30-", by: one), [], "?10 +20 ?70"),
            ("begun before the range", records("~50+! 40-", by: one), [one], "+40 -60"),
            ("begun and ended before it", records("~50+! ~40-", by: one), [], "?100"),
            (
                "started again after minutes",
                records("10+!", by: one) + records("30-! 40+", by: two), [two], "?30 -10 +60"
            ),
            (
                "started again within a minute",
                records("10+!", by: one) + records("11-!", by: two), [two], "?10 +1 -89"
            ),
            (
                "another boot within a minute",
                records("10+!", by: one) + records("11-!", by: afterBoot), [afterBoot], "?11 -89"
            ),
            (
                "two processes at a time",
                records("10+!", by: one) + records("30+!", by: two) + records("50-", by: one)
                    + records("50-", by: two), [one], "?10 +40 -50"
            ),
            (
                "one of two ends",
                records("10+!", by: one) + records("30+!", by: two) + records("50-", by: two),
                [one], "?10 +40 -50"
            ),
            (
                "the first record is missing",
                records("10+! 20$", by: one) + records("50-", by: two), [two], "?10 +10 $30 -50"
            ),
            (
                "the first record of another boot is missing",
                records("10+!", by: one) + records("50-", by: afterBoot), [afterBoot], "?50 -50"
            ),
            (
                "the number of a process comes again",
                records("10+!", by: one) + records("50-!", by: one), [one], "?50 -50"
            ),
            ("a file", records("10+! 30-", by: nil), [], "?10 +20 ?70"),
            ("a file without its beginning", records("10+ 30-", by: nil), [], "?10 +20 ?70"),
            (
                "two watches in a file", records("10+! 30- 50+! 60$", by: nil), [],
                "?10 +20 ?20 +10 ?40"
            ),
            ("the clock set back", records("10+! 50- 30+ 60-", by: one), [one], "?10 +50 -40"),
            ("far into the past", records("10+! 50- 5$ 60-", by: one), [one], "?5 $55 -40"),
            ("a record in the future", records("10+! 200-", by: one), [one], "?10 +90"),
            ("the same state again", records("10+! 20+ 30+", by: one), [one], "?10 +90"),
        ] as [(String, [Observation], Set<Observation.Watcher>, String)])
    func spans(
        _: String, observations: [Observation], observing: Set<Observation.Watcher>, text: String
    ) {
        #expect(Self.text(Self.history(observations, observing: observing)) == text)
    }

    /// Each row: the minutes of the monotonic clock at minute 10 (online), at minute 70 (offline) and now.
    @Test(
        "The time of a suspend is unknown",
        arguments: [
            (10, 70, 100, "?10 +60 -30"), (10, 30, 60, "?10 +20 ?40 -30"),
            (10, 70, 80, "?10 +60 -10 ?20"),
            (10, 5, 35, "?70 -30"),
        ] as [(Int64, Int64, Int64, String)])
    func suspended(first: Int64, second: Int64, now: Int64, text: String) {
        var records = Self.records("10+! 70-", by: Self.one)
        records[0].uptime = first * Self.minute
        records[1].uptime = second * Self.minute
        #expect(Self.text(Self.history(records, observing: [Self.one], uptime: now)) == text)
    }

    /// Each row: records of one boot, the minutes of the monotonic clock at each, and now.
    @Test(
        "When the clock was set back, durations are those of the monotonic clock, and no outage vanishes",
        arguments: [
            // Set back by 20 minutes between the records.
            ("10+! 70-", [10, 90], 120, "+70 -30"),
            // By an hour, after an outage of 40 minutes began.
            ("10+! 50- 30+", [10, 50, 90], 160, "-30 +70"),
            ("10+! 20- 30+ 40-! 15+", [10, 20, 30, 40, 75], 160, "-15 +85"),
            // By an hour, after the last record.
            ("80+! 90-", [80, 90], 160, "?20 +10 -70"),
            // Corrected by a few seconds.
            ("10+! 70-", [10, 70], 100, "?10 +60 -30"),
        ] as [(String, [Int64], Int64, String)])
    func setBack(text: String, uptimes: [Int64], now: Int64, spans: String) {
        var records = Self.records(text, by: Self.one)
        for (position, uptime) in uptimes.enumerated() {
            records[position].uptime = uptime * Self.minute
        }
        #expect(Self.text(Self.history(records, observing: [Self.one], uptime: now)) == spans)
    }

    /// Each row: what was found out at minutes 10, 20 and 30, the outages, and the minutes with internet and without.
    @Test(
        "A path over which the internet does not answer is an outage of its own kind",
        arguments: [
            ([.full, .limited, .full], ["limited 20 30"], 80, 10),
            ([.full, .none, .unknown], ["limited 20 30"], 80, 10),
            ([.unknown, .portal, .limited], ["portal 20 30", "limited 30 100"], 10, 80),
            ([.limited, .none, .full], ["limited 10 30"], 70, 20),
            ([.full, .unknown, .full], [], 90, 0),
        ] as [([NetworkPath.Connectivity.Value], [String], Int64, Int64)])
    func kinds(
        findings: [NetworkPath.Connectivity.Value], outages: [String], online: Int64,
        noInternet: Int64
    ) {
        var records = Self.records("10+! 20+ 30+", by: Self.one)
        for (position, finding) in findings.enumerated() {
            records[position].state.connectivity = finding
        }
        let report = HistoryReport(Self.history(records, observing: [Self.one]))
        #expect(
            report.outages.map { "\($0.kind) \($0.from / Self.minute) \($0.to / Self.minute)" }
                == outages)
        #expect(report.online == online * Self.minute)
        #expect(report.noInternet == noInternet * Self.minute)
        #expect(report.offline == 0 && report.unknown == 10 * Self.minute)
    }

    /// Each row: records up to minute 100, which are all of one process, and the outages. `~` is an end that is not known.
    @Test(
        "An outage says whether its ends are known",
        arguments: [
            ("10+!", []), ("10+! 20- 30+", ["20 30"]), ("10-! 30+", ["10~ 30"]),
            ("10+! 30-", ["30 100~"]), ("~10+! ~5- 30+", ["0~ 30"]),
            ("10+! 20- 30$ 40- 50+", ["20 30", "40 50"]), ("10+! 20- 30- 40+", ["20 40"]),
        ] as [(String, [String])])
    func outages(records: String, expected: [String]) {
        let history = Self.history(Self.records(records, by: Self.one), observing: [Self.one])
        #expect(Self.text(HistoryReport(history).outages) == expected)
    }

    /// Each row: records of a file. It is not known how long the last one held.
    @Test(
        "The last record may end an outage",
        arguments: [
            ("10+! 20- 30+", ["20 30"]), ("10+! 20- 30-", ["20 30~"]),
            ("10+! 20- 50+! 60+", []),
        ] as [(String, [String])])
    func lastRecord(records: String, expected: [String]) {
        let history = Self.history(Self.records(records, by: nil))
        #expect(Self.text(HistoryReport(history).outages) == expected)
    }

    private static func text(_ outages: [HistoryReport.Outage]) -> [String] {
        outages.map {
            "\($0.from / minute)\($0.isStartKnown ? "" : "~") "
                + "\($0.to / minute)\($0.isEndKnown ? "" : "~")"
        }
    }

    @Test("Times are summed by connection and by cost")
    func sums() {
        let report = HistoryReport(
            Self.history(
                Self.records("10+! 30- 35$ 55o 65+ 90$", by: Self.one), observing: [Self.one]))
        func minutes(_ time: Int64?) -> Int64? { time.map { $0 / Self.minute } }
        #expect(minutes(report.online) == 85)
        #expect(minutes(report.offline) == 5)
        #expect(minutes(report.unknown) == 10)
        #expect(
            report.connections.mapValues { $0 / Self.minute } == [
                .wifi: 45, .wwan: 30, .ethernet: 10,
            ])
        #expect(
            report.costs.mapValues { $0 / Self.minute } == [
                .unmetered: 45, .metered: 30, .unknown: 10,
            ])
    }

    /// Each row: records, and a row of ten pieces of ten minutes.
    @Test(
        "A piece shows an outage however short, else what lasts the longest",
        arguments: [
            ("0+!", "++++++++++"), ("10+! 19- 20+", "?-++++++++"), ("10+! 24$ 30+", "?+$+++++++"),
            ("10+! 26$ 30+", "?+++++++++"), ("50+!", "?????+++++"), ("0-!", "----------"),
        ])
    func pieces(records: String, text: String) throws {
        let history = Self.history(Self.records(records, by: Self.one), observing: [Self.one])
        let timeline = Timeline(history, WallClock { _ in 0 })
        let row = try #require(timeline.rows.first)
        #expect(timeline.rows.count == 1)
        let words: [Timeline.Kind: String] = [
            .online: "+", .metered: "$", .offline: "-", .unknown: "?",
        ]
        #expect(
            timeline.pieces(of: row, count: 10).map { $0.flatMap { words[$0] } ?? " " }.joined()
                == text)
    }
}
