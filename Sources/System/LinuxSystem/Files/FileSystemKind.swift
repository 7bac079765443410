// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// The kind of a file system, as far as it matters to databases (`statfs(2)`).
package struct FileSystemKind: Hashable, Sendable {
    /// The number that `statfs(2)` calls `f_type`.
    package let number: UInt32

    /// Creates a kind from its number (`linux/magic.h`).
    package init(number: UInt32) { self.number = number }

    /// The kind of the file system that a path is on.
    package init(of path: String) throws(SystemError) {
        var number: UInt32 = 0
        guard unsafe clx_statfs_type(path, &number) == 0 else {
            throw SystemError(operation: "look at the file system of \(path)", errno: errno)
        }
        self.number = number
    }

    /// The name of a file system that other machines can change at the same time, or that does not share memory between
    /// processes; `nil` for others.
    package var nameIfShared: String? { Self.shared[number] }

    /// Whether the file system is a program (FUSE). Whether files can be mapped depends on that program.
    package var isProgram: Bool { number == 0x6573_5546 }

    private static let shared: [UInt32: String] = [
        0x6969: "NFS", 0x0102_1997: "9p", 0x517B: "SMB", 0xFE53_4D42: "SMB", 0xFF53_4D42: "SMB",
        0x5346_414F: "AFS", 0x6B41_4653: "AFS", 0x7375_7245: "Coda", 0x00C3_6400: "Ceph",
        0x0BD0_0BD0: "Lustre",
        0x564C: "NCP", 0x786F_4256: "a shared folder of VirtualBox",
        0xBACB_ACBC: "a shared folder of VMware",
        0x4750_4653: "GPFS", 0x7461_636F: "OCFS2", 0x0116_1970: "GFS2",
    ]
}

/// Whether processes can share memory through a file in a folder (`mmap(2)` with `MAP_SHARED`).
package func canShareMemory(in folder: String) throws(SystemError) -> Bool {
    let file = try TemporaryFile(path: folder + "/.memory-\(UInt64.random(in: .min ... .max))")
    defer { try? file.remove() }
    return try file.canBeShared()
}
