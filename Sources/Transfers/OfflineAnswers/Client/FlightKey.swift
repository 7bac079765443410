// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import TransferRules

/// By what requests are equal, so that one is sent for all.
struct FlightKey: Sendable, Hashable {
    private let key: AnswerKey
    private let method: String
    private let selecting: SelectingFields?
    private let headers: HeaderFields?
    /// Tells a request apart that is not to be sent for others; `nil` for any other.
    private var mark: UUID?

    /// - Parameter names: the fields by which the server chooses its answers, as far as it has told that; `nil` if it has
    ///   not. Then any field may matter.
    init(_ asked: AskedRequest, selectingNames names: Set<String>?) {
        key = asked.key
        method = asked.method
        selecting = names.map { names in
            SelectingFields(names: names.union(["cache-control", "pragma"]), in: asked.headers)
        }
        headers = names == nil ? asked.headers : nil
    }

    /// The key of a request that is sent for its caller only.
    var alone: FlightKey {
        var key = self
        key.mark = UUID()
        return key
    }

    /// Whether the request is one for an address.
    func isFor(_ url: String) -> Bool { key.url == url }

    /// Whether the answer to the request is stored under a key.
    func isFor(_ key: AnswerKey) -> Bool { self.key == key }
}
