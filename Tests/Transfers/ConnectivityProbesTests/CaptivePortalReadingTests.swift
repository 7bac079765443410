// SPDX-License-Identifier: Apache-2.0

import HTTPEngine
import NetworkReachability
import Testing

@testable import ConnectivityProbes

/// What an answer of a captive portal's API means (RFC 8908).
@Suite struct CaptivePortalReadingTests {
    /// An answer, and its meaning.
    struct Row: Sendable, CustomTestStringConvertible {
        var status = 200
        var type: String? = "application/captive+json"
        var content: String
        var isComplete = true
        var portal: CaptivePortal?
        var reason: String?
        var testDescription: String { "\(status) \(type ?? "-") \(content.prefix(60))" }
    }

    private static let page = "https://portal.example/login?id=1"

    static let rows = [
        // The examples of RFC 8908, section 6.
        Row(
            content: #"{"captive": true, "user-portal-url": "https://example.org/portal.html"}"#,
            portal: CaptivePortal(
                isCaptive: true, userPortalURL: "https://example.org/portal.html")),
        Row(
            content: """
                {"captive": false, "user-portal-url": "https://example.org/portal.html",
                "venue-info-url": "https://flight.example.com/entertainment", "seconds-remaining": 326,
                "can-extend-session": true}
                """,
            portal: CaptivePortal(
                isCaptive: false, userPortalURL: "https://example.org/portal.html",
                venueInfoURL: "https://flight.example.com/entertainment", canExtendSession: true,
                secondsRemaining: 326)),
        Row(
            content: #"{"captive": false, "bytes-remaining": 0, "can-extend-session": false}"#,
            portal: CaptivePortal(isCaptive: false, canExtendSession: false, bytesRemaining: 0)),
        Row(
            content: #"{"captive":true,"bytes-remaining":9007199254740993,"news":{"a":[1]}}"#,
            portal: CaptivePortal(isCaptive: true, bytesRemaining: 9_007_199_254_740_993)),
        Row(
            type: "Application/Captive+JSON ; charset=utf-8", content: #"{"captive":false}"#,
            portal: CaptivePortal(isCaptive: false)),
        Row(
            content: #"{"captive":false}"# + String(repeating: " ", count: 65_519),
            portal: CaptivePortal(isCaptive: false)),
        // What is not such an answer.
        Row(
            content: #"{"captive":false}"# + String(repeating: " ", count: 65_520),
            reason: "the content has more than 64 KiB"),
        Row(
            type: "text/html", content: #"{"captive":false}"#,
            reason: "the content is text/html, not application/captive+json"),
        Row(
            type: nil, content: #"{"captive":false}"#,
            reason: "the content is of no type, not application/captive+json"),
        Row(
            type: "application/json", content: #"{"captive":false}"#,
            reason: "the content is application/json, not application/captive+json"),
        Row(status: 404, content: #"{"captive":false}"#, reason: "HTTP status 404"),
        Row(status: 302, content: "", reason: "HTTP status 302"),
        Row(
            content: #"{"captive":false}"#, isComplete: false, reason: "the connection was lost"),
        Row(content: "", reason: "the content is not JSON"),
        Row(content: #"{"captive":true"#, reason: "the content is not JSON"),
        Row(content: "<html>", reason: "the content is not JSON"),
        Row(content: #"[{"captive":true}]"#, reason: "the content is not a JSON object"),
        Row(content: "true", reason: "the content is not a JSON object"),
        Row(content: "{}", reason: "captive is missing"),
        // Wrong types and values, by name.
        Row(content: #"{"captive":"true"}"#, reason: "captive is not true or false"),
        Row(content: #"{"captive":1}"#, reason: "captive is not true or false"),
        Row(content: #"{"captive":null}"#, reason: "captive is not true or false"),
        Row(
            content: #"{"captive":true,"user-portal-url":7}"#,
            reason: "user-portal-url is not a text"),
        Row(
            content: #"{"captive":true,"user-portal-url":"javascript:alert(1)"}"#,
            reason: "user-portal-url is not a web address"),
        Row(
            content: #"{"captive":true,"user-portal-url":"https://a\u001b[2J/"}"#,
            reason: "user-portal-url is not a web address"),
        Row(
            content: #"{"captive":true,"venue-info-url":"https://bank.example@evil.example/"}"#,
            reason: "venue-info-url is not a web address"),
        Row(
            content: #"{"captive":true,"can-extend-session":"no"}"#,
            reason: "can-extend-session is not true or false"),
        Row(
            content: #"{"captive":true,"seconds-remaining":"326"}"#,
            reason: "seconds-remaining is not a whole number"),
        Row(
            content: #"{"captive":true,"seconds-remaining":1.5}"#,
            reason: "seconds-remaining is not a whole number"),
        Row(
            content: #"{"captive":true,"seconds-remaining":1e99}"#,
            reason: "seconds-remaining is not a whole number"),
        Row(
            content: #"{"captive":true,"bytes-remaining":-1}"#,
            reason: "bytes-remaining is negative"),
        Row(
            content: #"{"captive":true,"bytes-remaining":true}"#,
            reason: "bytes-remaining is not a whole number"),
    ]

    @Test("An answer of the API is read, or refused with a reason", arguments: rows)
    func answer(row: Row) {
        var reading = CaptivePortalReading()
        let fields = row.type.map { [("content-type", $0)] } ?? []
        reading.read(HTTPResponse(version: "1.1", status: row.status, fields: fields))
        reading.read(content: row.content, isComplete: row.isComplete)
        switch reading.answer {
        case .success(let portal): #expect(portal == row.portal && row.reason == nil)
        case .failure(let failure): #expect(failure.reason == row.reason)
        case nil: Issue.record("no answer")
        }
    }

    @Test(
        "Only an https address is asked",
        arguments: [
            ("https://portal.example/api", true), ("http://portal.example/api", false),
            ("portal.example", false), ("https://", false),
        ])
    func addresses(text: String, isAsked: Bool) {
        #expect((CaptivePortalQuery(text, userAgent: "tests/1") != nil) == isAsked)
    }

    @Test(
        "The description of a portal is one line",
        arguments: [
            (CaptivePortal(isCaptive: true), "captive"),
            (CaptivePortal(isCaptive: false), "not captive"),
            (
                CaptivePortal(
                    isCaptive: true, userPortalURL: page, venueInfoURL: "https://venue.example",
                    canExtendSession: true, secondsRemaining: 60, bytesRemaining: 5),
                "captive: log in at \(page); the session ends in 60 s; the session ends after 5 bytes; "
                    + "the session can be extended; about this place: https://venue.example"
            ),
            (
                CaptivePortal(isCaptive: false, userPortalURL: page, canExtendSession: false),
                "not captive, its page is \(page); the session cannot be extended"
            ),
        ])
    func text(portal: CaptivePortal, text: String) { #expect("\(portal)" == text) }
}
