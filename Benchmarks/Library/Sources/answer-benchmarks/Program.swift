// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import NetworkReachability
import OfflineAnswers
import TransferRules

/// Measures a store of answers, and prints nanoseconds as JSON:
///
///     answer-benchmarks FOLDER ENTRIES ROUNDS
///
/// The store has ENTRIES answers of 1 KiB, and no room for more, so that each new one makes another go.
@main struct Program {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let entries = Int(arguments[2]), let rounds = Int(arguments[3])
        else { exit(64) }
        let folder = arguments[1]
        let url = "http://192.0.2.7/page"
        var figures = Figures()
        do {
            let size: Int64
            do {
                let store = try AnswerStore(
                    at: folder, limits: .init(total: .max, answer: 64 << 20))
                for number in 0..<entries {
                    try store.add(answer("\(url)/\(1_000_000 + number)", size: 1024), now: now)
                }
                size = try store.total().bytes
            }
            let store = try AnswerStore(
                at: folder, limits: .init(total: size, answer: 64 << 20))
            for round in 0..<rounds {
                // The older half may have gone.
                let number = 1_000_000 + round + Int.random(in: entries / 2..<entries)
                let key = AnswerKey(url: "\(url)/\(number)", account: "")
                figures.times["look", default: []].append(
                    try time {
                        guard let found = try store.answers(key).first,
                            try store.content(of: found.answer.id)?.count == 1024
                        else { fatalError("not found") }
                        try store.use([found.answer.id], now: now)
                    })
                let new = answer("\(url)/\(1_000_000 + entries + round)", size: 1024)
                figures.times["addAndEvict", default: []].append(
                    try time { try store.add(new, now: now) })
            }
            let (count, _) = try store.total()
            guard abs(count - entries) < 3 else { fatalError("\(count) answers") }
        }
        // Before the large answers, which a program has in its memory.
        figures.memory = peakMemory
        for (name, size) in [("10 KiB", 10 << 10), ("1 MiB", 1 << 20), ("8 MiB", 8 << 20)] {
            let new = answer("\(url)/large-\(size)", size: size)
            do {
                let store = try AnswerStore(
                    at: folder + "-large", limits: .init(total: 1 << 30, answer: 1 << 30))
                for _ in 0..<min(rounds, 30) {
                    figures.times["store \(name)", default: []].append(
                        try time { try store.add(new, now: now) })
                }
            }
            // By the client, as a program has it: with a path that is not there.
            let network = PathMonitor(
                .init(prohibitedInterfaceTypes: Set(InterfaceType.allCases)))
            let client = try OfflineClient(
                store: .folder(URL(filePath: folder + "-large")), monitor: network)
            guard let address = URL(string: new.key.url) else { exit(70) }
            for _ in 0..<min(rounds, size > 1 << 20 ? 30 : rounds) {
                let clock = ContinuousClock()
                let taken = try await clock.measure {
                    let answer = try await client.answer(
                        for: URLRequest(url: address), .networkFirst(within: .seconds(3)))
                    guard answer.data.count == size, answer.source.isStored else { exit(70) }
                }
                figures.times["answer \(name)", default: []].append(Int64(taken / .nanoseconds(1)))
            }
        }
        let data = try JSONEncoder().encode(figures)
        print(String(decoding: data, as: UTF8.self))
    }

    /// The times by what was done, in nanoseconds, and the memory in KiB.
    private struct Figures: Encodable {
        var times: [String: [Int64]] = [:]
        var memory = 0

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            var values = times
            values["memory"] = [Int64(memory)]
            try container.encode(values)
        }
    }

    /// The most memory that this process had, in KiB (`VmHWM`).
    private static var peakMemory: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }

    private static var now: HTTPDate {
        HTTPDate(seconds: Int64(Date().timeIntervalSince1970))
    }

    private static func answer(_ url: String, size: Int) -> NewAnswer {
        NewAnswer(
            key: AnswerKey(url: url, account: ""), selecting: SelectingFields(values: [:]),
            source: url,
            response: StoredResponse(
                status: 200,
                fields: [
                    FieldLine("Content-Type", "application/json"), FieldLine("ETag", "\"1\""),
                    FieldLine("Cache-Control", "max-age=60"),
                    FieldLine("Date", "Sun, 22 Nov 2026 12:00:00 GMT"),
                ], requestedAt: now, receivedAt: now),
            content: Data(repeating: 1, count: size))
    }

    private static func time<Value>(_ body: () throws -> Value) rethrows -> Int64 {
        let begin = ContinuousClock.now
        _ = try body()
        return Int64((ContinuousClock.now - begin) / .nanoseconds(1))
    }
}
