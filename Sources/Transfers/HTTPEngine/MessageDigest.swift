// SPDX-License-Identifier: Apache-2.0

internal import CCrypto
internal import Glibc
package import LinuxSystem
package import TransferRules

/// The digest of a message that comes in parts (libcrypto's EVP).
@safe package struct MessageDigest: ~Copyable, @unchecked Sendable {
    /// How the digest is calculated.
    let algorithm: ContentDigest.Algorithm
    /// Only this value has it, so that it can be used on any thread.
    private let context: OpaquePointer

    /// Loads libcrypto. Call it before the first digest, which ends the process where the library is missing.
    ///
    /// - Throws: ``SystemError`` (`ELIBACC`) if the library cannot be loaded.
    package static func load() throws(SystemError) {
        guard let reason = unsafe ccr_load_failure() else { return }
        throw unsafe SystemError(
            operation: "load libcrypto (\(String(cString: reason)))", errno: ELIBACC)
    }

    /// Starts the digest of an empty message.
    package init(_ algorithm: ContentDigest.Algorithm) {
        self.algorithm = algorithm
        let type =
            switch algorithm {
            case .sha256: unsafe ccr_sha256()
            case .sha512: unsafe ccr_sha512()
            }
        // It fails only without memory.
        guard let context = unsafe ccr_context(), unsafe ccr_begin(context, type) == 1
        else { fatalError("libcrypto cannot calculate \(algorithm.rawValue)") }
        unsafe self.context = unsafe context
    }

    deinit {
        unsafe ccr_context_free(context)
    }

    /// Appends a part of the message.
    package mutating func update(_ bytes: [UInt8]) { unsafe update(bytes.span.bytes) }

    /// Appends a part of the message.
    package mutating func update(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { bytes in
            _ = unsafe ccr_update(context, bytes.baseAddress, bytes.count)
        }
    }

    /// Ends the message.
    ///
    /// - Returns: the digest.
    package consuming func finalize() -> [UInt8] {
        unsafe Array(unsafeUninitializedCapacity: algorithm.length) { bytes, count in
            _ = unsafe ccr_end(context, bytes.baseAddress)
            count = algorithm.length
        }
    }
}
