// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransferRules

/// What an answer means to a download, from one answer to the next.
@Suite struct DownloadStageTests {
    private static let first = DownloadStage()
    private static let forPart = stage { $0.isForPart = true }
    private static let begun = stage { $0.hasBegun = true }
    private static let resumed = stage {
        $0.hasBegun = true
        $0.isResumed = true
    }

    private static func stage(_ change: (inout DownloadStage) -> Void) -> DownloadStage {
        var stage = DownloadStage()
        change(&stage)
        return stage
    }

    /// A status, and what it means to the first request, to one for a part, to one for the whole after
    /// content has come, and to one for the rest.
    @Test(
        "The meaning of a status depends on the request and the content so far",
        arguments: [
            (200, .usable, .usable, .usable, .usable),
            (201, .usable, .usable, .usable, .failure),
            (204, .usable, .usable, .failure, .failure),
            (205, .usable, .usable, .failure, .failure),
            (206, .unrequestedPart, .usable, .unrequestedPart, .usable),
            (207, .usable, .usable, .usable, .failure),
            (300, .usable, .usable, .failure, .failure),
            (302, .usable, .usable, .failure, .failure),
            (304, .usable, .usable, .failure, .failure),
            (305, .usable, .usable, .failure, .failure),
            (401, .usable, .usable, .failure, .failure),
            (404, .usable, .usable, .failure, .failure),
            (412, .usable, .usable, .failure, .usable),
            (416, .usable, .usable, .failure, .usable),
            (503, .usable, .usable, .failure, .failure),
        ]
            as [(
                Int, DownloadStage.Meaning, DownloadStage.Meaning, DownloadStage.Meaning,
                DownloadStage.Meaning
            )])
    func meanings(
        status: Int, first: DownloadStage.Meaning, part: DownloadStage.Meaning,
        begun: DownloadStage.Meaning, resumed: DownloadStage.Meaning
    ) {
        #expect(Self.first.meaning(of: status) == first)
        #expect(Self.forPart.meaning(of: status) == part)
        #expect(Self.begun.meaning(of: status) == begun)
        #expect(Self.resumed.meaning(of: status) == resumed)
    }

    @Test("A redirection that the caller does not follow is usable", arguments: [300, 302, 307])
    func refusedRedirections(status: Int) {
        for var stage in [Self.first, Self.begun, Self.resumed] {
            stage.isRedirectionRefused = true
            #expect(stage.meaning(of: status) == .usable)
            #expect(stage.meaning(of: 503) == Self.stage { $0 = stage }.meaning(of: 503))
        }
    }

    /// The differences of answers in a row, and whether the last is used.
    @Test(
        "A complete response without a validator is accepted the fourth time in a row",
        arguments: [
            ([[]], true),
            ([[.origin]], true),
            ([[.validator]], false),
            ([[.validator], [.validator], [.validator]], false),
            ([[.validator], [.validator], [.validator], [.validator]], true),
            ([[.validator], [.validator], [.validator], [.validator], [.validator]], false),
            ([[.validator], [.validator], [.mediaType], [.validator], [.validator]], false),
            ([[.validator], [.validator], [], [.validator], [.validator]], false),
            (Array(repeating: [.mediaType], count: 9), false),
            (Array(repeating: [.mediaType, .validator], count: 9), false),
            (Array(repeating: [.origin, .validator], count: 9), false),
        ] as [([Set<Resumption.Difference>], Bool)])
    func replacements(differences: [Set<Resumption.Difference>], isLastAllowed: Bool) {
        var replacements = Replacements()
        let allowed = differences.map { replacements.allows(.whole(length: 9, differences: $0)) }
        #expect(allowed.last == isLastAllowed)
    }

    @Test("Other responses are accepted, and reset the count") func otherAnswers() {
        for answer in [
            .part(end: 9, total: 9), .complete, .unusable(.range), .other,
        ] as [Resumption.Answer] {
            var replacements = Replacements()
            let doubtful = Resumption.Answer.whole(length: nil, differences: [.validator])
            let row = [doubtful, doubtful, doubtful, answer, doubtful]
            #expect(row.map { replacements.allows($0) } == [false, false, false, true, false])
        }
    }

    /// The lengths of parts in a row, and whether what follows the last may be asked for at once.
    @Test(
        "64 short parts in a row are too many; long parts are not limited",
        arguments: [
            (Array(repeating: 1, count: 63), true),
            (Array(repeating: 1, count: 64), false),
            (Array(repeating: 65_535, count: 64), false),
            (Array(repeating: 65_536, count: 1000), true),
            (Array(repeating: 1, count: 63) + [65_536] + Array(repeating: 1, count: 63), true),
        ] as [([Int64], Bool)])
    func shortParts(lengths: [Int64], isNextAllowed: Bool) {
        var pace = PartPace()
        #expect(lengths.map { pace.allowsNext(afterPartOf: $0) }.last == isNextAllowed)
    }
}
