// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

extension OfflineClient {
    /// How a client asks servers, and what it stores.
    public struct Configuration: Sendable {
        /// The configuration of the client's session, which the client copies. Its `urlCache` and
        /// `requestCachePolicy` do not count: two caches would answer for each other.
        public var session: URLSessionConfiguration
        /// For whom answers are stored, such as the name of the signed-in user; `nil` or empty for
        /// everybody.
        ///
        /// Answers that are stored under one account are never used for another one, nor without one. The answer to a
        /// request with credentials (`Authorization`, or user and password in the address) is stored only with an
        /// account.
        public var account: String?
        /// The size of all stored answers, in bytes: content, header, and 256 bytes each. Beyond it, the least recently
        /// used go first.
        public var totalSize: Int64
        /// The size of the largest answer that is stored, in bytes. Larger ones are only passed on.
        public var answerSize: Int64
        /// How many requests are sent at the same time to validate stored answers in the background.
        public var concurrentRevalidations: Int
        /// The time over which requests are spread that were waiting for the network.
        public var revalidationSpread: Duration
        /// Whether an answer is what the program expects, such as a document that it can decode. It is called for each new
        /// answer to a `GET` that may be stored, with a status from 200 to 299, with its content, on any thread.
        ///
        /// An answer that it rejects is not stored, and the stored one is used. By it, the page of a captive portal is
        /// recognized in every case. Without it, one is recognized by its status (511); for addresses without encryption by a
        /// redirection to another server; and as a page (`text/html`) where the stored answer is none, for addresses
        /// without encryption and after a redirection.
        public var validate: @Sendable (Data, HTTPURLResponse) -> Bool
        /// Called when the store cannot be read or written, or had a damaged answer, on any thread. The client then goes on without it.
        public var onStoreFailure: @Sendable (OfflineStoreError) -> Void

        /// Creates a configuration. By default, 64 MiB of answers are stored of up to 8 MiB each.
        public init(
            session: URLSessionConfiguration = .default,
            account: String? = nil,
            totalSize: Int64 = 64 << 20,
            answerSize: Int64 = 8 << 20,
            concurrentRevalidations: Int = 2,
            revalidationSpread: Duration = .seconds(5),
            validate: @escaping @Sendable (Data, HTTPURLResponse) -> Bool = { _, _ in true },
            onStoreFailure: @escaping @Sendable (OfflineStoreError) -> Void = { _ in }
        ) {
            self.session = session
            self.account = account
            self.totalSize = totalSize
            self.answerSize = answerSize
            self.concurrentRevalidations = concurrentRevalidations
            self.revalidationSpread = revalidationSpread
            self.validate = validate
            self.onStoreFailure = onStoreFailure
        }
    }
}
