// SPDX-License-Identifier: Apache-2.0

/// Why an exchange has failed. Each case has a sentence without a full stop, mostly libcurl's own.
package enum HTTPError: Error, Sendable, Hashable {
    /// The name of the host, or of the proxy, does not resolve.
    case name(String)
    /// The connection was not made, was lost, or stalled; the content is shorter than was announced.
    case connection(String)
    /// The certificate of the server is not trusted, or no common TLS version or cipher exists.
    case tls(String)
    /// The certificate of the server, or of an authority, is valid only later: the clock of one of the machines is wrong.
    case notYetValid(String)
    /// The header of the answer is too long.
    case headersTooLong(String)
    /// The answer is not HTTP, or breaks its rules.
    case malformed(String)
    /// The request cannot be sent: a header field with a line break, a URL that libcurl rejects.
    case unsupported(String)
    /// The proxy refuses, or is configured wrongly.
    case proxy(String)
    /// The file with the request's body could not be read, or is shorter than the body.
    case body(String)
    /// Memory is missing, or libcurl failed for a reason that is not known here.
    case `internal`(String)

    /// The failure as a sentence without a full stop.
    package var message: String {
        switch self {
        case .name(let text), .connection(let text), .tls(let text), .notYetValid(let text),
            .headersTooLong(let text), .malformed(let text), .unsupported(let text),
            .proxy(let text), .body(let text),
            .internal(let text):
            text
        }
    }
}
