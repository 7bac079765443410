// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// How often a transfer that fails is tried again, on the command line: a number, at least 1, or `unlimited`.
enum AttemptLimit: ExpressibleByArgument, Sendable, Hashable {
    /// This many attempts without progress.
    case limited(Int)
    /// For ever.
    case unlimited

    init?(argument: String) {
        if argument == "unlimited" {
            self = .unlimited
        } else if let count = Int(argument), count >= 1, argument.utf8.first != UInt8(ascii: "+") {
            self = .limited(count)
        } else {
            return nil
        }
    }
}
