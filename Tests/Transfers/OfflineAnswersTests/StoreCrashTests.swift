// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import TestSupport
import Testing
import TransferRules

@testable import OfflineAnswers

@Suite("A program that is killed while it stores answers", .timeLimit(.minutes(10)), .blocking)
struct StoreCrashTests {
    private let folder = NSTemporaryDirectory() + "answers-\(UUID().uuidString)"
    private static let count = 12

    /// What a run of `store-answers` came to.
    private struct Run {
        var status: Int32
        /// The numbers of the answers that it said are stored.
        var stored: Set<Int>
        var messages: String
    }

    private static let canTrace: Bool = {
        let outcome = try? run(["crash-at", "0"], "true")
        return outcome?.status == 0
    }()

    private static func run(
        _ words: [String], _ rest: String..., during: (Process) -> Void = { _ in }
    ) throws -> Run {
        let process = Process()
        let (output, messages) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: BuiltProgram.path(words[0]))
        process.arguments = words.dropFirst() + rest
        process.standardOutput = output
        process.standardError = messages
        process.standardInput = FileHandle.nullDevice
        try process.run()
        during(process)
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let errors = String(
            decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let stored = lines.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
        return Run(status: process.terminationStatus, stored: Set(stored), messages: errors)
    }

    /// The number of changes that `crash-at` says a whole run has made; `nil` if it says none.
    private static func changes(_ run: Run) -> Int? {
        run.messages.split(whereSeparator: { !$0.isNumber }).last.flatMap { Int($0) }
    }

    /// Each answer that is there is whole, and the last ones that were reported are there.
    private func check(
        _ run: Run, _ place: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let store = try AnswerStore(at: place, limits: .init(total: 1 << 30, answer: 1 << 30))
        let rows = try store.read { database in
            try Row.fetchAll(database, sql: "SELECT id, url, fields, size FROM answers")
        }
        let (count, bytes) = try store.total()
        #expect(count == rows.count, sourceLocation: sourceLocation)
        #expect(bytes == rows.reduce(0) { $0 + ($1[3] as Int64) }, sourceLocation: sourceLocation)
        for row in rows {
            let headers = HeaderFields(AnswerRow.fields(row[2]))
            let number = (row[1] as String).split(separator: "/").last.flatMap { Int($0) }
            let content = try store.content(of: row[0])
            #expect(content?.count == headers[single: "X-Length"].flatMap { Int($0) })
            let round = headers[single: "X-Round"].flatMap { Int($0) }
            if let first = content?.first, let number, let round {
                #expect(Int(first) == number + round && content?.allSatisfy { $0 == first } == true)
            }
        }
        let integrity = try store.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
        #expect(integrity == "ok", sourceLocation: sourceLocation)
        // The size of the store leaves room for the last two.
        let numbers = Set(
            rows.compactMap { ($0[1] as String).split(separator: "/").last.flatMap { Int($0) } })
        if let last = run.stored.max(), run.stored.count < Self.count {
            #expect(numbers.contains(last), sourceLocation: sourceLocation)
        }
    }

    @Test(
        "After a crash at any change of a file, an answer is complete or missing",
        .enabled(if: canTrace, "programs cannot be traced here"))
    func crashPoints() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = BuiltProgram.path("store-answers")
        let whole = try Self.run(["crash-at", "0"], program, folder + "/0", "\(Self.count)")
        #expect(whole.status == 0 && whole.stored.count == Self.count)
        try check(whole, folder + "/0")
        let changes = try #require(Self.changes(whole))
        #expect(changes > 50)
        // All of the beginning, and then a sample.
        let points = Array(1...15) + (1...25).map { 15 + $0 * (changes - 15) / 26 }
        for point in points {
            let place = folder + "/\(point)"
            let run = try Self.run(["crash-at", "\(point)"], program, place, "\(Self.count)")
            // The number of changes differs a little from run to run.
            let isBeyond = run.status == 0 && (Self.changes(run) ?? .max) < point
            #expect(run.status == 137 || isBeyond, "\(point): \(run.messages)")
            try check(run, place)
        }
    }

    @Test("After a crash at any time, an answer is complete or missing") func kills() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for round in 0..<8 {
            // The same store again and again.
            let run = try Self.run(["store-answers"], folder, "\(Self.count)") { process in
                Thread.sleep(forTimeInterval: .random(in: 0.02..<0.4) + Double(round) * 0.01)
                kill(process.processIdentifier, SIGKILL)
            }
            try check(run, folder)
        }
    }
}
