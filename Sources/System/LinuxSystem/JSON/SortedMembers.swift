// SPDX-License-Identifier: Apache-2.0

/// An object whose members are in the order of their names, whatever the order in which they are encoded.
///
/// Other encoders than ``JSONLineEncoder`` have an order of their own.
package struct SortedMembers<Object: Encodable>: Encodable {
    private let object: Object

    /// Sorts the members of a value that is an object. Objects in it are not sorted.
    package init(_ object: Object) { self.object = object }

    /// Encodes the object.
    ///
    /// - Throws: the errors of the encoder.
    package func encode(to encoder: any Encoder) throws {
        guard let lines = encoder as? JSONLineEncoder else {
            return try object.encode(to: encoder)
        }
        try lines.encode(sorted: object)
    }
}
