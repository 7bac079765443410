// SPDX-License-Identifier: Apache-2.0

/// The fields of a request by which one of several stored responses is selected (`Vary`; RFC 9111, section 4.1).
package struct SelectingFields: Sendable, Hashable {
    /// The values by names in lower case; `nil` for a field that the request does not have.
    package let values: [String: String?]

    /// Creates the fields from what was stored.
    package init(values: [String: String?]) { self.values = values }

    /// The fields that a response names, as its request has them.
    package init(named response: HeaderFields, in request: HeaderFields) {
        self.init(names: Set(response[list: "Vary"].map { $0.lowercased() }), in: request)
    }

    /// Some fields as a request has them.
    ///
    /// - Parameter names: their names, in lower case.
    package init(names: Set<String>, in request: HeaderFields) {
        values = Dictionary(
            uniqueKeysWithValues: names.map { ($0, Self.value(of: $0, in: request)) })
    }

    /// Whether another request has the same values.
    package func matches(_ request: HeaderFields) -> Bool {
        values.allSatisfy { name, value in
            name != "*" && Self.value(of: name, in: request) == value
        }
    }

    /// The value without what may differ between equal fields: blanks around the members of a list, and several lines.
    private static func value(of name: String, in request: HeaderFields) -> String? {
        request.contains(name) ? request[list: name].joined(separator: ",") : nil
    }
}
