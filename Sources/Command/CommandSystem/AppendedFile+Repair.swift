// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import LinuxSystem

extension AppendedFile {
    /// Cuts off the last lines up to one that is whole (`ftruncate(2)`). The file ends with a line feed.
    ///
    /// - Parameter isWhole: returns whether a line, without its end, is whole.
    /// - Returns: the number of bytes that were cut off.
    package func cutBrokenLines(
        _ isWhole: (ArraySlice<UInt8>) -> Bool
    ) throws(SystemError) -> Int64 {
        let size = Int64(lseek(descriptor, 0, SEEK_END))
        var end = size
        while end > 0 {
            // A line without content, as a file system leaves it after a power cut, is broken, too.
            let line = try lastLine(before: end)
            if isWhole(line[...]) { break }
            end -= Int64(line.count) + 1
        }
        guard end < size else { return 0 }
        guard ftruncate(descriptor, off_t(end)) == 0 else {
            throw SystemError(operation: "cut off the end of \(path)", errno: errno)
        }
        return size - end
    }

    /// The line before a line feed, without it.
    ///
    /// - Parameter end: the place after the line feed.
    private func lastLine(before end: Int64) throws(SystemError) -> [UInt8] {
        var line: [UInt8] = []
        var start = end - 1
        while start > 0 {
            let count = Int(min(start, 65_536))
            var part = [UInt8](repeating: 0, count: count)
            let read = unsafe pread(descriptor, &part, count, off_t(start - Int64(count)))
            guard read == count else {
                throw SystemError(operation: "read \(path)", errno: read < 0 ? errno : EIO)
            }
            if let feed = part.lastIndex(of: UInt8(ascii: "\n")) {
                return part[(feed + 1)...] + line
            }
            line = part + line
            start -= Int64(count)
        }
        return line
    }
}
