// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import ReachabilityFoundation

/// What can be resumed, and what a response is to the content that is there.
@Suite struct ResumptionTests {
    private static let url = URL(fileURLWithPath: "/film")

    private func response(
        _ status: Int, _ headers: [String: String]
    ) throws -> HTTPURLResponse {
        try #require(
            HTTPURLResponse(
                url: Self.url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers))
    }

    /// A response, and the tag by which its content can be resumed.
    private static let taggedResponses: [(Int, [String: String], String?)] = [
        (200, ["ETag": "\"v1\""], "\"v1\""),
        (206, ["ETag": "\"v1\""], nil),
        (200, ["ETag": "\"v1\"", "Accept-Ranges": "bytes"], "\"v1\""),
        (200, ["ETag": "\"v1\"", "Content-Encoding": "identity"], "\"v1\""),
        (200, [:], nil),
        (200, ["Last-Modified": "Sat, 21 Nov 2026 09:00:00 GMT"], nil),
        (200, ["ETag": "W/\"v1\""], nil),
        (200, ["ETag": "\"v1\"", "Content-Encoding": "gzip"], nil),
        (200, ["ETag": "\"v1\"", "Accept-Ranges": "none"], nil),
        (404, ["ETag": "\"v1\""], nil),
    ]

    @Test(arguments: taggedResponses)
    func resumability(status: Int, headers: [String: String], tag: String?) throws {
        let request = URLRequest(url: Self.url)
        #expect(Resumption.tag(of: try response(status, headers), to: request) == tag)
    }

    @Test func whatOnlyItsUserUnderstandsIsNotResumed() throws {
        var (post, part) = (URLRequest(url: Self.url), URLRequest(url: Self.url))
        post.httpMethod = "POST"
        part.setValue("bytes=5-", forHTTPHeaderField: "Range")
        let tagged = try response(200, ["ETag": "\"v1\""])
        #expect(Resumption.tag(of: tagged, to: post) == nil)
        #expect(Resumption.tag(of: tagged, to: part) == nil)
        let plain = URLResponse(
            url: Self.url, mimeType: nil, expectedContentLength: 5, textEncodingName: nil)
        #expect(Resumption.tag(of: plain, to: URLRequest(url: Self.url)) == nil)
    }

    /// A response to a request from an offset, if from one, and what it is.
    private static let answeredRequests: [(Int64?, Int, [String: String], Resumption.Answer)] = [
        (nil, 200, [:], .whole(expected: nil)),
        (nil, 200, ["Content-Length": "9"], .whole(expected: 9)),
        (nil, 200, ["Content-Length": "0"], .whole(expected: 0)),
        (nil, 200, ["Content-Length": "9", "Content-Encoding": "gzip"], .whole(expected: nil)),
        // Whoever asks for a part is given it.
        (nil, 206, ["Content-Length": "4", "Content-Range": "bytes 5-8/9"], .whole(expected: 4)),
        (nil, 416, ["Content-Length": "0"], .whole(expected: 0)),
        (5, 206, ["Content-Length": "4", "Content-Range": "bytes 5-8/9"], .rest(expected: 9)),
        (5, 206, ["Content-Length": "4", "Content-Range": "Bytes 5-8/*"], .rest(expected: 9)),
        (5, 206, ["Content-Range": "bytes 5-8/*"], .rest(expected: nil)),
        (5, 206, ["Content-Range": "bytes 5-8/9", "ETag": "\"v1\""], .rest(expected: 9)),
        (5, 206, ["Content-Range": "bytes 5-8/9", "ETag": "\"v2\""], .unusable),
        (5, 206, ["Content-Range": "bytes 4-8/9"], .unusable),
        (5, 206, ["Content-Range": "bytes 5-8/9", "Content-Encoding": "gzip"], .unusable),
        (5, 206, ["Content-Type": "multipart/byteranges"], .unusable),
        (5, 206, ["Content-Range": "bytes 5-8/99999999999999999999"], .rest(expected: nil)),
        (5, 206, ["Content-Range": "bytes 99999999999999999999-8/9"], .unusable),
        (5, 416, ["Content-Range": "bytes */5"], .unusable),
        (5, 200, ["Content-Length": "9"], .whole(expected: 9)),
        (5, 404, ["Content-Length": "9"], .whole(expected: 9)),
    ]

    @Test(arguments: answeredRequests)
    func answers(
        offset: Int64?, status: Int, headers: [String: String], answer: Resumption.Answer
    ) throws {
        let resumption = offset.map { Resumption(offset: $0, tag: "\"v1\"") }
        #expect(Resumption.answer(try response(status, headers), to: resumption) == answer)
    }

    @Test func theRestIsAskedFor() {
        var request = URLRequest(url: Self.url)
        request.setValue("yes", forHTTPHeaderField: "X-Mine")
        let rest = Resumption(offset: 5, tag: "\"v1\"").rest(of: request)
        #expect(
            rest.allHTTPHeaderFields == [
                "X-Mine": "yes", "Range": "bytes=5-", "If-Range": "\"v1\"",
                "Accept-Encoding": "identity",
            ])
    }

    @Test func fractions() {
        #expect(DownloadProgress(received: 1, expected: 4).fraction == 0.25)
        #expect(DownloadProgress(received: 5, expected: 4).fraction == 1)
        #expect(DownloadProgress(received: 0, expected: 0).fraction == 1)
        #expect(DownloadProgress(received: 1, expected: nil).fraction == nil)
    }
}
