// SPDX-License-Identifier: Apache-2.0

/// Where the certificates of trusted authorities are, if the environment names another place than the system's.
struct CertificateFiles: Sendable, Hashable {
    /// A file with certificates.
    let file: String?
    /// A folder with certificates under the names of their hashes.
    let folder: String?

    /// Reads the variables of the curl command: `CURL_CA_BUNDLE`, else `SSL_CERT_DIR` and `SSL_CERT_FILE`.
    init(value: (String) -> String?) {
        func set(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
        let bundle = set("CURL_CA_BUNDLE")
        file = bundle ?? set("SSL_CERT_FILE")
        folder = bundle == nil ? set("SSL_CERT_DIR") : nil
    }
}
