// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import TransferRules

extension HTTPURLResponse {
    /// Its header fields. (Foundation on Linux joins lines of the same name by commas.)
    var headers: HeaderFields {
        HeaderFields(
            allHeaderFields.map { field in
                (name: "\(field.key.base)", value: "\(field.value)")
            })
    }

    /// The server that it came from.
    var origin: Origin? {
        guard let url, let scheme = url.scheme, let host = url.host() else { return nil }
        return Origin(scheme: scheme, host: host, port: url.port)
    }

    /// What its content is as the answer to a request; `nil` if that cannot be resumed.
    ///
    /// - Parameter request: the one that its user wanted.
    func content(for request: URLRequest) -> PartialContent? {
        guard request.httpMethod ?? "GET" == "GET",
            request.value(forHTTPHeaderField: "Range") == nil
        else { return nil }
        return PartialContent(status: statusCode, headers, from: origin, now: .now)
    }

    /// How long its content is; `nil` if that is not known, or if it has none of its own.
    ///
    /// - Parameter request: the one that its user wanted.
    func contentLength(for request: URLRequest) -> Int64? {
        headers.contentLength(status: statusCode, method: request.httpMethod ?? "GET")
    }
}

extension HTTPDate {
    /// The time by our own clock.
    static var now: HTTPDate { HTTPDate(seconds: Int64(Date().timeIntervalSince1970)) }
}

extension Resumption {
    /// The request for the rest, or for the whole if there is another version by now.
    func rest(of request: URLRequest) -> URLRequest {
        var request = request
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }
}
