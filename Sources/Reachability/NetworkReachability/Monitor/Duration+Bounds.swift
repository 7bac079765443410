// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

extension Duration {
    /// The duration, at least zero and at most 100 years.
    var bounded: Duration { min(max(self, .zero), .longest) }

    /// The duration in seconds.
    var seconds: Double { self / .seconds(1) }

    /// The duration in whole milliseconds, at least zero and at most 100 years.
    var milliseconds: Int64 { bounded.wholeMilliseconds }
}
