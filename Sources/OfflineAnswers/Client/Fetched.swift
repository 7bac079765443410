// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking

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
    let data: Data
    let response: HTTPURLResponse
}
