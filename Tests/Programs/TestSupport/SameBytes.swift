// SPDX-License-Identifier: Apache-2.0

import Glibc
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
    guard !areSame(actual, expected) else { return }
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

/// Whether two collections have the same bytes. Those in memory are compared by memcmp(3), because a debug build needs 0.1 s
/// for a megabyte otherwise.
private func areSame(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
    let compared = one.withContiguousStorageIfAvailable { one in
        other.withContiguousStorageIfAvailable { other in
            guard one.count == other.count else { return false }
            guard let first = one.baseAddress, let second = other.baseAddress else {
                return one.isEmpty
            }
            return unsafe memcmp(first, second, one.count) == 0
        }
    }
    if case .some(.some(let isSame)) = compared { return isSame }
    return one.elementsEqual(other)
}
