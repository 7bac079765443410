// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension String {
    /// Whether the whole name fits a pattern as the shell has it, with `*`, `?` and `[…]`
    /// (`fnmatch(3)`).
    package func matches(pattern: String) -> Bool {
        unsafe fnmatch(pattern, self, 0) == 0
    }
}
