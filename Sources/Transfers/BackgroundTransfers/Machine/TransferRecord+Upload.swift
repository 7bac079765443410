// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
package import TransferRules

extension TransferRecord {
    /// The part of the record that only uploads have.
    package struct Upload: Sendable, Hashable, Codable {
        /// How the user wants the file to be sent.
        package var method: UploadMethod
        /// The file as it was when the upload was added. No other version of it is sent.
        package var file: FileVersion
        /// The value of `Idempotency-Key` in all attempts by `POST`.
        package var idempotencyKey: String
        /// Whether the digest of the file was compared with the one that the user expects.
        package var isVerified = false
        /// Where the server takes the content by tus; `nil` while it has not said so.
        package var resource: Resource?

        package init(method: UploadMethod, file: FileVersion, idempotencyKey: String) {
            self.method = method
            self.file = file
            self.idempotencyKey = idempotencyKey
        }
    }

    /// The URL that a server has made for an upload by tus. It is never shown: anybody who knows it can often write there.
    package struct Resource: Sendable, Hashable, Codable {
        package var url: String
        package var origin: Origin
        /// Whether the caller's header fields may be sent there: the way to it led over no other origin.
        package var isTrusted: Bool

        package init(url: String, origin: Origin, isTrusted: Bool) {
            self.url = url
            self.origin = origin
            self.isTrusted = isTrusted
        }
    }
}
