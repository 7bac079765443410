// SPDX-License-Identifier: Apache-2.0

import HTTPEngine
import NetworkReachability
import Testing

@testable import ConnectivityProbes

/// What a server's answer to a probe means.
@Suite struct ProbeReadingTests {
    /// An answer, and its meaning.
    struct Row: Sendable, CustomTestStringConvertible {
        var expects: HTTPConnectivityProbe.Expectation
        var status: Int
        var fields: [(name: String, value: String)] = []
        var content = ""
        var isComplete = true
        var value: NetworkPath.Connectivity.Value
        var detail: String
        var testDescription: String { "\(expects): \(status) \(content.prefix(20)) \(fields)" }
    }

    private static let online = HTTPConnectivityProbe.Expectation.text("  online\n")
    private static let page = "<html>Log in, please</html>"

    static let rows = [
        Row(
            expects: .noContent, status: 204, value: .full, detail: "HTTP status 204, as expected"),
        Row(
            expects: .noContent, status: 200, content: page, value: .portal,
            detail: "HTTP status 200 instead of 204"),
        Row(
            expects: .noContent, status: 200, value: .portal,
            detail: "HTTP status 200 instead of 204"),
        Row(
            expects: .noContent, status: 404, content: "no", value: .portal,
            detail: "HTTP status 404 instead of 204"),
        Row(
            expects: .noContent, status: 302,
            fields: [("Location", "http://10.0.0.1/login?session=secret#top")], value: .portal,
            detail: "HTTP status 302, a redirect to http://10.0.0.1/login"),
        Row(
            expects: .noContent, status: 307, value: .portal, detail: "HTTP status 307"),
        Row(
            expects: .noContent, status: 503, content: page, value: .limited,
            detail: "HTTP status 503"),
        Row(
            expects: .noContent, status: 511, content: page, value: .portal,
            detail: "HTTP status 511"),
        Row(
            expects: online, status: 511, content: "online", value: .portal,
            detail: "HTTP status 511"),
        Row(
            expects: online, status: 200, content: "online", value: .full,
            detail: "HTTP status 200 with the expected text"),
        Row(
            expects: online, status: 200, content: "\r\n\tonline \r\n", value: .full,
            detail: "HTTP status 200 with the expected text"),
        Row(
            expects: online, status: 200, content: "on line", value: .portal,
            detail: "HTTP status 200 with other content than expected"),
        Row(
            expects: online, status: 200, content: page, value: .portal,
            detail: "HTTP status 200 with other content than expected"),
        Row(
            expects: online, status: 200, value: .portal,
            detail: "HTTP status 200 with other content than expected"),
        Row(
            expects: online, status: 204, value: .portal,
            detail: "HTTP status 204 with other content than expected"),
        Row(
            expects: online, status: 403, content: "online", value: .portal,
            detail: "HTTP status 403"),
        Row(
            expects: online, status: 301,
            fields: [("location", "/login")], content: "online", value: .portal,
            detail: "HTTP status 301, a redirect to /login"),
        Row(
            expects: online, status: 500, content: "online", value: .limited,
            detail: "HTTP status 500"),
        Row(
            expects: online, status: 200, content: "online", isComplete: false, value: .limited,
            detail: "the connection was lost"),
        Row(
            expects: online, status: 200,
            content: "online" + String(repeating: " ", count: 65_530), value: .full,
            detail: "HTTP status 200 with the expected text"),
        Row(
            expects: online, status: 200,
            content: "online" + String(repeating: " ", count: 65_531), value: .portal,
            detail: "HTTP status 200 with more than 64 KiB of other content"),
    ]

    @Test("An answer is the expected one, a portal's, or none", arguments: rows)
    func answer(row: Row) { check(row, ProbeReading(row.expects)) }

    private func check(_ row: Row, _ reading: ProbeReading) {
        var reading = reading
        reading.read(HTTPResponse(version: "1.1", status: row.status, fields: row.fields))
        reading.read(content: row.content, isComplete: row.isComplete)
        #expect(reading.answer == ConnectivityAnswer(row.value, detail: row.detail))
    }

    private static let empty = HTTPConnectivityProbe.Expectation.noContent
    private static let header = [(name: "x-networkmanager-STATUS", value: "Online ")]

    /// As nm-connectivity.c reads them.
    static let rowsOfNetworkManager = [
        // Ubuntu's server answers like that, whatever the response in the files.
        Row(
            expects: online, status: 204, fields: header, value: .full,
            detail: "HTTP status 204 with X-NetworkManager-Status: online"),
        Row(
            expects: empty, status: 200, fields: header, content: page, value: .full,
            detail: "HTTP status 200 with X-NetworkManager-Status: online"),
        Row(
            expects: online, status: 200, fields: [("X-NetworkManager-Status", "offline")],
            value: .portal, detail: "HTTP status 200 with other content than expected"),
        Row(
            expects: online, status: 302, fields: header, value: .portal,
            detail: "HTTP status 302"),
        Row(
            expects: online, status: 200, content: " online, of course", value: .full,
            detail: "HTTP status 200 with the expected text"),
        Row(
            expects: online, status: 200, content: "on", value: .portal,
            detail: "HTTP status 200 with other content than expected"),
        Row(
            expects: online, status: 200,
            content: "online" + String(repeating: "!", count: 100_000), value: .full,
            detail: "HTTP status 200 with the expected text"),
        Row(
            expects: online, status: 200, content: String(repeating: "!", count: 100_000),
            value: .portal, detail: "HTTP status 200 with other content than expected"),
        Row(
            expects: empty, status: 204, value: .full, detail: "HTTP status 204, as expected"),
        Row(
            expects: empty, status: 200, value: .full,
            detail: "HTTP status 200 without content, as expected"),
        Row(
            expects: empty, status: 200, content: page, value: .portal,
            detail: "HTTP status 200 with content instead of 204"),
        Row(
            expects: empty, status: 404, value: .portal,
            detail: "HTTP status 404 instead of 204"),
        Row(expects: online, status: 503, value: .limited, detail: "HTTP status 503"),
        Row(
            expects: online, status: 511, content: page, value: .portal, detail: "HTTP status 511"),
    ]

    @Test("An answer is read as NetworkManager reads it", arguments: rowsOfNetworkManager)
    func answerOfNetworkManager(row: Row) {
        check(row, ProbeReading(row.expects, isAsNetworkManager: true))
    }

    @Test("Without a header the answer is none")
    func nothing() {
        var reading = ProbeReading(.noContent)
        reading.fail("Connection refused")
        #expect(reading.answer == ConnectivityAnswer(.limited, detail: "Connection refused"))
    }

    @Test(
        "An address that a portal cannot answer, or that has secrets, is refused",
        arguments: [
            ("https://example.org/", "https"), ("ftp://example.org/", "http://"), ("example", ""),
            ("http://", ""), ("http://user:word@example.org/", "password"),
        ])
    func refused(url: String, word: String) {
        let error = #expect(throws: HTTPConnectivityProbe.AddressError.self) {
            try HTTPConnectivityProbe(url: url)
        }
        #expect(error?.reason.contains(word) == true)
    }
}

extension AnswerReading {
    /// Reads the content of an answer in parts, as it comes, unless the header has given the result.
    ///
    /// - Parameter isComplete: whether the content ends in its order; otherwise the connection is lost.
    mutating func read(content: String, isComplete: Bool) {
        guard answer == nil else { return }
        var rest = Array(content.utf8)[...]
        while !rest.isEmpty, answer == nil {
            let part = Array(rest.prefix(16_384))
            read(part.span.bytes)
            rest = rest.dropFirst(part.count)
        }
        if isComplete { end() } else { fail("the connection was lost") }
    }
}
