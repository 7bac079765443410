// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import NetworkReachability
import ReachabilityTesting
import Testing

@testable import CommandSystem
@testable import ReachCommand

/// What is written of hostile names, as the parsers of other projects read it.
@Suite(.enabled(if: Machine.has("python3"), "python3 is not installed"))
struct HostileTextTests {
    /// A text in a syntax, and what it was meant to say.
    private struct Case {
        var syntax: String
        var written: [UInt8]
        var meant: String

        init(_ syntax: String, _ written: String, _ meant: String = "") {
            self.init(syntax, Array(written.utf8), meant)
        }

        init(_ syntax: String, _ written: [UInt8], _ meant: String) {
            (self.syntax, self.written, self.meant) = (syntax, written, meant)
        }
    }

    /// Expects that all cases are read as they were meant.
    private func expectSame(_ cases: [Case], seed: UInt64) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).tsv")
        defer { try? FileManager.default.removeItem(at: file) }
        let lines = cases.map { one in
            [
                one.syntax, Data(one.written).base64EncodedString(),
                Data(one.meant.utf8).base64EncodedString(),
            ].joined(separator: "\t") + "\n"
        }
        try Data(lines.joined().utf8).write(to: file)
        let script = Program.package.appending(path: "Tests/Command/read-back").path
        let outcome = try await Program.run([
            "sh", "-c", #"exec python3 "$1" <"$0""#, file.path, script,
        ])
        try #require(outcome.status == 0, "\(outcome.errors)")
        let verdicts = outcome.text.split(separator: "\n").map(String.init)
        try #require(verdicts.count == cases.count)
        for (one, verdict) in zip(cases, verdicts) where verdict != "same" {
            Issue.record(
                "seed \(seed): \(one.syntax) of \(one.meant.debugDescription): \(verdict): \(String(decoding: one.written, as: UTF8.self).prefix(300).debugDescription)"
            )
        }
    }

    /// The values that broke what was written.
    private static let known = [
        "<\u{FE0F}script\u{FE0F}>", "\"\u{301}", "\\\u{301}", "&\u{20E3}",
        "\u{85}\u{9B}\u{202E}\u{2028}",
        "\r\n", "\0", "\u{FFFE}",
    ]

    @Test("Strings of JSON and texts of XML are read as they were meant")
    func strings() async throws {
        let seed = HostileText.anySeed
        var random = HostileText(seed: seed)
        let texts = Self.known + (0..<3000).map { _ in random.text() }
        let cases = texts.flatMap { text in
            [Case("json", JSONLineEncoder.text(text), text), Case("xml", text.xml, text)]
        }
        try await expectSame(cases, seed: seed)
    }

    @Test(
        "Fields of the journal are read as they were meant",
        .enabled(
            if: Machine.hasJournalReader,
            "systemd-journal-remote is not installed"))
    func journal() async throws {
        let seed = HostileText.anySeed
        var random = HostileText(seed: seed)
        let texts = Self.known + (0..<300).map { _ in random.text() }
        try await expectSame(
            texts.map { text in
                var entry = JournalEntry("m", .pathChange)
                entry.add("TEXT", text)
                return Case("journal", entry.encoded, text)
            }, seed: seed)
    }

    /// A history in which interfaces with hostile names carry the path.
    private static func report(_ names: [String]) -> HistoryReport {
        let watcher = Observation.Watcher(boot: "a", process: 1)
        let observations = names.enumerated().map { number, name in
            Observation(
                time: Int64(number) * 60_000,
                state: Observation.State(
                    isOnline: true, connection: .wifi, primary: name, metered: .no),
                isFirst: number == 0, watcher: watcher)
        }
        let end = Int64(names.count) * 60_000
        return HistoryReport(
            PathHistory(
                observations, from: 0,
                now: PathHistory.Now(time: end, uptime: 0, watchers: [watcher])))
    }

    @Test("Pictures have no elements but their own")
    func pictures() async throws {
        let seed = HostileText.anySeed
        var random = HostileText(seed: seed)
        let clock = WallClock { _ in 0 }
        let pictures = (0..<20).map { round in
            let names = round == 0 ? Self.known : (0..<60).map { _ in random.text() }
            return HistoryPicture(report: Self.report(names), clock: clock).text
        }
        try await expectSame(pictures.map { Case("picture", $0) }, seed: seed)
    }

    @Test("The printed text of a path has no character that acts on a terminal")
    func terminal() {
        let seed = HostileText.anySeed
        var random = HostileText(seed: seed)
        for text in Self.known + (0..<300).map({ _ in random.text() }) where !text.isEmpty {
            let network = ScriptedNetwork()
            network.connect(.wifi, name: text, ssid: text)
            let path = PathMonitor(network).currentPath
            let printed =
                StatusText(path: path, interfaces: path.interfaces, style: .plain).text
                + BriefText(path: path).text
            let active = printed.unicodeScalars.filter { scalar in
                scalar != "\n"
                    && [.control, .format, .lineSeparator, .paragraphSeparator].contains(
                        scalar.properties.generalCategory)
            }
            #expect(active.isEmpty, "seed \(seed): \(printed.debugDescription)")
        }
    }

    @Test(
        "Metrics are accepted by Prometheus",
        .enabled(if: Machine.hasMetricsReader, "promtool is not installed (package prometheus)"))
    func metrics() async throws {
        let seed = HostileText.anySeed
        var random = HostileText(seed: seed)
        var writer = MetricsWriter()
        writer.metric("reach_interface_up", .gauge, help: "Text.")
        let texts = Self.known + (0..<3000).map { _ in random.text() }
        for (number, text) in texts.enumerated() {
            writer.sample(true, ("interface", text), ("number", "\(number)"))
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).prom")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(writer.bytes).write(to: file)
        let outcome = try await Program.run([
            "sh", "-c", #"exec promtool check metrics <"$0""#, file.path,
        ])
        #expect(outcome.status == 0 && outcome.errors == "", "seed \(seed): \(outcome.errors)")
    }
}
