// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import TransferRules

/// The digests of files that are too large to be in memory.
enum FileDigest {
    /// Computes the digest of a file. The call blocks until all of it was read.
    ///
    /// - Parameters:
    ///   - length: the length of the file.
    ///   - read: returns bytes from an offset, at most so many; none at the end.
    /// - Returns: `nil` if the file is shorter.
    static func compute(
        _ algorithm: ContentDigest.Algorithm, length: Int64,
        read: (_ offset: Int64, _ limit: Int) throws(SystemError) -> [UInt8]
    ) throws(SystemError) -> [UInt8]? {
        var digest =
            switch algorithm {
            case .sha256: MessageDigest(.sha256)
            case .sha512: MessageDigest(.sha512)
            }
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
