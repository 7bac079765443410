// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import FoundationNetworking
package import TransferRules

extension HTTPURLResponse {
    /// The header fields. (Foundation on Linux joins fields with the same name by commas.)
    package var headers: HeaderFields {
        HeaderFields(
            allHeaderFields.map { field in
                (name: "\(field.key.base)", value: "\(field.value)")
            })
    }

    /// The server of the response.
    var origin: Origin? { url?.origin }

    /// The description of the content for a later resumption; `nil` if it cannot be resumed.
    ///
    /// - Parameter request: the caller's request.
    func content(for request: URLRequest) -> PartialContent? {
        guard request.httpMethod ?? "GET" == "GET",
            request.value(forHTTPHeaderField: "Range") == nil
        else { return nil }
        return PartialContent(status: statusCode, headers, from: origin, now: .now)
    }

    /// The length of the content; `nil` if it is unknown or there is no content.
    ///
    /// - Parameter request: the caller's request.
    func contentLength(for request: URLRequest) -> Int64? {
        headers.contentLength(status: statusCode, method: request.httpMethod ?? "GET")
    }
}

extension URL {
    /// The server of the URL; `nil` if it has no host.
    package var origin: Origin? {
        guard let scheme, let host = host() else { return nil }
        return Origin(scheme: scheme, host: host, port: port)
    }
}

extension HTTPDate {
    /// The current time of this machine's clock.
    static var now: HTTPDate { HTTPDate(seconds: Int64(Date().timeIntervalSince1970)) }
}

extension Resumption {
    /// The request for the rest, or for the complete file if the server has another version now.
    func rest(of request: URLRequest) -> URLRequest {
        var request = request
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }
}
