// SPDX-License-Identifier: Apache-2.0

internal import CLinux

/// What the program was built with.
package enum BuildRecord {
    /// The compiler, the packages and the libraries with their versions, a line each; `nil` if the
    /// build recorded none of them, as only `Scripts/build-release` does.
    package static var text: String? {
        let text = unsafe String(cString: clx_built_with())
        return text.isEmpty ? nil : text
    }
}
