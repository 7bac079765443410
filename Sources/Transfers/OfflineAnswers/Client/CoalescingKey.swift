// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import TransferRules

/// Equal for requests that get the same answer, so that one is sent for all.
struct CoalescingKey: Sendable, Hashable {
    private let key: AnswerKey
    private let method: String
    private let selecting: SelectingFields?
    private let headers: HeaderFields?
    /// Set for a request that must not be sent for others, so that no other key equals this one.
    private var mark: UUID?

    /// - Parameter names: the fields by which the server chooses its answers, as far as known; `nil` if
    ///   unknown. Then any field may matter.
    init(_ request: CacheRequest, selectingNames names: Set<String>?) {
        key = request.key
        method = request.method
        selecting = names.map { names in
            SelectingFields(names: names.union(["cache-control", "pragma"]), in: request.headers)
        }
        headers = names == nil ? request.headers : nil
    }

    /// The key of a request that is sent for its caller only.
    var alone: CoalescingKey {
        var key = self
        key.mark = UUID()
        return key
    }

    /// Whether the request is one for an address.
    func isFor(_ url: String) -> Bool { key.url == url }

    /// Whether the answer to the request is stored under a key.
    func isFor(_ key: AnswerKey) -> Bool { self.key == key }
}
