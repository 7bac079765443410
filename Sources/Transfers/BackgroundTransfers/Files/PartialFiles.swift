// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import TransferRules

/// The operations on the files of downloads. Their errors are those that the machine takes.
///
/// All functions block until the disk has answered.
enum PartialFiles {
    /// Looks for the partial file of a download that was interrupted, also by a crash during the commit.
    ///
    /// A file is known by its number. The number of the device can be another one after each boot.
    ///
    /// - Parameter total: the length of the complete file; `nil` if it is unknown.
    static func inspect(
        _ partial: TransferRecord.Partial, total: Int64?
    ) throws(FileError) -> PartialFiles.Finding {
        guard let number = partial.identity?.number else { return .missing }
        // A user may have renamed a file that is not complete.
        if partial.isComplete, case .file(let found, let length) = try entry(partial.destination),
            length == total,
            try found.number == number ? true : mayHaveTakenClaim(partial)
        {
            // The new name was linked before the old one was removed.
            if case .file(found, _) = try entry(partial.path) { try removeName(partial.path) }
            try translating { () throws(SystemError) in try syncFolder(of: partial.destination) }
            return found.number == number ? .committed : .unproven
        }
        if case .file(let found, let length) = try entry(partial.path), found.number == number {
            return .present(length: length)
        }
        return .missing
    }

    /// Whether an empty file claimed the name at the destination, and the partial file is gone: it may have got that
    /// name. The number of the file does not tell, because file systems that need a claim may number their files
    /// differently after each mount.
    private static func mayHaveTakenClaim(
        _ partial: TransferRecord.Partial
    ) throws(FileError) -> Bool {
        guard partial.isClaimed == true else { return false }
        return try entry(partial.path) == nil
    }

    /// Reopens the partial file.
    static func open(
        _ partial: TransferRecord.Partial
    ) throws(FileError) -> PartialFile {
        guard let identity = partial.identity else { throw .replaced }
        let file = try translating { () throws(SystemError) in
            try PartialFile.open(at: partial.path, identity: identity)
        }
        guard let file else { throw .replaced }
        return file
    }

    /// Opens the file that has the name of the destination, to read it.
    static func openNamed(
        _ partial: TransferRecord.Partial
    ) throws(FileError) -> PartialFile {
        guard case .file(let identity, _) = try entry(partial.destination) else { throw .replaced }
        let file = try translating { () throws(SystemError) in
            try PartialFile.open(at: partial.destination, identity: identity, isWritable: false)
        }
        guard let file else { throw .replaced }
        return file
    }

    /// Creates the partial file, and reserves space for the content.
    ///
    /// - Parameters:
    ///   - length: the length of the content; `nil` if it is unknown.
    ///   - overwrites: whether a file that exists at the destination will be replaced.
    static func create(
        _ partial: TransferRecord.Partial, length: Int64?, overwrites: Bool
    ) throws(FileError) -> PartialFile {
        try checkDestination(partial.destination, overwrites: overwrites)
        let file: PartialFile
        do throws(SystemError) {
            file = try PartialFile.create(at: partial.path)
        } catch {
            throw FileError(error, of: partial)
        }
        do throws(SystemError) {
            try syncFolder(of: partial.path)
            if let length { try file.reserve(upTo: length) }
        } catch {
            // The caller gets the first error. An empty file without an identity is removed with the next attempt.
            try? removeFile(partial.path)
            throw FileError(error)
        }
        return file
    }

    /// Checks whether a file may be written at a path.
    private static func checkDestination(
        _ path: String, overwrites: Bool
    ) throws(FileError) {
        switch try entry(path) {
        case nil: return
        case .file, .link: if !overwrites { throw .exists("\(path) exists") }
        case .folder: throw .exists("\(path) is a folder")
        case .special: throw .exists("\(path) is a device, a pipe or a socket")
        }
    }

    /// Syncs the content, and computes its digests.
    ///
    /// - Parameters:
    ///   - digests: the digests that the content must have.
    ///   - length: the length that the content must have.
    ///   - isGivenUp: returns whether the digests are no longer needed. It is called before each piece of the file.
    static func verify(
        _ file: PartialFile, _ digests: [ContentDigest], length: Int64, isGivenUp: () -> Bool
    ) throws(FileError) -> PartialFiles.DigestResult {
        let found = try translating { () throws(SystemError) in
            try file.sync()
            return try file.length
        }
        guard found == length else { throw .replaced }
        for algorithm in ContentDigest.Algorithm.allCases {
            let expected = digests.filter { $0.algorithm == algorithm }
            guard !expected.isEmpty else { continue }
            let bytes = try translating { () throws(SystemError) in
                try algorithm.digest(length: length) {
                    (offset, limit) throws(SystemError) in
                    isGivenUp() ? [] : try file.read(at: offset, limit: limit)
                }
            }
            if let bytes {
                if let wrong = expected.first(where: { $0.bytes != bytes }) { return .wrong(wrong) }
            } else if isGivenUp() {
                return .givenUp
            } else {
                throw .replaced
            }
        }
        return .right
    }

    /// Gives the complete file its mode and its name, and waits until both are on the disk.
    ///
    /// - Parameter mayBeTaken: whether an empty file at the destination may be the download's own.
    /// - Throws: ``FileError/unclaimed`` if the name must be claimed first, and the record does not say so;
    ///   ``FileError/claimLeft(_:)`` if it is claimed, and the claim cannot be removed.
    static func commit(
        _ file: PartialFile, _ partial: TransferRecord.Partial, mode: UInt16, overwrites: Bool,
        mayBeTaken: Bool
    ) throws(FileError) {
        // Another file may be in its place, which must not be renamed.
        guard case .file(file.identity, _) = try entry(partial.path) else { throw .replaced }
        let isClaimed = partial.isClaimed == true && !overwrites
        // Publishing by a claim checks the destination itself.
        if !isClaimed { try checkDestination(partial.destination, overwrites: overwrites) }
        let naming: PartialFile.Naming =
            overwrites
            ? .replacing : isClaimed ? .claiming(mayBeTaken: mayBeTaken) : .exclusive
        let isNamed: Bool
        do throws(SystemError) {
            try file.complete(mode: mode)
            isNamed = try file.publish(at: partial.destination, by: naming)
        } catch {
            if error.isExisting { throw .exists("\(partial.destination) exists") }
            // Where the entry cannot be read either, the caller gets the first error.
            if isClaimed, case .file(_, length: 0)? = try? entry(partial.destination) {
                throw .claimLeft("\(error); the empty file \(partial.destination) is left")
            }
            throw FileError(error)
        }
        guard isNamed else { throw .unclaimed }
    }

    /// Removes the partial file, unless another file has its name now, and the empty file that claims the name at the
    /// destination.
    static func remove(_ partial: TransferRecord.Partial) throws(FileError) {
        if partial.isClaimed == true {
            try translating { () throws(SystemError) in
                try PartialFile.removeClaim(partial.destination, of: partial.path)
            }
        }
        guard case .file(let identity, let length) = try entry(partial.path) else { return }
        // If the worker ended before it stored the identity of the file, the file is still empty.
        let isOurs = partial.identity.map { $0.number == identity.number } ?? (length == 0)
        if isOurs { try removeName(partial.path) }
    }

    private static func removeName(_ path: String) throws(FileError) {
        try translating { () throws(SystemError) in try removeFile(path) }
    }

    private static func entry(_ path: String) throws(FileError) -> FileEntry? {
        try translating { () throws(SystemError) in try FileEntry(at: path) }
    }

    private static func translating<Value>(
        _ body: () throws(SystemError) -> Value
    ) throws(FileError) -> Value {
        do throws(SystemError) { return try body() } catch { throw FileError(error) }
    }
}

extension FileError {
    /// - Parameter partial: the partial file that cannot be made.
    fileprivate init(_ error: SystemError, of partial: TransferRecord.Partial) {
        let path = partial.destination
        if error.isUnusableName {
            self = .unusableName("the file system cannot have a file named \(path)")
        } else if error.isMissing {
            // A missing folder has the same code as an existing file: either way, the destination does not allow the
            // download.
            self = .exists("the folder of \(path) does not exist")
        } else {
            self = FileError(error)
        }
    }

    init(_ error: SystemError) {
        if error.isNoSpace {
            self = .noSpace
        } else if error.isTooLarge {
            self = .other(
                "the file is larger than this process may write (ulimit -f), or than the file system can hold: "
                    + "\(error)")
        } else {
            self = .other(error.description)
        }
    }
}

/// Why a step with a file failed.
enum FileError: Error, Sendable, Hashable {
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

extension PartialFiles {
    /// The state of a partial file on the disk.
    enum Finding: Sendable, Hashable {
        /// The file, with this length.
        case present(length: Int64)
        /// The file is complete: it has the name of the destination.
        case committed
        /// The partial file is gone, and a file of its length has the name of the destination, which was claimed: only the
        /// digests show whether that is the file.
        case unproven
        /// Nothing, or another file.
        case missing
    }

    /// The result of computing the digests of a file, whose content was synced first.
    enum DigestResult: Sendable, Hashable {
        /// The content has all digests.
        case right
        /// The content does not have this digest.
        case wrong(ContentDigest)
        /// The digests were given up.
        case givenUp
    }
}

extension ContentDigest.Algorithm {
    /// Computes the digest of a file. The call blocks until all of it was read.
    ///
    /// - Parameters:
    ///   - length: the length of the file.
    ///   - read: returns bytes from an offset, at most so many; none at the end.
    /// - Returns: `nil` if the file is shorter.
    func digest(
        length: Int64, read: (_ offset: Int64, _ limit: Int) throws(SystemError) -> [UInt8]
    ) throws(SystemError) -> [UInt8]? {
        var digest = MessageDigest(self)
        var offset: Int64 = 0
        while offset < length {
            let bytes = try read(offset, Int(min(1 << 20, length - offset)))
            guard !bytes.isEmpty else { return nil }
            digest.update(bytes)
            offset += Int64(bytes.count)
        }
        return digest.finalize()
    }
}
