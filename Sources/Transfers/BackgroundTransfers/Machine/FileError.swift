// SPDX-License-Identifier: Apache-2.0

/// Why a step with a file failed.
package enum FileError: Error, Sendable, Hashable {
    /// The disk or the quota is full.
    case noSpace
    /// There is a file that must not be replaced, as a sentence.
    case exists(String)
    /// The file system can give a file its name only by replacing another one, so that the name must be claimed first.
    case unclaimed
    /// The file did not get its name, and the empty file that claims the name could not be removed, as a sentence.
    case claimLeft(String)
    /// The partial file is gone, or is another file now.
    case replaced
    /// The file system cannot have a file of this name, as a sentence.
    case unusableName(String)
    /// Something else, as a sentence.
    case other(String)
}
