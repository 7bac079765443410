// SPDX-License-Identifier: Apache-2.0

/// The arguments of a command line, without the name of the program: the name of the command first.
package struct CommandLineArguments {
    /// The arguments byte for byte.
    package let bytes: [[UInt8]]
    /// The arguments as text. What is not valid UTF-8 is U+FFFD.
    package let texts: [String]

    package init(_ bytes: [[UInt8]]) {
        self.bytes = bytes
        texts = bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Creates arguments from texts.
    init(_ texts: [String]) { self.init(texts.map { Array($0.utf8) }) }
}
