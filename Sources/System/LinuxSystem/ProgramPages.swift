// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// The pages of the program and its libraries that nobody can write: code and constants. Those that are mapped count as the
/// process's memory.
package enum ProgramPages {
    /// Unmaps all (`madvise(2)`, MADV_DONTNEED). Those that are needed are mapped again from the page cache, without
    /// reading the disk.
    ///
    /// A program that has begun, and will sleep for days, needs few of the pages that it needed to begin.
    package static func release() {
        clx_unmap_program_pages(UInt(sysconf(Int32(_SC_PAGESIZE))))
    }

    /// How often this process has needed a page that was not mapped (`ru_minflt` of `getrusage(2)`), be it one of the program
    /// or of its data. For one of a file the kernel maps up to 64 KB.
    package static var faults: Int {
        var usage = rusage()
        unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_minflt
    }
}
