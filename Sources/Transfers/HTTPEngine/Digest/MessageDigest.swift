// SPDX-License-Identifier: Apache-2.0

internal import CCrypto
internal import Glibc
package import LinuxSystem

/// The digest of a message that comes in parts (libcrypto's EVP).
@safe package struct MessageDigest: ~Copyable, @unchecked Sendable {
    /// How the digest is calculated.
    package enum Algorithm: String, Sendable, Hashable, CaseIterable {
        /// SHA-256, as it is named in `Repr-Digest`.
        case sha256 = "sha-256"
        /// SHA-512, as it is named in `Repr-Digest`.
        case sha512 = "sha-512"

        /// The number of bytes of a digest.
        package var byteCount: Int {
            switch self {
            case .sha256: 32
            case .sha512: 64
            }
        }
    }

    /// How the digest is calculated.
    package let algorithm: Algorithm
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
    package init(_ algorithm: Algorithm) {
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
        unsafe Array(unsafeUninitializedCapacity: algorithm.byteCount) { bytes, count in
            _ = unsafe ccr_end(context, bytes.baseAddress)
            count = algorithm.byteCount
        }
    }
}
