// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Writes a line to standard error at once (`write(2)`). An error is ignored, because nothing could report it.
package func writeToStandardError(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
