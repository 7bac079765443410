// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

extension StandardStream {
    /// Prints text that ends with a line.
    func print(_ text: String) throws {
        try write(text)
    }

    /// Prints a JSON value as one line.
    func print(_ json: JSONWriter) throws {
        try write(json.text + "\n")
    }
}
