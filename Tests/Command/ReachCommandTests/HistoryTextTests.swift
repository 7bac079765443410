// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML
import LinuxSystem
import NetworkReachability
import Testing

@testable import ReachCommand

/// A history as text and as a picture, at fixed times.
@Suite struct HistoryTextTests {
    private static let utc = WallClock { _ in 0 }
    /// Two hours ahead of UTC, and one hour from 2026-10-25T01:00:00Z on.
    private static let berlin = WallClock { $0 < time("2026-10-25T01:00:00Z") ? 7200 : 3600 }

    private static func time(_ text: String) -> Int64 {
        Timestamp(text: text)?.milliseconds ?? 0
    }

    private static let wifi = Observation.State(
        isOnline: true, connection: .wifi, primary: "w<l&n", metered: .guessNo)
    private static let modem = Observation.State(
        isOnline: true, connection: .wwan, primary: "wwan0", metered: .yes)
    private static let none = Observation.State(
        isOnline: false, connection: .unavailable, metered: .unknown)

    /// The report of times and states, up to a time at which one process still observes.
    private static func report(
        _ records: [(String, Observation.State)], from: String, to: String
    ) -> HistoryReport {
        let watcher = Observation.Watcher(boot: "a", process: 1)
        let observations = records.enumerated().map { number, record in
            Observation(
                time: time(record.0), state: record.1, isFirst: number == 0, watcher: watcher)
        }
        return HistoryReport(
            PathHistory(
                observations, from: time(from),
                now: PathHistory.Now(time: time(to), uptime: 0, watchers: [watcher])))
    }

    private static let night = report(
        [
            ("2026-11-22T14:00:00Z", wifi), ("2026-11-22T22:00:00Z", none),
            ("2026-11-22T22:00:20Z", modem), ("2026-11-23T02:00:00Z", none),
            ("2026-11-23T03:30:00Z", wifi),
        ], from: "2026-11-22T12:00:00Z", to: "2026-11-23T12:00:00Z")

    @Test("A day has one row, with hours below")
    func oneRow() {
        let text = HistoryText(report: Self.night, clock: Self.utc, style: .plain, columns: 48)
        #expect(
            text.text == """
                Known: 22 h of the last day. Offline twice, 1 h 30 min in all; the longest 02:00–03:30.

                ····████████████████X▒▒▒▒▒▒▒XXX█████████████████
                |12:00  |16:00  |20:00  |00:00  |04:00  |08:00
                █ online   ▒ online, metered   X offline   · unknown

                Outages
                  2026-11-22  22:00:00 – 22:00:20  20 s
                  2026-11-23  02:00:00 – 03:30:00  1 h 30 min

                By connection
                  Wi-Fi     16 h 30 min  80.5 %
                  cellular  3 h 59 min   19.5 %

                By cost
                  not metered  16 h 30 min  80.5 %
                  metered      3 h 59 min   19.5 %

                """)
    }

    @Test("Several days have a row each, from the first day with a record")
    func daily() {
        let report = Self.report(
            [
                ("2026-11-21T12:00:00Z", Self.wifi), ("2026-11-22T00:00:00Z", Self.none),
                ("2026-11-22T12:00:00Z", Self.wifi),
            ], from: "2026-11-16T12:00:00Z", to: "2026-11-23T12:00:00Z")
        let timeline = TimelineText(
            timeline: Timeline(report.history, Self.utc), clock: Self.utc, style: .plain,
            columns: 40)
        #expect(
            timeline.text == """
                Sat 2026-11-21  ············████████████
                Sun 2026-11-22  XXXXXXXXXXXX████████████
                Mon 2026-11-23  ████████████\("            ")
                                |00:00  |08:00  |16:00
                █ online   ▒ online, metered   X offline   · unknown

                """)
    }

    @Test("On a terminal with color, each run of a kind has its color")
    func color() {
        let timeline = TimelineText(
            timeline: Timeline(Self.night.history, Self.utc), clock: Self.utc, style: .colored,
            columns: 48)
        #expect(timeline.text.hasPrefix("\u{1B}[2m····\u{1B}[0m\u{1B}[32m████"))
    }

    /// Each row: records after online at 12:00, the time now, and the sentence.
    @Test(
        "The sentence says how often and how long the machine was offline, and when",
        arguments: [
            ([], "13:00", "Known: all of the last hour. Never offline in the last hour."),
            (
                [("12:10", false), ("12:15", true)], "13:00",
                "Known: all of the last hour. "
                    + "Offline once in the last hour, for 5 min: 12:10–12:15."
            ),
            (
                [("12:10", false)], "13:00",
                "Known: all of the last hour. "
                    + "Offline once in the last hour, for 50 min: 12:10–13:00. It is offline now."
            ),
            (
                [("12:10", false), ("12:10:30", true), ("12:20", false), ("12:20:40", true)],
                "13:00",
                "Known: all of the last hour. "
                    + "Offline twice in the last hour, 1 min 10 s in all; the longest 12:20:00–12:20:40."
            ),
            (
                [
                    ("12:10", false), ("12:11", true), ("12:20", false), ("12:22", true),
                    ("12:30", false), ("12:31", true),
                ], "12:40",
                "Known: all of the last 40 minutes. "
                    + "Offline 3 times in the last 40 minutes, 4 min in all; the longest 12:20–12:22."
            ),
        ] as [([(String, Bool)], String, String)])
    func sentences(changes: [(String, Bool)], now: String, sentence: String) {
        func time(_ text: String) -> String {
            "2026-11-22T\(text)\(text.utf8.count == 5 ? ":00" : "")Z"
        }
        let report = Self.report(
            [("2026-11-22T12:00:00Z", Self.wifi)]
                + changes.map { (time($0.0), $0.1 ? Self.wifi : Self.none) },
            from: "2026-11-22T12:00:00Z", to: time(now))
        #expect(HistorySummary(report: report, clock: Self.utc).sentence == sentence)
    }

    private static let silent = Observation.State(
        isOnline: true, connection: .wifi, primary: "wlan0", metered: .no, connectivity: .limited)
    private static let captive = Observation.State(
        isOnline: true, connection: .wifi, primary: "wlan0", metered: .no, connectivity: .portal)

    /// Reports of three kinds of outages, each of them twice.
    private static var manyKinds: HistoryReport {
        let states = [wifi, none, wifi, silent, wifi, captive]
        let records = (0..<12).map { number in
            (
                "2026-11-22T\(number < 10 ? "0" : "")\(number):30:00Z",
                states[number % states.count]
            )
        }
        return report(records, from: "2026-11-22T00:00:00Z", to: "2026-11-23T12:00:00Z")
    }

    @Test("With each kind of outage, the headline is not smaller than the other texts")
    func headlineSize() throws {
        let text = HistoryPicture(report: Self.manyKinds, clock: Self.utc).text
        let lines = text.matches(
            of: /<text class="head" font-size="(\d+)" x="\d+" y="(\d+)">(.*?)</)
        #expect(lines.count == 2)
        for line in lines {
            let size = try #require(Int(line.1))
            #expect(size > 13)
            // It fits, and is above the next text.
            #expect(line.3.count * size * 6 / 10 <= 900)
            #expect(try #require(Int(line.2)) < 60)
        }
    }

    @Test("The legend fits the terminal", arguments: [20, 40, 60, 80])
    func legendFits(columns: Int) {
        let text = TimelineText(
            timeline: Timeline(Self.manyKinds.history, Self.utc), clock: Self.utc, style: .plain,
            columns: columns, width: columns
        ).text
        let lines = text.split(separator: "\n")
        let legend = lines.drop { !$0.hasPrefix("█ online") }
        #expect(legend.allSatisfy { $0.count <= columns }, "\(text)")
        for kind in ["█ online", "▒ online, metered", "! no internet", "X offline", "· unknown"] {
            #expect(legend.contains { $0.contains(kind) })
        }
    }

    @Test("An uplink that is dead is never called online, and what little is known is said first")
    func noInternet() {
        let records = [
            ("2026-11-22T12:00:00Z", Self.wifi), ("2026-11-22T12:20:00Z", Self.silent),
            ("2026-11-22T12:30:00Z", Self.wifi), ("2026-11-22T12:40:00Z", Self.captive),
        ]
        let report = Self.report(records, from: "2026-11-22T12:00:00Z", to: "2026-11-22T13:00:00Z")
        let text = HistoryText(
            report: report, clock: Self.utc, style: .plain, columns: 48, width: 60
        ).text
        #expect(
            text.hasPrefix(
                """
                Known: all of the last hour. The internet did not answer
                once in the last hour, for 10 min: 12:20–12:30. Behind a
                captive portal once in the last hour, for 20 min:
                12:40–13:00. It is behind a captive portal now.

                ████████████████!!!!!!!!████████!!!!!!!!!!!!!!!!
                """))
        #expect(
            text.contains(
                "  12:20:00 – 12:30:00  10 min\n              the internet did not answer\n"))
        #expect(text.contains("! no internet"))
        let short = Self.report(
            [("2026-11-22T12:59:00Z", Self.wifi)], from: "2026-11-21T13:00:00Z",
            to: "2026-11-22T13:00:00Z")
        #expect(
            HistorySummary(report: short, clock: Self.utc).sentence
                == "Known: 1 min of the last day. Never offline while it was recorded.")
    }

    @Test("Outages of other days have their dates")
    func dates() {
        let report = Self.report(
            [
                ("2026-11-20T12:00:00Z", Self.wifi), ("2026-11-20T23:00:00Z", Self.none),
                ("2026-11-21T01:00:00Z", Self.wifi),
            ], from: "2026-11-20T12:00:00Z", to: "2026-11-22T12:00:00Z")
        let text = HistoryText(report: report, clock: Self.utc, style: .plain, columns: 40).text
        #expect(
            text.hasPrefix(
                "Known: all of the last 2 days. "
                    + "Offline once in the last 2 days, for 2 h: 2026-11-20 23:00–2026-11-21 01:00.\n"
            ))
        #expect(text.contains("\n  2026-11-20  23:00:00 – 2026-11-21 01:00:00  2 h\n"))
    }

    /// Each row: a time, the beginning of its day and of the next day in Berlin.
    @Test(
        "A day begins at local midnight, also where the clocks are changed",
        arguments: [
            ("2026-10-24T12:00:00Z", "2026-10-23T22:00:00Z", "2026-10-24T22:00:00Z"),
            ("2026-10-25T00:30:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
            ("2026-10-25T22:30:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
            ("2026-10-25T23:00:00Z", "2026-10-25T23:00:00Z", "2026-10-26T23:00:00Z"),
        ])
    func days(moment: String, start: String, next: String) {
        #expect(Self.berlin.startOfDay(Self.time(moment)) == Self.time(start))
        #expect(Self.berlin.startOfNextDay(Self.time(moment)) == Self.time(next))
        #expect(Self.berlin.minute(Self.time(start)) == "00:00")
    }

    @Test("Each day has its weekday")
    func weekdays() {
        let days = (16...22).map { Self.utc.weekday(Self.time("2026-11-\($0)T12:00:00Z")) }
        #expect(days == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
    }

    /// Each row: seconds after 1970-01-01T00:00:00Z, the local date, and the beginnings of the day and of the month as hours.
    @Test(
        "West of Greenwich, a clock that is not set shows 1969",
        arguments: [
            (0, "Wed 1969-12-31", "1969-12", -19, -739),
            (18_000, "Thu 1970-01-01", "1970-01", 5, 5),
            (-5 * 86_400, "Fri 1969-12-26", "1969-12", -139, -739),
        ] as [(Int64, String, String, Int64, Int64)])
    func beforeEpoch(seconds: Int64, date: String, month: String, day: Int64, start: Int64) {
        let clock = WallClock { _ in -18_000 }
        let time = seconds * 1000
        #expect("\(clock.weekday(time)) \(clock.date(time))" == date)
        #expect(clock.month(time) == month)
        #expect(clock.startOfDay(time) == day * 3_600_000)
        #expect(clock.startOfMonth(time) == start * 3_600_000)
    }

    @Test(
        "The picture is XML, has a title and a description, a rectangle for each span, and no script"
    )
    func picture() throws {
        let text = HistoryPicture(report: Self.night, clock: Self.utc).text
        let elements = PictureElements()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = elements
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(elements.titles.first == "Network history, 2026-11-22 12:00 to 2026-11-23 12:00")
        #expect(
            elements.summary
                == "Known: 22 h of the last day. Offline twice, 1 h 30 min in all; the longest 02:00–03:30. "
                + "Offline: 2026-11-22 22:00 to 2026-11-22 22:00, "
                + "2026-11-23 02:00 to 2026-11-23 03:30.")
        #expect(
            elements.titles.dropFirst().sorted() == [
                "2026-11-22 12:00:00 – 2026-11-22 14:00:00 (2 h): unknown",
                "2026-11-22 14:00:00 – 2026-11-22 22:00:00 (8 h): online via Wi-Fi (w<l&n), probably not metered",
                "2026-11-22 22:00:00 – 2026-11-22 22:00:20 (20 s): offline",
                "2026-11-22 22:00:20 – 2026-11-23 02:00:00 (3 h 59 min): online via cellular (wwan0), metered",
                "2026-11-23 02:00:00 – 2026-11-23 03:30:00 (1 h 30 min): offline",
                "2026-11-23 03:30:00 – 2026-11-23 12:00:00 (8 h 30 min): online via Wi-Fi (w<l&n), probably not metered",
            ])
        #expect(!elements.names.contains("script"))
        // 20 s would be 0.2 units wide.
        #expect(elements.widths.min() == 2)
    }

    @Test("A picture of very many spans is small, and shows the shortest outage")
    func manySpans() {
        let records = (0..<8000).flatMap { number in
            [(Int64(number) * 10_000, Self.wifi), (Int64(number) * 10_000 + 9000, Self.modem)]
        }
        let outage: [(Int64, Observation.State)] = [
            (80_000_000, Self.none), (80_000_001, Self.wifi),
        ]
        let watcher = Observation.Watcher(boot: "a", process: 1)
        let observations = (records + outage).enumerated().map { number, record in
            Observation(
                time: record.0, state: record.1, isFirst: number == 0, watcher: watcher)
        }
        let now = PathHistory.Now(time: 86_000_000, uptime: 0, watchers: [watcher])
        let report = HistoryReport(PathHistory(observations, from: 0, now: now))
        #expect(report.history.spans.count > 16_000)
        let text = HistoryPicture(report: report, clock: Self.utc).text
        #expect(text.utf8.count < 10_000)
        #expect(
            text.contains(#"<path class="offline" d="M872 92h1v48h-1z">"#), "\(text.suffix(4000))")
        // Wi-Fi lasts longer in each column than the modem.
        #expect(
            text.contains(#"<path class="online""#) && !text.contains(#"<path class="metered""#))
    }

    /// What is in a picture.
    private final class PictureElements: NSObject, XMLParserDelegate {
        var names: Set<String> = []
        var titles: [String] = []
        var summary = ""
        /// The widths of the spans.
        var widths: [Double] = []
        private var text = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String]
        ) {
            names.insert(name)
            text = ""
            if name == "rect", let width = attributes["width"], width.contains(".") {
                widths.append(Double(width) ?? 0)
            }
        }

        func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
            qualifiedName: String?
        ) {
            if name == "title" { titles.append(text) }
            if name == "desc" { summary = text }
        }
    }
}
