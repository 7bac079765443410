// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// The pages of the program's code that are mapped, which count as its memory.
package enum CodePages {
    /// Unmaps all (`madvise(2)`, MADV_DONTNEED). Those that are needed are mapped again from the page cache, without
    /// reading the disk.
    ///
    /// A program that has begun, and will sleep for days, needs few of the pages that it needed to begin.
    package static func release() { clx_unmap_all_code(UInt(sysconf(Int32(_SC_PAGESIZE)))) }
}
