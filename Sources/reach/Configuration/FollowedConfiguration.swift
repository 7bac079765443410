// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Reachability

/// A configuration that is read again when its file changes.
struct FollowedConfiguration: ~Copyable {
    private let file: ConfigurationFile
    private let files: FileWatch
    private let subject: FileWatch.Subject
    /// What was told to be wrong with the file, so that it is told once.
    private var complaint: String?
    /// What a path is asked for.
    private(set) var question: PathQuestion

    /// Reads a file, and follows it.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - files: tells when the file changes. Who waits adds it.
    init(_ file: ConfigurationFile, _ files: FileWatch) throws {
        // Watched first, so that nothing falls between.
        let subject = files.add(file.paths)
        question = try file.read().question
        self.files = files
        self.subject = subject
        self.file = file
    }

    /// Takes a changed file in. One that is wrong is told of on standard error, and what it said before
    /// goes on.
    ///
    /// - Parameter ready: which descriptors have something to tell.
    /// - Returns: whether something else is asked now.
    mutating func take(from ready: borrowing Readiness) -> Bool {
        files.take(from: ready)
        guard files.takeChange(of: subject) else { return false }
        do {
            let new = try file.read().question
            complaint = nil
            guard new != question else { return false }
            question = new
            return true
        } catch {
            let complaint = Failure(error).reason
            if complaint != self.complaint {
                // That nobody can be told is no reason to end.
                StandardStream.error.tell(
                    "reach: \(complaint); going on with what it said before\n")
            }
            self.complaint = complaint
            return false
        }
    }
}
