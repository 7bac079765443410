// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import TransferRules

/// Random servers: one that writes anything into its header, and one whose file changes while it is
/// downloaded, that forgets fields, and sends other parts than it was asked for.
@Suite struct HostileServerTests {
    /// Numbers at the edges of what fits.
    private static let numbers = [
        "0", "1", "5", "199999", "200000", "399999", "400000", "9223372036854775806",
        "9223372036854775807", "9223372036854775808", "18446744073709551616", "-1", "*", "", "x",
        "٥",
    ]
    private static let scraps =
        numbers + [
            "bytes", "bytes ", "Bytes ", "=", "-", "/", " ", ",", ";", ":", "\"", "W/", "\"v1\"",
            "multipart/byteranges", "gzip", "none", "GMT", "Sun, ", "06 Nov 1994 ", "08:49:37 ",
            "Sun, 06 Nov 1994 08:49:37 GMT", "\u{0}", "é", "👩‍👩‍👧",
        ]
    private static let names = [
        "Content-Range", "Content-Length", "ETag", "Last-Modified", "Date", "Accept-Ranges",
        "Retry-After", "Content-Type", "Content-Encoding", "Transfer-Encoding",
    ]

    @Test("Parsing any header does not crash", arguments: 0..<20 as Range<UInt64>)
    func anything(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let fields = (0..<Int.random(in: 0...6, using: &chance)).map { _ in
                let scraps = (0..<Int.random(in: 0...5, using: &chance)).map { _ in
                    Self.scraps.randomElement(using: &chance)!
                }
                return (name: Self.names.randomElement(using: &chance)!, value: scraps.joined())
            }
            let range = Self.numbers.shuffled(using: &chance)
            let headers = HeaderFields(
                fields + [("Content-Range", "bytes \(range[0])-\(range[1])/\(range[2])")])
            _ = headers.retryAfter(now: HTTPDate(seconds: 0))
            let origin = ResumptionTests.origin
            let known = HeaderFields([("ETag", "\"v1\""), ("Content-Length", range[3])])
            let content =
                PartialContent(status: 200, headers, from: origin, now: ResumptionTests.now)
                ?? PartialContent(status: 200, known, from: origin, now: ResumptionTests.now)
            guard let content else { continue }
            let offset = ([1, 5, 200_000, .max - 1] as [Int64]).randomElement(using: &chance)!
            let resumption = Resumption(offset: offset, of: content)
            for status in [200, 206, 416] {
                if case .part(let end, let total) = resumption.answer(
                    status: status, headers, from: origin)
                {
                    #expect(offset < end && end <= total)
                }
            }
        }
    }

    /// A file on the server. Each byte says where it stands, and in which version.
    private struct Version {
        var number: UInt8
        var length: Int64
        var tag: String { "\"v\(number)\"" }
        var bytes: [UInt8] { (0..<UInt8(length)).map { $0 &+ number &* 41 } }
    }

    @Test(
        "A download has the bytes of one version, however often the server's file changes",
        arguments: 0..<20 as Range<UInt64>)
    func versions(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var version = Version(number: 1, length: .random(in: 1...40, using: &chance))
            var served = [version.bytes]
            var file: [UInt8] = []
            var total: Int64?
            var content: PartialContent?
            var isDone = false
            // A server that is only hostile never lets it end.
            for _ in 0..<200 where !isDone {
                if Int.random(in: 0..<6, using: &chance) == 0 {
                    version.number &+= 1
                    if Bool.random(using: &chance) {
                        version.length = .random(in: 1...40, using: &chance)
                    }
                }
                served.append(version.bytes)
                let offset = Int64(file.count)
                let asked = content.flatMap {
                    offset > 0 ? Resumption(offset: offset, of: $0) : nil
                }
                let answer = answer(asked, version, &chance)
                let headers = HeaderFields(answer.fields)
                let origin = ResumptionTests.origin
                let limit: Int64?
                switch asked?.answer(status: answer.status, headers, from: origin) {
                case .part(let end, let whole):
                    (limit, total) = (end, whole)
                case .complete:
                    isDone = true
                    continue
                case .unusable:
                    // The next request is for the whole.
                    (file, content) = ([], nil)
                    continue
                case .whole, nil:
                    guard answer.status == 200 else { continue }
                    file = []
                    content = PartialContent(
                        status: 200, headers, from: origin, now: ResumptionTests.now)
                    (limit, total) = (headers.contentLength, headers.contentLength)
                case .other: continue
                }
                // The connection may break.
                let arrived =
                    Bool.random(using: &chance)
                    ? answer.body : Array(answer.body.prefix(.random(in: 0...40, using: &chance)))
                if let limit, Int64(file.count + arrived.count) > limit {
                    (file, content) = ([], nil)
                    continue
                }
                file += arrived
                isDone =
                    arrived.count == answer.body.count
                    && (total == nil || Int64(file.count) == total)
            }
            guard isDone else { continue }
            let isOne = served.contains { $0.starts(with: file) }
            #expect(isOne, "versions or parts are mixed: \(file)")
            if let total { #expect(Int64(file.count) == total) }
        }
    }

    /// What the server sends, or would if the connection did not break. What it says of the body is true
    /// as far as it says something: else no client could know.
    private func answer(
        _ asked: Resumption?, _ version: Version, _ chance: inout SeededGenerator
    ) -> (status: Int, fields: [(name: String, value: String)], body: [UInt8]) {
        func often() -> Bool { Int.random(in: 0..<8, using: &chance) > 0 }
        var fields: [(name: String, value: String)] = []
        if often() { fields.append(("ETag", version.tag)) }
        // Some servers do not heed If-Range, and some forget the Range.
        let isSame = asked?.content.validator.text == version.tag
        guard let asked, often(), isSame || !often() else {
            let body = version.bytes
            if often() { fields.append(("Content-Length", "\(body.count)")) }
            return (often() ? 200 : 503, fields, body)
        }
        let first = often() ? asked.offset : .random(in: 0..<40, using: &chance)
        guard first < version.length else {
            return (416, fields + [("Content-Range", "bytes */\(version.length)")], [])
        }
        let end =
            often() ? version.length : .random(in: (first + 1)...version.length, using: &chance)
        if often() {
            let complete = often() ? "\(version.length)" : "*"
            fields.append(("Content-Range", "bytes \(first)-\(end - 1)/\(complete)"))
        }
        if often() { fields.append(("Content-Length", "\(end - first)")) }
        return (206, fields, Array(version.bytes[Int(first)..<Int(end)]))
    }
}
