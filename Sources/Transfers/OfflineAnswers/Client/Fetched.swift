// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import TransferRules

/// The result of a request to the server.
struct Fetched: Sendable {
    enum Kind: Sendable, Hashable {
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

    var kind: Kind
    /// The request.
    let request: CacheRequest
    let data: Data
    let response: HTTPURLResponse
    /// Why it is not stored; `nil` if it is.
    var notStored: OfflineAnswer.NotStored?

    /// Whether it is the answer to another request, too, that has waited for it (RFC 9111, section 4).
    ///
    /// Only the answer of the server says by which fields of the request it was chosen, and whether other callers may have it.
    func isShared(with other: CacheRequest) -> Bool {
        let headers = HeaderFields(response.fieldLines)
        // A check of its own may have rejected what the other one expects.
        if kind == .rejected, request.validate != nil || other.validate != nil { return false }
        switch request.storage.obstacle(ofStatus: response.statusCode, headers) {
        case .noStore, .requestNoStore, .varyAny: return false
        case nil, .method, .content, .part, .condition, .credentials, .status:
            return request.selecting(by: headers).matches(other.headers)
        }
    }

    /// The result for another request that has waited for it, and has a check of its own.
    func checked(for other: CacheRequest) -> Fetched {
        guard kind == .network || kind == .revalidated, let validate = other.validate,
            other.isWhole(status: response.statusCode), !validate(data, response)
        else { return self }
        var fetched = self
        fetched.kind = .rejected
        return fetched
    }
}
