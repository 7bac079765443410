// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking

/// What must be known of the beginning of some content so that the rest can be had (RFC 9110,
/// sections 13.1.5 and 14).
struct Resumption: Sendable, Hashable {
    /// What a response to a request is to the content that is there.
    enum Answer: Sendable, Hashable {
        /// The rest of it, which makes it this long; `nil` if the server does not say.
        case rest(expected: Int64?)
        /// The answer to the request, which takes its place.
        case whole(expected: Int64?)
        /// Nothing that could be used: the request is to be made for the whole.
        case unusable
    }

    /// The entity tag, a strong one: the same means the same bytes.
    let tag: String

    /// Whether and how what a response brings can be resumed once it breaks off.
    ///
    /// - Parameter request: the one that its user wanted.
    init?(_ response: URLResponse, to request: URLRequest) {
        guard request.httpMethod ?? "GET" == "GET",
            request.value(forHTTPHeaderField: "Range") == nil,
            let response = response as? HTTPURLResponse, [200, 206].contains(response.statusCode),
            !response.isEncoded,
            response.value(forHTTPHeaderField: "Accept-Ranges")?.lowercased() != "none",
            // W/ is a weak one: bytes may differ.
            let tag = response.value(forHTTPHeaderField: "ETag"), tag.hasPrefix("\"")
        else { return nil }
        self.tag = tag
    }

    /// The request for the rest, or for the whole if it is another by now.
    func rest(of request: URLRequest, from offset: Int64) -> URLRequest {
        var request = request
        request.setValue("bytes=\(offset)-", forHTTPHeaderField: "Range")
        request.setValue(tag, forHTTPHeaderField: "If-Range")
        // An encoded part would be a part of the encoded whole.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        return request
    }

    /// What a response is.
    ///
    /// - Parameter offset: from where content was asked for; `nil` if the whole was.
    static func answer(_ response: URLResponse, from offset: Int64?) -> Answer {
        let http = response as? HTTPURLResponse
        // −1 says that it is not known, and so does 0 (for a chunked body, seen with Swift 6.3) if
        // there is no header that says it.
        let isKnown =
            http.map { $0.value(forHTTPHeaderField: "Content-Length") != nil && !$0.isEncoded }
            ?? (response.expectedContentLength > 0)
        let length = isKnown ? response.expectedContentLength : nil
        guard let offset, let http, [206, 416].contains(http.statusCode) else {
            return .whole(expected: length)
        }
        guard http.statusCode == 206, !http.isEncoded,
            let range = http.value(forHTTPHeaderField: "Content-Range"),
            let match = range.wholeMatch(of: /bytes (\d+)-\d+\/(\d+|\*)/.ignoresCase()),
            Int64(match.1) == offset
        else { return .unusable }
        return .rest(expected: Int64(match.2) ?? length.map { $0 + offset })
    }
}

extension HTTPURLResponse {
    /// Whether its content is encoded on its way, so that there are more or fewer bytes of it there.
    fileprivate var isEncoded: Bool {
        let encoding = value(forHTTPHeaderField: "Content-Encoding")
        return encoding.map { !["", "identity"].contains($0.lowercased()) } ?? false
    }
}
