// SPDX-License-Identifier: Apache-2.0

internal import CCurl

/// The settings for all exchanges of an engine.
struct EngineSettings: Sendable {
    var userAgent: String
    var limits: EngineLimits
    var environment: ProxyEnvironment
    var certificates: CertificateFiles
}

/// The options of libcurl's easy handle for a request (curl_easy_setopt(3)).
@safe struct EasyOptions {
    private let easy: OpaquePointer

    init(_ easy: OpaquePointer) { unsafe self.easy = unsafe easy }

    /// Sets all options but the header fields and what libcurl calls.
    ///
    /// - Throws: ``HTTPError`` if libcurl does not accept a value, or without memory.
    func set(_ request: HTTPRequest, _ settings: EngineSettings) throws(HTTPError) {
        try set(request.method, bodyLength: request.body?.length ?? 0)
        try set(CURLOPT_URL, request.url.text)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_USERAGENT, settings.userAgent)
        try set(CURLOPT_HTTP09_ALLOWED, 0)
        // Signals belong to the program.
        try set(CURLOPT_NOSIGNAL, 1)
        // A lookup that hangs must not delay the end of its exchange. Its thread ends by itself.
        try set(CURLOPT_QUICK_EXIT, 1)
        // Names have other addresses in another network, and the engine does not know when that changes.
        try set(CURLOPT_DNS_CACHE_TIMEOUT, 0)
        try set(CURLOPT_CONNECTTIMEOUT_MS, Int(settings.limits.connect))
        try set(CURLOPT_BUFFERSIZE, Self.bufferSize(rateLimit: request.receiveRateLimit))
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // Also for the choice among the open connections.
        if let interface = request.interface { try set(CURLOPT_INTERFACE, "if!" + interface) }
        try set(request.credentials, usesNetrc: request.usesNetrc)
        try set(settings.certificates)
        // An empty text is no proxy, whatever libcurl finds in the environment.
        let proxy = settings.environment.proxy(for: request.url)
        if let proxy, proxy.host == nil { throw .proxy("the proxy's address is not a URL") }
        try set(CURLOPT_PROXY, proxy?.text ?? "")
        try set(CURLOPT_NOPROXY, "")
    }

    /// Sets the header fields.
    ///
    /// - Returns: the list of libcurl, which must live as long as the handle.
    func set(
        fields: [(name: String, value: String)], of body: HTTPRequest.Body?
    ) throws(HTTPError) -> UnsafeMutablePointer<curl_slist>? {
        var lines: UnsafeMutablePointer<curl_slist>?
        // libcurl's way of leaving a field out. Version 7.88 has it also for a few bytes, which then wait for a second
        // where a server does not know it.
        if let body, !body.awaitsPermission || body.length <= Self.longBody {
            unsafe lines = unsafe ccu_slist_append(nil, "Expect:")
        }
        for (name, value) in fields {
            let isLine = (name + value).utf8.allSatisfy { $0 != 10 && $0 != 13 && $0 != 0 }
            // libcurl's way of writing a field without a value.
            let line = value.isEmpty ? name + ";" : name + ": " + value
            guard isLine, !name.isEmpty, let all = unsafe ccu_slist_append(lines, line) else {
                unsafe ccu_slist_free_all(lines)
                throw .unsupported("the header field \(name.debugDescription) cannot be sent")
            }
            unsafe lines = unsafe all
        }
        unsafe ccu_set_lines(easy, CURLOPT_HTTPHEADER, lines)
        return unsafe lines
    }

    /// The size of libcurl's buffer for a connection.
    ///
    /// Its content comes also after a pause has begun, so it must be small if the rate is low.
    static func bufferSize(rateLimit: Int64?) -> Int {
        let most = 256 << 10
        guard let rateLimit else { return most }
        return Int(min(max(rateLimit / 8, 1024), Int64(most)))
    }

    /// The length up to which a body is sent without asking whether the server wants it.
    private static let longBody: Int64 = 1 << 20

    private func set(_ method: HTTPRequest.Method, bodyLength: Int64) throws(HTTPError) {
        switch method {
        case .get: try set(CURLOPT_HTTPGET, 1)
        case .head: try set(CURLOPT_NOBODY, 1)
        case .options:
            try set(CURLOPT_HTTPGET, 1)
            try set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        case .post, .put, .patch:
            // Its option for POST would add the media type of a form.
            try set(CURLOPT_UPLOAD, 1)
            try set(CURLOPT_CUSTOMREQUEST, method.rawValue)
            try check(unsafe ccu_set_size(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(bodyLength)))
        }
    }

    private func set(
        _ credentials: HTTPRequest.Credentials?, usesNetrc: Bool
    ) throws(HTTPError) {
        if let credentials {
            try set(CURLOPT_USERNAME, credentials.user)
            try set(CURLOPT_PASSWORD, credentials.password)
        } else if usesNetrc {
            try set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
        }
    }

    private func set(_ certificates: CertificateFiles) throws(HTTPError) {
        // For the server, and for a proxy that is spoken to over TLS.
        for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] {
            if let file = certificates.file { try set(option, file) }
        }
        for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] {
            if let folder = certificates.folder { try set(option, folder) }
        }
    }

    private func set(_ option: CURLoption, _ number: Int) throws(HTTPError) {
        try check(unsafe ccu_set_number(easy, option, number))
    }

    private func set(_ option: CURLoption, _ text: String) throws(HTTPError) {
        guard !text.utf8.contains(0) else { throw .unsupported("a text with a zero byte") }
        try check(unsafe ccu_set_text(easy, option, text))
    }

    private func check(_ code: CURLcode) throws(HTTPError) {
        if code == CURLE_OK { return }
        let message = unsafe String(cString: ccu_easy_strerror(code))
        throw code == CURLE_OUT_OF_MEMORY ? .internal(message) : .unsupported(message)
    }
}

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
