// SPDX-License-Identifier: Apache-2.0

internal import CCommandSystem
internal import Glibc
package import LinuxSystem

/// The process groups that a worker runs, in the file of the lock that their guards hold.
///
/// A group is written before its program is executed, and removed when it no longer needs a guard. So the next worker finds
/// those of a worker that was killed together with its guards.
package final class GroupRecords {
    /// The lock of the file, which guards hold as well.
    let lock: FileLock
    /// The places in the file that are taken.
    private var places: Set<Int> = []

    private init(_ lock: FileLock) { self.lock = lock }

    /// Takes over the file of a lock that this process has.
    ///
    /// - Parameters:
    ///   - lock: the lock.
    ///   - variables: how the variables begin that only such programs have, as `NAME=`. A group whose first process has ended
    ///     is found by them.
    /// - Returns: `nil` if groups of an earlier worker are there without guards. Then guards end them, and hold the lock until
    ///   they are gone. Release the lock, and get it again.
    package static func takeOver(
        _ lock: FileLock, variables: [String]
    ) throws(SystemError) -> GroupRecords? {
        let boot = Array(Boot.identifier.utf8.prefix(headerSize))
        let header = boot + Array(repeating: UInt8(ascii: "\n"), count: headerSize - boot.count)
        let left = groups(in: lock, header).filter { group in
            variables.contains { unsafe ccs_group_exists(group, $0) }
        }
        for group in left {
            let guardian = try ProcessGuard.start(holding: lock)
            // The guard acts when its link is closed, as if the group's worker had died just now.
            guardian.watch(Int32(group.number))
        }
        guard left.isEmpty else { return nil }
        if ftruncate(lock.descriptor, 0) == 0 {
            _ = unsafe pwrite(lock.descriptor, header, header.count, 0)
        }
        return GroupRecords(lock)
    }

    /// The length of the header before the records: the identifier of the boot. Process numbers mean something only
    /// within it.
    private static let headerSize = 64
    private static let recordSize = MemoryLayout<ccs_group>.stride

    /// The groups that are written in the file, if it was written in this boot.
    private static func groups(in lock: FileLock, _ header: [UInt8]) -> [ccs_group] {
        var found = [UInt8](repeating: 0, count: headerSize)
        guard unsafe pread(lock.descriptor, &found, headerSize, 0) == headerSize, found == header
        else { return [] }
        let space = max(0, Int(lseek(lock.descriptor, 0, SEEK_END)) - headerSize)
        var groups = [ccs_group](repeating: ccs_group(), count: space / recordSize)
        let size = unsafe pread(
            lock.descriptor, &groups, groups.count * recordSize, off_t(headerSize))
        return groups.prefix(max(0, size) / recordSize).filter { $0.number > 1 }
    }

    /// Takes a place for a group.
    ///
    /// - Returns: the position in the file.
    func takePlace() -> Int {
        let place = (0...).first { !places.contains($0) } ?? 0
        places.insert(place)
        return Self.headerSize + place * Self.recordSize
    }

    /// Removes the group at a position.
    func remove(at position: Int) {
        var none = ccs_group()
        _ = unsafe pwrite(lock.descriptor, &none, Self.recordSize, off_t(position))
        places.remove((position - Self.headerSize) / Self.recordSize)
    }
}
