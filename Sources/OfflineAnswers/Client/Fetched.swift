// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import TransferRules

/// What came of a request to the server.
struct Fetched: Sendable {
    enum Kind: Hashable {
        /// The server has sent it.
        case network
        /// The server has said that what is stored is still valid.
        case revalidated
        /// The server has failed.
        case serverError
        /// It may not be from the server.
        case doubtful
        /// The caller's closure has rejected it.
        case rejected
    }

    let kind: Kind
    /// What was sent.
    let asked: AskedRequest
    let data: Data
    let response: HTTPURLResponse

    /// Whether it is the answer to another request, too, that has waited for it (RFC 9111, section 4).
    ///
    /// The server tells only with its answer by which fields of a request it has chosen it, and whether others may have it.
    func isShared(with other: AskedRequest) -> Bool {
        let headers = HeaderFields(response.fieldLines)
        switch asked.storage.refusal(ofStatus: response.statusCode, headers) {
        case .noStore, .requestNoStore, .varyAny: return false
        case nil, .method, .content, .part, .condition, .credentials, .status:
            return asked.selecting(by: headers).matches(other.headers)
        }
    }
}
