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
        unmap(isStartOnly: false)
    }

    /// Unmaps the code of the program and of libm, of which a process needs much to start and little afterwards. (Libm chooses
    /// the variants of its functions when it is loaded.)
    ///
    /// Call it first in a program that may end soon. The libraries that such a program needs at once, above all the C
    /// library, stay mapped. This saves three fifths of the memory that ``release()`` saves, in a third of its time or less.
    package static func releaseStart() {
        unmap(isStartOnly: true)
    }

    private static func unmap(isStartOnly: Bool) {
        clx_unmap_program_pages(UInt(sysconf(Int32(_SC_PAGESIZE))), isStartOnly)
    }

    /// How often this process has needed a page that was not mapped (`ru_minflt` of `getrusage(2)`), be it one of the program
    /// or of its data. For one of a file the kernel maps up to 64 KB.
    package static var faults: Int {
        var usage = rusage()
        unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_minflt
    }
}
