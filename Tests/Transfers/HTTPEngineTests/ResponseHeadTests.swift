// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPEngine

/// Header lines as they arrive.
@Suite struct ResponseHeadTests {
    /// The response of header lines, and what the last line meant.
    private func read(
        _ lines: [String], limit: Int = 1000
    ) -> (response: HTTPResponse?, last: ResponseHead.Step?) {
        read(bytes: lines.map { Array($0.utf8) + [13, 10] }, limit: limit)
    }

    private func read(
        bytes lines: [[UInt8]], limit: Int = 1000
    ) -> (response: HTTPResponse?, last: ResponseHead.Step?) {
        var head = ResponseHead(limit: limit)
        var response: HTTPResponse?
        var last: ResponseHead.Step?
        for line in lines {
            let step = head.take(line)
            if case .complete(let complete) = step { response = complete }
            last = step
        }
        return (response, last)
    }

    @Test("Fields are reported in their order, without blanks at their ends")
    func fields() {
        let response = read(["HTTP/2 200 ", "B:  x y \t", "a:", "B: 2", "colonless", ""]).response
        #expect(response?.version == "2")
        #expect(response?.status == 200)
        #expect(response?.fields.map(\.name) == ["B", "a", "B"])
        #expect(response?.fields.map(\.value) == ["x y", "", "2"])
    }

    @Test("A folded line belongs to the field before")
    func folded() {
        let response = read(["HTTP/1.1 200 OK", " x", "A: 1", "  2", "\t3 ", ""]).response
        #expect(response?.fields.map(\.value) == ["1 2 3"])
    }

    @Test("A value is UTF-8, else Latin-1")
    func encoding() {
        let response = read(bytes: [
            Array("HTTP/1.1 200 OK\r\n".utf8), Array("A: ü\r\n".utf8), [66, 58, 0xfc, 13, 10],
            [13, 10],
        ]).response
        #expect(response?.fields.map(\.value) == ["ü", "ü"])
    }

    @Test("Provisional answers and trailers are not reported")
    func provisional() {
        let response = read([
            "HTTP/1.1 100 Continue", "A: 1", "", "HTTP/1.1 103 Early Hints", "", "HTTP/1.1 204 x",
            "B: 2", "", "C: 3", "",
        ]).response
        #expect(response?.status == 204)
        #expect(response?.fields.map(\.name) == ["B"])
    }

    @Test(
        "A status line that is not HTTP is malformed",
        arguments: [
            "", "HTTP/1.1", "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1 2x0 OK", "A: 1",
        ])
    func malformed(_ line: String) {
        guard case .malformed = read([line]).last else {
            Issue.record("\(line)")
            return
        }
    }

    @Test("All bytes of all blocks count")
    func limit() {
        // 19 + 2 bytes each.
        let block = ["HTTP/1.1 100 C", "A", ""]
        let lines = Array(repeating: block, count: 5).flatMap { $0 }
        guard case .more = read(lines, limit: 105).last else {
            Issue.record("a limit too low")
            return
        }
        guard case .tooLong = read(lines, limit: 104).last else {
            Issue.record("a limit too high")
            return
        }
    }

    @Test(
        "Content ends with the connection where no length is given",
        arguments: [
            ("1.1", 200, [], true), ("1.0", 200, [("Content-Type", "a")], true),
            ("2", 200, [], false),
            ("1.1", 200, [("content-length", "5")], false), ("1.1", 204, [], false),
            ("1.1", 304, [], false), ("1.1", 200, [("Transfer-Encoding", "gzip, Chunked")], false),
            ("1.1", 200, [("Transfer-Encoding", "gzip")], true),
        ] as [(String, Int, [(String, String)], Bool)])
    func ending(
        _ version: String, _ status: Int, _ fields: [(String, String)], _ expected: Bool
    ) {
        let response = HTTPResponse(
            version: version, status: status, fields: fields.map { (name: $0.0, value: $0.1) })
        #expect(response.endsWithConnection == expected)
    }
}
