// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// An error in a configuration, with its place.
struct ConfigurationError: Error, Hashable {
    /// The path of keys or the line; empty if the error is about the whole file.
    var place: String
    /// The reason as text.
    var reason: String

    /// Creates an error about the value at a path of keys.
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

    /// Creates an error about a member of the object at a path of keys.
    init(_ path: [any CodingKey], member: String, _ reason: String) {
        self.init(path, reason)
        place += ".\(member)"
    }

    /// Creates an error about text that is not JSON.
    init(line: Int?, _ reason: String) {
        place = line.map { "line \($0)" } ?? ""
        self.reason = reason
    }

    /// Creates an error from the error of a decoder.
    init(_ error: DecodingError) {
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let wanted =
                switch type {
                case is String.Type: "a string"
                case is Bool.Type: "true or false"
                case is [Any].Type: "an array"
                default: "an object"
                }
            self.init(context.codingPath, "must be \(wanted)")
        case .keyNotFound(_, let context), .dataCorrupted(let context):
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
    fileprivate var withoutPeriod: String {
        ends(with: ".") ? String(unicodeScalars.dropLast()) : self
    }
}
