// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Reachability

/// A configuration that is read again when its file changes.
struct FollowedConfiguration: ~Copyable {
    private let file: ConfigurationFile
    private let watch: FileWatch
    /// What a path is asked for.
    private(set) var question: PathQuestion

    init(_ file: ConfigurationFile) throws {
        // Watched first, so that nothing falls between.
        let watch = try FileWatch(file.paths)
        question = try file.read().question
        self.watch = watch
        self.file = file
    }

    /// Adds what to wait for.
    func add(to ready: inout Readiness) {
        ready.add(Readiness.Interest(watch.descriptor, reads: true))
    }

    /// Takes a changed file in. One that is wrong is told of on standard error, and what it said before
    /// goes on.
    ///
    /// - Parameter ready: which descriptors have something to tell.
    /// - Returns: whether something else is asked now.
    mutating func take(from ready: borrowing Readiness) throws(SystemError) -> Bool {
        guard ready.contains(watch.descriptor), watch.take() else { return false }
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
