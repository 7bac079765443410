// SPDX-License-Identifier: Apache-2.0

import TransferRules

@testable import OfflineAnswers

/// Times of the rows: when the request was sent and the response received, if a row does not say anything else.
let noon = HTTPDate(seconds: 1_795_348_800)

/// 12:00:00, the time of ``noon``, as servers write it.
let noonText = "Sun, 22 Nov 2026 12:00:00 GMT"

/// The lines of a header, as they are written.
func lines(_ texts: [String]) -> [FieldLine] {
    texts.map { text in
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return FieldLine(String(parts[0]), String(parts[1].drop { $0 == " " }))
    }
}

func header(_ texts: [String]) -> HeaderFields { HeaderFields(lines(texts)) }

/// A response that was received at noon.
func stored(
    _ texts: [String], status: Int = 200, asked: Int64 = 0, redirectionLifetime: Int64? = nil,
    isInvalidated: Bool = false
) -> StoredResponse {
    StoredResponse(
        status: status, fields: lines(texts), requestedAt: noon + asked, receivedAt: noon,
        redirectionLifetime: redirectionLifetime, isInvalidated: isInvalidated)
}

func + (time: HTTPDate, seconds: Int64) -> HTTPDate { HTTPDate(seconds: time.seconds + seconds) }
