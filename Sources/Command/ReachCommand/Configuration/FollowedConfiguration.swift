// SPDX-License-Identifier: Apache-2.0

import CommandSystem
package import LinuxSystem
package import NetworkReachability

/// A configuration that is read again when its file changes.
package struct FollowedConfiguration: ~Copyable {
    private let file: ConfigurationFile
    private let files: FileWatch
    private let subject: FileWatch.Subject
    /// The last error that was reported, so that it is reported once.
    private var complaint: String?
    /// What the file says.
    package private(set) var configuration: Configuration

    /// The question that the configuration asks about the path.
    package var question: PathQuestion { configuration.question }

    /// Reads a file and follows it.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - files: watches the file. The caller adds it to its poll set.
    package init(_ file: ConfigurationFile, _ files: FileWatch) throws {
        // The watch begins before the first read, so that no change is missed.
        let subject = files.add(file.paths)
        configuration = try file.read()
        self.files = files
        self.subject = subject
        self.file = file
    }

    /// Reads the file again if it has changed. An invalid file is reported on standard error, and the previous
    /// configuration stays in effect.
    ///
    /// The wait of a `PathTracker` with the same watch has received what the watch reports. Receiving it again here
    /// would take what other files report from those who read it in the course of that wait.
    ///
    /// - Returns: whether the configuration has changed.
    package mutating func reread() -> Bool {
        guard files.readChange(of: subject) else { return false }
        do {
            let new = try file.read(again: true)
            complaint = nil
            guard new != configuration else { return false }
            configuration = new
            return true
        } catch {
            let complaint = Failure(error).reason
            if complaint != self.complaint {
                // A failed write to standard error is ignored.
                StandardStream.error.notify(
                    "reach: \(complaint); the previous configuration stays in effect\n")
            }
            self.complaint = complaint
            return false
        }
    }
}
