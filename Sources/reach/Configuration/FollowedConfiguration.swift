// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Reachability

/// A configuration that is read again when its file changes.
struct FollowedConfiguration: ~Copyable {
    private let file: ConfigurationFile
    private var watch: FileWatch
    /// What a path is asked for.
    private(set) var question: PathQuestion

    init(_ file: ConfigurationFile) throws {
        // Watched first, so that nothing falls between.
        let watch = try FileWatch(file.paths)
        question = try file.read().question
        self.watch = watch
        self.file = file
    }

    /// What to wait for.
    var interest: Readiness.Interest { Readiness.Interest(watch.descriptor, reads: true) }

    /// Takes a changed file in. One that is wrong is told of on standard error, and what it said before
    /// goes on.
    ///
    /// - Returns: whether something else is asked now.
    mutating func take() throws(SystemError) -> Bool {
        guard watch.take() else { return false }
        do {
            let new = try file.read().question
            guard new != question else { return false }
            question = new
            return true
        } catch {
            try StandardStream.error.write(
                "reach: \(Failure(error).reason); going on with what it said before\n")
            return false
        }
    }
}
