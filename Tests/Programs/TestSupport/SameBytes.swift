// SPDX-License-Identifier: Apache-2.0

package import Testing

/// Expects the same bytes.
///
/// A failure names the two lengths and the first difference. `#expect` would print every byte, and compute the shortest
/// list of changes between two files, which takes minutes.
///
/// - Parameters:
///   - actual: the bytes; `nil` if there are none where some are expected.
///   - expected: what they must be.
package func expectSameBytes(
    _ actual: (some Collection<UInt8>)?, _ expected: some Collection<UInt8>,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard let actual else {
        Issue.record("nothing instead of \(expected.count) bytes", sourceLocation: sourceLocation)
        return
    }
    guard !actual.elementsEqual(expected) else { return }
    let same = zip(actual, expected).prefix { $0 == $1 }.count
    let next = [actual.dropFirst(same).first, expected.dropFirst(same).first].map { byte in
        byte.map { "\($0)" } ?? "the end"
    }
    Issue.record(
        """
        \(actual.count) bytes instead of \(expected.count); at \(same) is \(next[0]) instead of \
        \(next[1])
        """, sourceLocation: sourceLocation)
}
