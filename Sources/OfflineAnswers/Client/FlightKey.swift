// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

/// By what requests are equal, so that one is sent for all.
struct FlightKey: Sendable, Hashable {
    private let key: AnswerKey
    private let method: String
    private let selecting: SelectingFields?
    private let headers: HeaderFields?

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
}
