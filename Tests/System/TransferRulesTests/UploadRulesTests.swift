// SPDX-License-Identifier: Apache-2.0

import Testing
import TransferRules

/// What answers mean for uploads.
@Suite("Rules of uploads") struct UploadRulesTests {
    @Test(
        "Each status has a meaning",
        arguments: [
            (200, .accepted), (201, .accepted), (204, .accepted), (299, .accepted),
            (301, .misdirected), (302, .misdirected), (303, .misdirected), (304, .misdirected),
            (307, .redirected), (308, .redirected), (400, .refused), (401, .refused),
            (403, .refused), (404, .gone), (405, .refused), (408, .later), (409, .conflict),
            (410, .gone), (412, .refused), (413, .refused), (415, .refused),
            (417, .withoutPermission), (423, .locked), (425, .later), (429, .later),
            (460, .refused),
            (500, .later), (501, .later), (503, .later), (507, .later), (511, .portal),
        ] as [(Int, UploadAnswer)])
    func statuses(_ status: Int, _ answer: UploadAnswer) {
        #expect(UploadAnswer(status: status) == answer)
    }

    @Test(
        "A file is sent by tus only if the server announces it",
        arguments: [
            (204, "1.0.0", "creation", .resumable),
            (200, "1.0.0", "creation,expiration", .resumable),
            (204, "1.1.0, 1.0.0 ,0.2.2", "checksum, Creation", .resumable),
            (204, "0.2.2", "creation", .whole), (204, "1.0.0", "expiration", .whole),
            (204, "1.0.0", nil, .whole), (204, nil, "creation", .whole), (200, nil, nil, .whole),
            (301, nil, nil, .whole), (400, "1.0.0", "creation", .whole), (401, nil, nil, .whole),
            (404, nil, nil, .whole), (405, nil, nil, .whole), (501, nil, nil, .whole),
            (505, nil, nil, .whole), (408, nil, nil, .later), (429, nil, nil, .later),
            (500, nil, nil, .later), (503, "1.0.0", "creation", .later),
        ] as [(Int, String?, String?, ResumableUploads.Choice)])
    func choice(
        _ status: Int, _ versions: String?, _ extensions: String?,
        _ choice: ResumableUploads.Choice
    ) {
        let fields = [("Tus-Version", versions), ("tus-extension", extensions)]
        let headers = HeaderFields(fields.compactMap { name, value in value.map { (name, $0) } })
        #expect(ResumableUploads.choose(status: status, headers) == choice)
    }

    @Test(
        "An offset is one number, and nothing else",
        arguments: [
            (["0"], 0), (["300"], 300), ([" 12 "], 12), (["9223372036854775807"], .max),
            (["9223372036854775808"], nil), (["-1"], nil), (["+1"], nil), (["1.5"], nil),
            (["0x10"], nil), (["1 2"], nil), (["1,2"], nil), ([""], nil), (["5", "5"], nil),
            ([], nil), (["abc"], nil), (["\u{0661}"], nil),
        ] as [([String], Int64?)])
    func offset(_ values: [String], _ offset: Int64?) {
        let headers = { (name: String) in HeaderFields(values.map { (name: name, value: $0) }) }
        #expect(headers("upload-OFFSET").uploadOffset == offset)
        #expect(headers("Upload-Length").uploadLength == offset)
        #expect(headers("Tus-Max-Size").largestUpload == offset)
    }

    @Test(
        "The name of a file is announced in Base64",
        arguments: [
            ("a", "filename YQ=="), ("ab", "filename YWI="), ("abc", "filename YWJj"),
            ("abcd.txt", "filename YWJjZC50eHQ="), ("ä€", "filename w6Tigqw="),
            ("world_domination_plan.pdf", "filename d29ybGRfZG9taW5hdGlvbl9wbGFuLnBkZg=="),
        ])
    func metadata(_ name: String, _ value: String) {
        let type = ",filetype YXBwbGljYXRpb24vb2N0ZXQtc3RyZWFt"
        #expect(ResumableUploads.metadata(fileName: name) == value + type)
    }
}
