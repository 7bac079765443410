// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import LinuxSystem

/// The command of a command line that names none: `reach` is `reach status`.
enum DefaultCommand {
    /// Returns the command line with `status` before it, if it is empty or has options of `reach status` alone.
    static func complete(_ arguments: [String]) -> [String] {
        guard let first = arguments.first else { return ["status"] }
        guard first.begins(with: "-"),
            !["--experimental", "---completion"].contains(where: first.begins(with:))
        else { return arguments }
        let words = ["status"] + arguments
        if StatusJSON(plain: words[...]) != nil || StatusBrief(plain: words[...]) != nil {
            return words
        }
        // Help and the version are those of the program. A name that follows can be that of a command.
        guard let status = try? Reach.parseAsRoot(words) as? Status, status.interface.isEmpty else {
            return arguments
        }
        return words
    }
}
