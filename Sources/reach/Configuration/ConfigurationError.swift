// SPDX-License-Identifier: Apache-2.0

/// What is wrong in a configuration, and where.
struct ConfigurationError: Error, Hashable {
    /// Where: a path of keys, or a line; empty if it is the whole.
    var place: String
    /// What is wrong.
    var reason: String

    /// Something is wrong with a value.
    init(_ path: [any CodingKey], _ reason: String) {
        place = path.reduce(into: "") { place, key in
            if let position = key.intValue {
                place += "[\(position)]"
            } else {
                place += (place.isEmpty ? "" : ".") + key.stringValue
            }
        }
        self.reason = reason
    }

    /// The text is not JSON.
    init(line: Int?, _ reason: String) {
        place = line.map { "line \($0)" } ?? ""
        self.reason = reason
    }

    /// What a decoder threw.
    init(_ error: DecodingError) {
        switch error {
        case .typeMismatch(let type, let context):
            let wanted =
                switch type {
                case is String.Type: "text"
                case is Bool.Type: "true or false"
                case is [Any].Type: "a list"
                default: "an object"
                }
            self.init(context.codingPath, "must be \(wanted)")
        case .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            self.init(context.codingPath, context.debugDescription.lowercasedFirst.withoutPeriod)
        @unknown default: self.init([], "\(error)")
        }
    }
}

extension ConfigurationError: CustomStringConvertible {
    var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
    fileprivate var withoutPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
