// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import Testing

@testable import ReachCommand

/// The spans that the lines of a record make. All times are in minutes.
@Suite struct RecordedHistoryTests {
    private static let minute: Int64 = 60_000

    private static let states: [Character: Observation.State] = [
        "+": Observation.State(
            isOnline: true, connection: .wifi, metered: .no, connectivity: .full),
        "-": Observation.State(isOnline: false, connection: .unavailable, metered: .unknown),
        "l": Observation.State(
            isOnline: true, connection: .wifi, metered: .no, connectivity: .limited),
        "p": Observation.State(
            isOnline: true, connection: .wifi, metered: .no, connectivity: .portal),
    ]

    /// Lines in a text: `a10@5+!` is the start of a recorder in boot a at uptime 10, when the clock said 5, online. `=` is
    /// traffic, and `.` a stop. `z3` at the end: of the time since the boot, the machine slept 3 minutes.
    private static func entries(_ text: String) throws -> [RecordEntry] {
        try text.split(separator: " ").map { word in
            let line = try #require(
                word.wholeMatch(of: /([a-c])(\d+)@(-?\d+)([-+lp=.])(!?)(?:z(\d+))?/))
            let uptime = try #require(Int64(line.2)) * minute
            let kind = try #require(line.4.first)
            let asleep = (line.6.flatMap { Int64($0) } ?? 0) * minute
            return RecordEntry(
                time: try #require(Int64(line.3)) * minute, boot: String(line.1), uptime: uptime,
                awake: uptime - asleep,
                event: kind == "."
                    ? .stop : kind == "=" ? .traffic : line.5.isEmpty ? .path : .start,
                state: states[kind])
        }
    }

    private static func spans(_ history: PathHistory) -> String {
        history.spans.map { span in
            let kind =
                span.isAsleep ? "z" : states.first { $0.value == span.state }?.key ?? "?"
            return "\(kind)\(span.duration / minute)"
        }.joined(separator: " ")
    }

    /// Each row: the lines, whether the recorder of boot a still runs at minute 100 and uptime 100, and the spans of the
    /// 100 minutes.
    @Test(
        "Durations of one boot come from the clock that cannot be set",
        arguments: [
            ("a0@0+! a40@40-", false, "+40 ?60"), ("a0@0+! a40@40-", true, "+40 -60"),
            ("a0@0+! a40@40- a60@60= a90@90.", true, "+40 -50 ?10"),
            // Two recorders: the time between is unknown, but not a restart.
            ("a0@0+! a40@40. a60@60+! a90@90=", false, "+40 ?20 +30 ?10"),
            ("a0@0+! a40@40. a41@41-! a90@90=", false, "+41 -49 ?10"),
            // Killed.
            ("a0@0+! a40@40= a60@60-!", true, "+40 ?20 -40"),
            // The clock was set forward, and back, by an hour; the last line has the right time.
            ("a10@-50+! a50@50- a90@90=", false, "?10 +40 -40 ?10"),
            ("a10@70+! a50@50- a90@90=", false, "?10 +40 -40 ?10"),
            // In the other direction, at the last line: it has the time that counts.
            ("a10@10+! a50@50- a80@90=", false, "?20 +40 -30 ?10"),
            // Asleep is neither offline nor unknown, and is before the line that follows it.
            ("a0@0+! a60@60-z20 a90@90=z20", false, "+40 z20 -30 ?10"),
            ("a0@0-! a60@60-z20 a90@90=z25", false, "-40 z20 -25 z5 ?10"),
            // Two boots: the time between is unknown.
            ("a5@10+! a25@30= b1@50-! b21@70.", false, "?10 +20 ?20 -20 ?30"),
            // The clock went backward between them: the later one counts.
            ("a5@40+! a55@90= b0@20-! b50@70=", false, "?20 -50 ?30"),
            ("", false, "?100"),
        ])
    func spans(lines: String, isRunning: Bool, spans: String) throws {
        let now = RecordMoment(
            time: 100 * Self.minute, uptime: 100 * Self.minute, awake: 100 * Self.minute)
        let recorded = RecordedHistory(
            try Self.entries(lines), running: isRunning ? ("a", now) : nil)
        let history = PathHistory(recorded.spans, from: 0, to: nil, now: now.time)
        #expect(Self.spans(history) == spans)
    }

    /// Each row: the lines, whether the recorder of boot a still runs at minute 100 and uptime 100, and the times in which
    /// a recorder ran.
    @Test(
        "A usage knows when a recorder ran by the clock that cannot be set, as the history does",
        arguments: [
            ("a0@0+! a40@40.", false, "0-40"), ("a0@0+! a40@40=", true, "0-100"),
            // The clock was set forward, and back.
            ("a2@0+! a62@180= a122@240.", false, "120-240"),
            ("a62@60+! a122@0= a182@60.", false, "-60-60"),
            // A machine without a clock of its own was off for long.
            ("a1@1+! a20@20. b1@20+! b2@80= b40@118.", false, "1-20 79-118"),
            // The clock went backward between two boots. The later one counts.
            ("a5@40+! a55@90= b0@20-! b50@70=", false, "20-70"),
            // The machine lost its power, and another boot's recorder runs now.
            ("b0@0+! b40@40= c1@60+! c20@79=", true, "0-40 60-79"),
            ("b0@0+! b40@40= a50@50+!", true, "0-40 50-100"),
            // Sleep is no gap.
            ("a0@0+! a60@60=z20", false, "0-60"),
            ("a0@0+! a40@40. a60@60+! a90@90=", false, "0-40 60-90"), ("", true, ""),
        ])
    func runs(lines: String, isRunning: Bool, runs: String) throws {
        let now = RecordMoment(
            time: 100 * Self.minute, uptime: 100 * Self.minute, awake: 100 * Self.minute)
        let recorded = RecordedHistory(
            try Self.entries(lines), running: isRunning ? ("a", now) : nil)
        #expect(
            recorded.runs.map { "\($0.from / Self.minute)-\($0.end / Self.minute)" }
                .joined(separator: " ") == runs)
    }

    /// Each row: the lines, and each outage as its minutes with `?` where the time before or after is unknown.
    @Test(
        "The state between two boots is unknown, also where the clock went backward",
        arguments: [
            // Forward.
            ("a0@0+! a30@30. b1@60-! b10@69+ b20@79.", "?60-69"),
            // Back: boot b begins before boot a ended.
            ("a0@0+! a60@60. b1@30-! b10@39+ b20@49.", "?30-39"),
            ("a0@0+! a40@40- a60@60. b1@50+! b20@69.", "40-50?"),
            ("a0@0+! a40@40- a60@60. b1@50-! b20@69.", "40-50? ?50-69?"),
            ("a0@0+! a40@40- a60@60+ a90@90.", "40-60"),
        ])
    func unknownBetweenBoots(lines: String, outages: String) throws {
        let history = PathHistory(
            RecordedHistory(try Self.entries(lines)).spans, from: 0, to: nil,
            now: 100 * Self.minute)
        let found = HistoryReport(history).outages.map { outage in
            (outage.isStartKnown ? "" : "?")
                + "\(outage.from / Self.minute)-\(outage.to / Self.minute)"
                + (outage.isEndKnown ? "" : "?")
        }
        #expect(found.joined(separator: " ") == outages)
    }

    @Test("The five sums add up to the range, and each outage has its kind")
    func sums() throws {
        let lines = "a0@0+! a10@10- a20@20l a30@30p a50@50+z5 a70@70."
        let history = PathHistory(
            RecordedHistory(try Self.entries(lines)).spans, from: 0, to: nil,
            now: 100 * Self.minute)
        let report = HistoryReport(history)
        let sums = [
            report.online, report.offline, report.noInternet, report.asleep, report.unknown,
        ]
        #expect(sums.map { $0 / Self.minute } == [30, 10, 25, 5, 30])
        #expect(report.outages.map(\.kind) == [.offline, .limited, .portal])
        #expect(
            HistorySummary(report: report, clock: .init { _ in 0 }).sentence.contains(
                "Asleep for 5 min."))
    }
}
