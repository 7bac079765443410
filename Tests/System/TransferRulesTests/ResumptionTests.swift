// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransferRules

/// What can be resumed, and what an answer is to the content that is there.
@Suite struct ResumptionTests {
    static let origin = Origin(scheme: "https", host: "files.example", port: nil)
    /// On 21 November 2026.
    static let now = HTTPDate(seconds: 1_795_251_600)

    /// Five of nine bytes are there.
    private func resumption(_ change: [String: String?] = [:], offset: Int64 = 5) throws
        -> Resumption
    {
        var fields: [String: String?] = ["ETag": "\"v1\"", "Content-Length": "9"]
        fields.merge(change) { $1 }
        let headers = HeaderFields(fields.compactMap { name, value in value.map { (name, $0) } })
        let content = try #require(
            PartialContent(status: 200, headers, from: Self.origin, now: Self.now))
        return Resumption(offset: offset, of: content)
    }

    private func headers(_ fields: [String: String]) -> HeaderFields {
        HeaderFields(fields.map { (name: $0.key, value: $0.value) })
    }

    @Test(
        "Content can be resumed with a strong entity tag or an old enough modification date",
        arguments: [
            (200, ["ETag": "\"v1\""], .entityTag("\"v1\"")),
            (200, ["ETag": "\"v1\"", "Accept-Ranges": "bytes"], .entityTag("\"v1\"")),
            (200, ["ETag": "\"v1\"", "Content-Encoding": "identity"], .entityTag("\"v1\"")),
            (200, ["ETag": "\"v1\"", "Content-Encoding": "gzip"], nil),
            (200, ["ETag": "\"v1\"", "Accept-Ranges": "none"], nil),
            (200, ["ETag": "W/\"v1\""], nil),
            (200, ["ETag": "v1"], nil),
            (200, [:], nil),
            (206, ["ETag": "\"v1\""], nil),
            (404, ["ETag": "\"v1\""], nil),
            (
                200,
                [
                    "Last-Modified": "Sat, 21 Nov 2026 09:00:00 GMT",
                    "Date": "Sat, 21 Nov 2026 09:01:00 GMT",
                ], .lastModified("Sat, 21 Nov 2026 09:00:00 GMT")
            ),
            (
                200,
                [
                    "Last-Modified": "Sat, 21 Nov 2026 09:00:00 GMT",
                    "Date": "Sat, 21 Nov 2026 09:00:59 GMT",
                ], nil
            ),
            (200, ["Last-Modified": "Sat, 21 Nov 2026 09:00:00 GMT"], nil),
            (
                200,
                [
                    "Last-Modified": "yesterday", "Date": "Sat, 21 Nov 2026 09:01:00 GMT",
                ], nil
            ),
            // Bytes of the same weak tag may differ, and a time says no more than that.
            (
                200,
                [
                    "ETag": "W/\"v1\"", "Last-Modified": "Sat, 21 Nov 2026 09:00:00 GMT",
                    "Date": "Sat, 21 Nov 2026 10:00:00 GMT",
                ], nil
            ),
        ] as [(Int, [String: String], Validator?)])
    func resumability(status: Int, fields: [String: String], validator: Validator?) {
        let content = PartialContent(
            status: status, headers(fields), from: Self.origin, now: Self.now)
        #expect(content?.validator == validator)
    }

    @Test(
        "Meaning of responses to a request for bytes 5 to 8 of 9",
        arguments: [
            (206, ["Content-Range": "bytes 5-8/9"], .part(end: 9, total: 9)),
            (206, ["Content-Range": "bytes 5-8/*"], .part(end: 9, total: 9)),
            (
                206, ["Content-Range": "bytes 5-8/9", "Content-Length": "4"],
                .part(end: 9, total: 9)
            ),
            // It is asked for what follows.
            (206, ["Content-Range": "bytes 5-6/9"], .part(end: 7, total: 9)),
            (206, ["Content-Range": "bytes 5-6/9", "Content-Length": "4"], .unusable(.length)),
            (206, ["Content-Range": "bytes 5-8/9", "Content-Length": "3"], .unusable(.length)),
            (206, ["Content-Range": "bytes 5-8/9", "Content-Length": "5"], .unusable(.length)),
            (206, ["Content-Range": "bytes 5-8/9", "Content-Length": "x"], .unusable(.length)),
            (
                206,
                [
                    "Content-Range": "bytes 5-8/9", "Content-Length": "9",
                    "Transfer-Encoding": "chunked",
                ], .part(end: 9, total: 9)
            ),
            (206, ["Content-Range": "bytes 5-9/10"], .unusable(.total)),
            (206, ["Content-Range": "bytes 5-7/8"], .unusable(.total)),
            (206, ["Content-Range": "bytes 5-9/*"], .unusable(.total)),
            (206, ["Content-Range": "bytes 4-8/9"], .unusable(.offset)),
            (206, ["Content-Range": "bytes 6-8/9"], .unusable(.offset)),
            (206, ["Content-Range": "bytes 5-8"], .unusable(.range)),
            (206, ["Content-Range": "bytes */9"], .unusable(.range)),
            (206, [:], .unusable(.range)),
            (
                206,
                ["Content-Range": "bytes 200000-399999/*", "Content-Length": "\(Int64.max - 1)"],
                .unusable(.offset)
            ),
            (
                206, ["Content-Range": "bytes 5-8/*", "Content-Length": "\(Int64.max - 1)"],
                .unusable(.length)
            ),
            (206, ["Content-Range": "bytes 5-\(Int64.max - 1)/*"], .unusable(.total)),
            (
                206, ["Content-Range": "bytes 5-8/9", "Content-Encoding": "gzip"],
                .unusable(.encoding)
            ),
            (206, ["Content-Type": "multipart/byteranges; boundary=x"], .unusable(.multipart)),
            (206, ["Content-Range": "bytes 5-8/9", "ETag": "\"v2\""], .unusable(.validator)),
            (206, ["Content-Range": "bytes 5-8/9", "ETag": "W/\"v1\""], .unusable(.validator)),
            (206, ["Content-Range": "bytes 5-8/9", "ETag": ""], .unusable(.validator)),
            (200, ["Content-Length": "9"], .whole(length: 9, differences: [])),
            (200, ["ETag": "\"v2\""], .whole(length: nil, differences: [])),
            (
                200, ["Content-Length": "9", "Content-Encoding": "gzip"],
                .whole(length: nil, differences: [])
            ),
            (200, ["Content-Type": "text/html"], .whole(length: nil, differences: [.mediaType])),
            (412, [:], .unusable(.refused)),
            (416, [:], .unusable(.refused)),
            (416, ["Content-Range": "bytes */9"], .unusable(.refused)),
            (416, ["Content-Range": "bytes */5"], .unusable(.refused)),
            (204, [:], .other), (301, [:], .other), (304, [:], .other), (401, [:], .other),
            (404, [:], .other), (500, [:], .other), (503, [:], .other),
        ] as [(Int, [String: String], Resumption.Answer)])
    func answers(status: Int, fields: [String: String], answer: Resumption.Answer) throws {
        var fields = fields
        if fields["ETag"] == nil { fields["ETag"] = "\"v1\"" }
        #expect(
            try resumption().answer(status: status, headers(fields), from: Self.origin) == answer)
    }

    @Test(
        "If the client ends a part with its range, a greater announced length is accepted",
        arguments: [
            ("4", .part(end: 9, total: 9)), ("5", .part(end: 9, total: 9)),
            ("9", .part(end: 9, total: 9)), ("\(Int64.max)", .part(end: 9, total: 9)),
            ("3", .unusable(.length)), ("0", .unusable(.length)), ("x", .unusable(.length)),
            ("99999999999999999999", .unusable(.length)), ("4, 5", .unusable(.length)),
        ] as [(String, Resumption.Answer)])
    func greaterLength(length: String, answer: Resumption.Answer) throws {
        let content = try resumption().content
        let resumption = Resumption(offset: 5, of: content, endsWithRange: true)
        let part = headers([
            "Content-Range": "bytes 5-8/9", "ETag": "\"v1\"", "Content-Length": length,
        ])
        #expect(resumption.answer(status: 206, part, from: Self.origin) == answer)
    }

    @Test("A part without an entity tag, or from another server, is rejected") func unnamedParts()
        throws
    {
        let part = ["Content-Range": "bytes 5-8/9"]
        let resumption = try resumption()
        #expect(
            resumption.answer(status: 206, headers(part), from: Self.origin)
                == .unusable(.validator))
        let mirror = Origin(scheme: "https", host: "mirror.example", port: 443)
        let named = headers(part.merging(["ETag": "\"v1\""]) { $1 })
        #expect(resumption.answer(status: 206, named, from: mirror) == .unusable(.origin))
        let same = Origin(scheme: "HTTPS", host: "Files.Example", port: 443)
        #expect(resumption.answer(status: 206, named, from: same) == .part(end: 9, total: 9))
    }

    @Test(
        "A part must have the modification date, and no entity tag if the first response had none")
    func times()
        throws
    {
        let modified = "Sat, 21 Nov 2026 09:00:00 GMT"
        let resumption = try resumption([
            "ETag": nil, "Last-Modified": modified, "Date": "Sat, 21 Nov 2026 10:00:00 GMT",
        ])
        #expect(resumption.headers.map(\.value).contains(modified))
        for (more, answer) in [
            (["Last-Modified": modified], .part(end: 9, total: 9)),
            (["Last-Modified": "Sat, 21 Nov 2026 09:00:01 GMT"], .unusable(.validator)),
            (["Last-Modified": modified, "ETag": "\"v1\""], .unusable(.validator)),
            ([:], .unusable(.validator)),
        ] as [([String: String], Resumption.Answer)] {
            let part = headers(["Content-Range": "bytes 5-8/9"].merging(more) { $1 })
            #expect(resumption.answer(status: 206, part, from: Self.origin) == answer)
        }
    }

    @Test("If the first response had no length, the part must have the total length")
    func unknownTotal() throws {
        let resumption = try resumption(["Content-Length": nil])
        for (range, answer) in [
            ("bytes 5-8/9", .part(end: 9, total: 9)),
            ("bytes 5-8/*", .unusable(.total)),
        ] as [(String, Resumption.Answer)] {
            let part = headers(["Content-Range": range, "ETag": "\"v1\""])
            #expect(resumption.answer(status: 206, part, from: Self.origin) == answer)
        }
    }

    @Test("The content is complete if the server refuses the rest and all lengths agree")
    func complete() throws {
        for (offset, total, said, answer) in [
            (9, "9", "bytes */9", .complete),
            (9, "9", "bytes */10", .unusable(.refused)),
            (8, "9", "bytes */8", .unusable(.refused)),
            (9, nil, "bytes */9", .unusable(.refused)),
        ] as [(Int64, String?, String, Resumption.Answer)] {
            let resumption = try resumption(["Content-Length": total], offset: offset)
            let refusal = headers(["Content-Range": said])
            #expect(resumption.answer(status: 416, refusal, from: Self.origin) == answer)
        }
    }

    @Test("A complete response from another source has the differences") func differences() throws {
        let resumption = try resumption(["Content-Type": "application/zip"])
        let page = headers(["Content-Type": "text/html"])
        let portal = Origin(scheme: "http", host: "login.example", port: nil)
        #expect(
            resumption.answer(status: 200, page, from: portal)
                == .whole(length: nil, differences: [.origin, .mediaType, .validator]))
    }

    @Test("The request asks for the rest if the version is unchanged") func request() throws {
        let fields = try resumption().headers
        #expect(fields.map(\.name) == ["Range", "If-Range", "Accept-Encoding"])
        #expect(fields.map(\.value) == ["bytes=5-", "\"v1\"", "identity"])
    }

    @Test(
        "Transient statuses",
        arguments: [
            (408, true), (425, true), (429, true), (500, true), (503, true), (599, true),
            (200, false), (400, false), (401, false), (404, false), (410, false), (600, false),
        ])
    func transientStatuses(status: Int, isTransient: Bool) {
        #expect(isTransientStatus(status) == isTransient)
    }
}
