// SPDX-License-Identifier: Apache-2.0

/// A line of a header.
package struct FieldLine: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
