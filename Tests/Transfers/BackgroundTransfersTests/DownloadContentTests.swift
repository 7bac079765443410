// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import BackgroundTransfers
@testable import TransferRules

/// What a record knows of the content that is there, and what an answer makes of it.
@Suite("The content of a download") struct DownloadContentTests {
    typealias Fields = [(String, String)]
    typealias Story = DownloadMachineTests.Story

    private static let digest = [UInt8](repeating: 7, count: 32)
    private static let base64 = Base64.encode(digest)

    private static func response(
        _ status: Int, _ fields: Fields, from origin: Origin = Story.origin
    ) -> ServerResponse {
        ServerResponse(
            status: status, headers: HeaderFields(fields.map { (name: $0.0, value: $0.1) }),
            origin: origin)
    }

    @Test(
        "The rest of content is requested with the proof that there will be, of unknown content none",
        arguments: [
            (100, false, false, true, .validator), (100, true, false, true, .expectedDigest),
            (100, false, true, true, .announcedDigest), (100, true, true, true, .expectedDigest),
            (100, false, false, false, nil), (0, false, false, true, nil),
        ] as [(Int64, Bool, Bool, Bool, Resumption.Proof?)])
    func resumption(
        offset: Int64, isExpected: Bool, isAnnounced: Bool, isKnown: Bool, proof: Resumption.Proof?
    ) {
        let record = Story.partialRecord(sha256: isExpected ? Self.digest : nil) {
            if isAnnounced { $0.partial?.digests = [ContentDigest(.sha256, Self.digest)] }
            if !isKnown { $0.forgetVersion() }
        }
        let resumption = record.resumption(from: offset)
        #expect(resumption?.proof == proof)
        #expect(resumption?.offset == (proof == nil ? nil : offset))
    }

    @Test(
        "A part continues the content if it is of the same version",
        arguments: [
            ("bytes 100-299/300", "\"a\"", .next(end: 300, isLast: true)),
            ("bytes 100-199/300", "\"a\"", .next(end: 200, isLast: false)),
            (
                "bytes 90-299/300", "\"a\"",
                .unusable(Resumption.Mismatch.offset.explanation)
            ),
            (
                "bytes 100-299/300", "\"b\"",
                .unusable(Resumption.Mismatch.validator.explanation)
            ),
        ] as [(String, String, TransferRecord.PartMeaning)])
    func parts(range: String, tag: String, expected: TransferRecord.PartMeaning) throws {
        var record = Story.partialRecord()
        let resumption = try #require(record.resumption(from: 100))
        let fields = [("Content-Range", range), ("ETag", tag), ("Content-Type", "a/b")]
        #expect(record.takePart(Self.response(206, fields), resumption) == expected)
        #expect(record.partial?.isMixed == nil)
    }

    @Test("A part that announces another digest is of another version")
    func otherDigest() throws {
        var record = Story.partialRecord {
            $0.partial?.digests = [ContentDigest(.sha256, Self.digest.map { $0 + 1 })]
        }
        let resumption = try #require(record.resumption(from: 100))
        let response = Self.response(
            206,
            [
                ("Content-Range", "bytes 100-299/300"), ("ETag", "\"a\""),
                ("Content-Type", "a/b"), ("Repr-Digest", "sha-256=:\(Self.base64):"),
            ])
        let meaning = TransferRecord.PartMeaning.unusable(
            "the server announces another digest now")
        #expect(record.takePart(response, resumption) == meaning)
    }

    @Test("The complete content replaces all that was known, in the same partial file")
    func whole() {
        var record = Story.partialRecord { $0.partial?.isMixed = true }
        let partial = record.takeWhole(
            Self.response(
                200,
                [
                    ("Content-Length", "50"), ("Content-Type", "c/d"), ("ETag", "\"b\""),
                    ("Repr-Digest", "sha-256=:\(Self.base64):"),
                ]), named: "other", token: "u", now: 0)
        #expect(partial == record.partial)
        #expect(partial.path == "/d/.map.bin.7-t.part")
        #expect(partial.identity == Story.identity)
        #expect(partial.isMixed == nil)
        #expect(partial.provenance?.mediaType == "c/d")
        #expect(record.expectedDigests == [ContentDigest(.sha256, Self.digest)])
        #expect(record.bytesDone == 0)
        #expect(record.bytesTotal == 50)
    }

    @Test(
        "Where there is content, another kind of answer may be a portal's",
        arguments: [
            (100, [("Content-Type", "a/b"), ("ETag", "\"b\"")], false, [false]),
            (100, [("Content-Type", "text/html"), ("ETag", "\"b\"")], false, [true, true]),
            (100, [("Content-Type", "a/b")], false, [true, true, true, false]),
            (100, [("Content-Type", "a/b"), ("ETag", "\"b\"")], true, [true, true, true, false]),
            (0, [("Content-Type", "text/html")], true, [false]),
        ] as [(Int64, Fields, Bool, [Bool])])
    func portals(bytes: Int64, fields: Fields, isElsewhere: Bool, expected: [Bool]) {
        var record = Story.partialRecord { $0.bytesDone = bytes }
        let response = Self.response(
            200, fields, from: isElsewhere ? Story.other : Story.origin)
        let answers = expected.map { _ in record.mayBePortal(response) }
        #expect(answers == expected)
    }
}
