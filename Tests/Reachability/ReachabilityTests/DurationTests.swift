// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// Durations of users, as the library counts them.
struct DurationTests {
    /// A hundred years.
    private static let longest: Int64 = 3_155_760_000_000
    private static let most = Duration.seconds(Int64.max)

    private static let table: [(Duration, Int64)] = [
        (Duration.zero, 0),
        (.nanoseconds(999_999), 0),
        (.milliseconds(1), 1),
        (.milliseconds(1999), 1999),
        (.seconds(86_400), 86_400_000),
        (.milliseconds(-1), 0),
        (.seconds(Int64.min), 0),
        (.milliseconds(longest - 1), longest - 1),
        (.milliseconds(longest), longest),
        (.milliseconds(Int64.max), longest),
        (most, longest),
        (most + most, longest),
        (.zero - most - most, 0),
    ]

    @Test("A duration has from no to a hundred years of milliseconds", arguments: table)
    func milliseconds(of duration: Duration, milliseconds: Int64) {
        #expect(duration.milliseconds == milliseconds)
    }
}
