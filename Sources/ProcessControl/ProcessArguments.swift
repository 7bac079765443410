// SPDX-License-Identifier: Apache-2.0

internal import CProcessControl
internal import Glibc

/// The arguments that the process was started with, byte for byte.
///
/// They come from the C library, which needs no /proc for them, as Swift's `CommandLine` does.
package enum ProcessArguments {
    /// The name that the program was called by, and the arguments.
    package static let bytes: [[UInt8]] = (0..<cpc_argument_count()).map { position in
        guard let argument = unsafe cpc_argument(position) else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }

    /// The same as text: what is not valid UTF-8 becomes U+FFFD.
    package static var texts: [String] { bytes.map { String(decoding: $0, as: UTF8.self) } }
}
