// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import LinuxSystem

/// The failure of an exchange, as libcurl reports it.
struct CurlError {
    /// The code.
    var code: CURLcode
    /// The sentence.
    var message: String
    /// Whether the host had an address.
    var isNameResolved: Bool
    /// The status of the proxy's answer to `CONNECT`; 0 without one.
    var proxyStatus: Int
    /// Whether a system call failed.
    var hasSystemError: Bool
    /// Whether the request was sent.
    var isConnected: Bool
    /// OpenSSL's result of the check of the certificates (`X509_V_…`): of the server's, and of the proxy's.
    var verification: [Int]
    /// Whether the answer's header was complete.
    var hasResponded: Bool

    /// The error for the owner of the engine.
    var failure: HTTPError {
        // The codes do not say that a proxy has refused.
        if !isConnected, proxyStatus != 0, !(200...299).contains(proxyStatus) {
            return .proxy(message)
        }
        if code == CURLE_PEER_FAILED_VERIFICATION, verification.contains(Self.notYetValid) {
            return .notYetValid(message)
        }
        return switch code {
        case CURLE_COULDNT_RESOLVE_HOST: .name(message)
        case CURLE_OPERATION_TIMEDOUT: isNameResolved ? .connection(message) : .name(message)
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy(message)
        case CURLE_COULDNT_CONNECT, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_GOT_NOTHING,
            CURLE_PARTIAL_FILE,
            CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_INTERFACE_FAILED:
            .connection(message)
        // The code has no other sign of a malformed chunk.
        case CURLE_RECV_ERROR:
            message.includes("chunk") ? .malformed(message) : .connection(message)
        case CURLE_SSL_CONNECT_ERROR: isCutOff ? .connection(message) : .tls(message)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_SHUTDOWN_FAILED, CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_SETFAILED:
            .tls(message)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .malformed(message)
        // HTTP/0.9. The URL's scheme was checked before.
        case CURLE_UNSUPPORTED_PROTOCOL: isConnected ? .malformed(message) : .unsupported(message)
        case CURLE_URL_MALFORMAT: .unsupported(message)
        // A line of the header that does not fit into libcurl's buffer; later versions have a code for it.
        case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100):
            isConnected && !hasResponded ? .headersTooLong(message) : .internal(message)
        default: .internal(message)
        }
    }

    /// `X509_V_ERR_CERT_NOT_YET_VALID`
    private static let notYetValid = 9

    /// Whether a handshake was cut off, which says nothing about certificates. OpenSSL's words are the only sign of it.
    private var isCutOff: Bool {
        hasSystemError || message.includes("SSL_ERROR_SYSCALL")
            || message.includes("unexpected eof")
    }
}
