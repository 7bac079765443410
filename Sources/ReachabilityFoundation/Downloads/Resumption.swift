// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking

/// How the rest of some content is had of which the beginning is there (RFC 9110, sections 13.1.5
/// and 14).
struct Resumption: Sendable, Hashable {
    /// What a response is to the content that is there.
    enum Answer: Sendable, Hashable {
        /// The rest of it, which makes it this long; `nil` if the server does not say.
        case rest(expected: Int64?)
        /// The answer to the request, which takes its place.
        case whole(expected: Int64?)
        /// Nothing that could be used: the request is to be made for the whole.
        case unusable
    }

    /// How many bytes are there.
    let offset: Int64
    /// The entity tag of what they are the beginning of, a strong one: the same means the same bytes.
    let tag: String

    /// The tag by which what a response brings can be resumed; `nil` if it cannot.
    ///
    /// - Parameter request: the one that its user wanted.
    static func tag(of response: URLResponse, to request: URLRequest) -> String? {
        guard request.httpMethod ?? "GET" == "GET",
            request.value(forHTTPHeaderField: "Range") == nil,
            let response = response as? HTTPURLResponse, response.statusCode == 200,
            !response.isEncoded,
            response.value(forHTTPHeaderField: "Accept-Ranges")?.lowercased() != "none",
            // W/ is a weak one: bytes may differ.
            let tag = response.value(forHTTPHeaderField: "ETag"), tag.hasPrefix("\"")
        else { return nil }
        return tag
    }

    /// The request for the rest, or for the whole if that is another by now.
    func rest(of request: URLRequest) -> URLRequest {
        var request = request
        request.setValue("bytes=\(offset)-", forHTTPHeaderField: "Range")
        request.setValue(tag, forHTTPHeaderField: "If-Range")
        // An encoded part would be a part of the encoded whole.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        return request
    }

    /// What a response is.
    ///
    /// - Parameter resumption: what was asked for; `nil` if it was the whole.
    static func answer(_ response: URLResponse, to resumption: Resumption?) -> Answer {
        guard let response = response as? HTTPURLResponse else {
            let length = response.expectedContentLength
            return .whole(expected: length > 0 ? length : nil)
        }
        let length = response.contentLength
        guard let resumption, [206, 416].contains(response.statusCode) else {
            return .whole(expected: length)
        }
        guard response.statusCode == 206, !response.isEncoded,
            // Some servers do not heed If-Range.
            response.value(forHTTPHeaderField: "ETag") ?? resumption.tag == resumption.tag,
            let range = response.value(forHTTPHeaderField: "Content-Range"),
            let match = range.wholeMatch(of: /bytes (\d+)-\d+\/(\d+|\*)/.ignoresCase()),
            Int64(match.1) == resumption.offset
        else { return .unusable }
        return .rest(expected: Int64(match.2) ?? length.map { $0 + resumption.offset })
    }
}

extension HTTPURLResponse {
    /// Whether its content is encoded on its way, so that there are more or fewer bytes of it there.
    fileprivate var isEncoded: Bool {
        let encoding = value(forHTTPHeaderField: "Content-Encoding")
        return encoding.map { !["", "identity"].contains($0.lowercased()) } ?? false
    }

    /// How many bytes of content it brings; `nil` if that is not known. (`expectedContentLength` is 0
    /// then, as it is where there is none, seen with Swift 6.3.)
    fileprivate var contentLength: Int64? {
        value(forHTTPHeaderField: "Content-Length") != nil && !isEncoded
            ? expectedContentLength : nil
    }
}
