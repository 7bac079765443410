// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import NetworkReachability

/// A new source is a value, a line in the table, and rows in the documentation and in the tests. These tests find what is missing.
@Suite struct MeteringSourceTableTests {
    @Test("Each source has a name of its own")
    func names() {
        let names = MeteringSource.all.map(\.name.rawValue) + [Metered.Source.noSource.rawValue]
        #expect(Set(names).count == names.count)
        #expect(!names.contains(""))
    }

    @Test("Each source has a priority, and each priority a source")
    func priorities() {
        #expect(MeteringSource.all.filter(\.priorities.isEmpty).map(\.name).isEmpty)
        let priorities = MeteringSource.all.flatMap { $0.priorities.map(\.key) }
        #expect(Set(priorities) == Set(MeteredPriority.allCases))
    }

    @Test("Sources declare the priorities that their statements have, and no others")
    func declaredPriorities() {
        var found: [Metered.Source: Set<MeteredPriority>] = [:]
        for (subject, _, _, _) in MeteringSourceTests.statements {
            for source in MeteringSource.all {
                guard let statement = source.statement(subject) else { continue }
                found[source.name, default: []].insert(statement.priority)
            }
        }
        for source in MeteringSource.all {
            #expect(found[source.name] == Set(source.priorities.map(\.key)), "\(source.name)")
        }
    }

    @Test("An explanation has a text for each priority without a statement")
    func absences() {
        let absences = MeteredPriority.allCases.map(MeteringSource.absence)
        #expect(absences.allSatisfy { !$0.isEmpty })
        #expect(Set(absences).count == absences.count)
        // Sources that share a text share a line.
        let announcement = MeteringSource.absence(of: .announcement)
        #expect(announcement.hasPrefix("networkManager, dhcp, accessPoint"))
        #expect(announcement.hasSuffix(": none reports a metered network"))
    }

    @Test("The documentation has a row for each priority of each source")
    func documentation() throws {
        let article = URL(filePath: #filePath).appending(
            path:
                "../../../../../Sources/Reachability/NetworkReachability/NetworkReachability.docc/Articles/MeteredAndWhatToTrust.md"
        )
        let rows = try String(contentsOf: article.standardized, encoding: .utf8)
            .split(separator: "\n").map {
                $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            }
            .filter { $0.count == 4 && Int($0[0]) != nil }
        let documented = Set(rows.map { "\($0[0]) \($0[3])" })
        var expected: Set<String> = []
        for source in MeteringSource.all {
            for (priority, absence) in source.priorities where absence != nil {
                let name = priority == .missingAnswer ? Metered.Source.noSource : source.name
                expected.insert("\(priority.rawValue + 1) `\(name)`")
            }
        }
        #expect(documented == expected)
    }

    @Test("The picture numbers the priorities")
    func picture() throws {
        let picture = URL(filePath: #filePath).appending(
            path: "../../../../../Documentation/Pictures/how-the-path-is-decided.dot")
        let numbers = try String(contentsOf: picture.standardized, encoding: .utf8)
            .split(separator: "\n")
            .compactMap { $0.split(separator: "<TD ALIGN=\"LEFT\">").dropFirst().first }
            .compactMap { Int($0.prefix { $0 != " " }) }
        #expect(numbers == MeteredPriority.allCases.map { $0.rawValue + 1 })
    }

    @Test(
        "A source is one word in JSON",
        arguments: [
            (Metered.Source.noSource, "none"), (.networkManager, "networkManager"),
            (Metered.Source(rawValue: "later"), "later"),
        ])
    func coding(_ source: Metered.Source, word: String) throws {
        let data = try JSONEncoder().encode([source])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(word)\"]")
        #expect(try JSONDecoder().decode([Metered.Source].self, from: data) == [source])
        #expect("\(source)" == word)
    }

    @Test("Every known source of interfaces but `noSource` is in the table")
    func allCases() {
        #expect(
            Metered.Source.allCases == MeteringSource.all.map(\.name) + [.desktopPortal, .noSource])
    }
}
