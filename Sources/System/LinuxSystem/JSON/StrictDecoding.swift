// SPDX-License-Identifier: Apache-2.0

/// The coding key of an array element.
package struct ElementKey: CodingKey {
    package let intValue: Int?
    package var stringValue: String { intValue.map(String.init) ?? "" }

    package init(_ position: Int) { intValue = position }
    package init?(intValue: Int) { self.intValue = intValue }
    package init?(stringValue: String) { nil }
}

/// A coding key that accepts every string.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Why a text is not a value of a type.
package struct InvalidText: Error, Hashable {
    /// The reason, as the end of a sentence.
    package let explanation: String

    package init(_ explanation: String) { self.explanation = explanation }
}

extension Decoder {
    /// Decodes a value that is encoded as text.
    ///
    /// - Throws: `DecodingError` if the value is not text that `parse` takes.
    package func value<Value>(
        _ parse: (String) throws(InvalidText) -> Value
    ) throws -> Value {
        let text = try String(from: self)
        do throws(InvalidText) {
            return try parse(text)
        } catch {
            throw DecodingError.invalid(codingPath, error.explanation)
        }
    }

    /// Returns the container of an object, and throws if the object has unknown keys.
    package func strictContainer<Key: CodingKey & CaseIterable>(
        keyedBy keys: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let known = keys.allCases.map(\.stringValue)
        for key in try container(keyedBy: AnyKey.self).allKeys.sorted(by: {
            $0.stringValue < $1.stringValue
        }) where !known.contains(key.stringValue) {
            throw DecodingError.invalid(
                codingPath + [key],
                "unknown key; the keys are: " + known.joined(separator: ", "))
        }
        return try container(keyedBy: keys)
    }
}

extension KeyedDecodingContainer {
    /// Decodes the value of a key; returns `nil` only if the key is missing. `null` is an error.
    package func decodeUnlessMissing<Value: Decodable>(
        _ type: Value.Type,
        forKey key: Key
    ) throws -> Value? {
        contains(key) ? try decode(type, forKey: key) : nil
    }
}

extension DecodingError {
    /// Returns the error that a value is not one of the valid values.
    package static func invalid(_ path: [any CodingKey], _ reason: String) -> DecodingError {
        .dataCorrupted(Context(codingPath: path, debugDescription: reason))
    }
}
