// SPDX-License-Identifier: Apache-2.0

/// Constraints are encoded as a dictionary of their properties. A missing key has the value of
/// ``connected``, so that constraints that were stored by an older version can be decoded.
/// Interface types are written in a fixed order, so that equal constraints have equal encodings.
extension NetworkConstraints: Codable {
    /// Decodes constraints. Unknown keys are ignored.
    ///
    /// - Throws: `DecodingError` if a value has another type, or is not one of the known names.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: MemberKey.self)
        for constraint in Requirement.constraints { try constraint.decode(&self, container) }
    }

    /// Encodes constraints.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberKey.self)
        for constraint in Requirement.constraints { try constraint.encode(self, &container) }
    }
}
