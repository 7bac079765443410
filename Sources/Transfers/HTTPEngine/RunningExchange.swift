// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Glibc
internal import LinuxSystem

/// An exchange while it runs: libcurl's easy handle, and what libcurl reports about it.
@safe final class RunningExchange {
    let id: HTTPExchange.ID
    let easy: OpaquePointer
    /// `nil` once the handler is not called any more.
    private(set) var handler: (any HTTPExchangeHandler)?
    private(set) var progress: ExchangeProgress
    /// When the exchange goes on receiving, after a pause for its rate; `nil` if it is not paused for that.
    private var receivingResumption: Int64?
    private var isPausedByOwner = false
    private var budget: RateBudget?
    /// Whether TLS has been ended by the server. It matters only for content that ends with the connection.
    private var isTLSEnded = true
    private let usesTLS: Bool
    private let method: HTTPRequest.Method
    /// The request's body while it is sent; `nil` if there is none.
    private var content: RequestContent?
    private let interface: String?
    let sockets: SocketTable
    private var head: ResponseHead
    private var bytesReceived: Int64 = 0
    /// Why the exchange has stopped libcurl, or could not open a socket.
    private var failure: HTTPError?
    /// Why no socket could be opened for an address. libcurl may connect to another one.
    private var socketFailure: HTTPError?
    /// libcurl's sentence about the failure.
    private let message: UnsafeMutablePointer<CChar>
    /// The header fields.
    private var lines: UnsafeMutablePointer<curl_slist>?

    /// Prepares an exchange.
    ///
    /// - Throws: ``HTTPError`` if libcurl does not accept the request, or without memory.
    init(
        _ id: HTTPExchange.ID, _ request: HTTPRequest, _ handler: any HTTPExchangeHandler,
        _ settings: EngineSettings, _ sockets: SocketTable
    ) throws(HTTPError) {
        guard let easy = unsafe ccu_easy_init() else { throw .internal("no memory for a request") }
        unsafe self.easy = unsafe easy
        self.id = id
        self.handler = handler
        self.sockets = sockets
        interface = request.interface
        usesTLS = request.url.scheme == .https
        method = request.method
        progress = ExchangeProgress(bodyLength: request.body?.length ?? 0)
        content = request.body.map { RequestContent($0, rateLimit: request.sendRateLimit) }
        budget = request.receiveRateLimit.map(RateBudget.init)
        head = ResponseHead(limit: settings.limits.headerBytes)
        unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        let options = unsafe EasyOptions(easy)
        try options.set(request, settings)
        try unsafe lines = options.set(fields: request.fields, of: request.body)
        unsafe connectCallbacks(message: message)
        if content != nil { connectContent() }
        if interface == nil, sockets.hasBound {
            unsafe ccu_set_number(easy, CURLOPT_FRESH_CONNECT, 1)
        }
    }

    deinit {
        unsafe ccu_easy_cleanup(easy)
        unsafe ccu_slist_free_all(lines)
        unsafe message.deallocate()
    }

    /// The exchange of a handle; `nil` if libcurl made the handle for itself.
    static func of(_ easy: OpaquePointer) -> RunningExchange? {
        unsafe of(ccu_get_private(easy))
    }

    /// The exchange that libcurl was given as its context.
    static func of(_ context: UnsafeMutableRawPointer?) -> RunningExchange? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<RunningExchange>.fromOpaque(context).takeUnretainedValue()
    }

    /// Forgets the handler, which is not called any more.
    func silence() { handler = nil }

    /// Makes libcurl close the connection when the handle is removed.
    ///
    /// libcurl closes a connection of HTTP/1.1 during an exchange anyway, one of HTTP/2 not.
    func forbidReuse() {
        unsafe ccu_set_number(easy, CURLOPT_FORBID_REUSE, 1)
    }

    /// Makes the kernel drop unsent bytes when the connection is closed.
    func forgetUnsent() {
        if content != nil { sockets.forgetUnsent(of: id) }
    }

    /// Stops or goes on receiving. Going on may call the handler.
    ///
    /// - Returns: why the exchange has ended by that; `nil` if it has not.
    func setPaused(_ isPaused: Bool) -> HTTPError? {
        isPausedByOwner = isPaused
        return updatePause()
    }

    /// When the exchange goes on, after a pause for its rate; `nil` if it is not paused for that.
    var resumption: Int64? {
        MonotonicClock.earlier(receivingResumption, content?.resumption)
    }

    /// Goes on after a pause for the rate. This may call the handler.
    ///
    /// - Returns: why the exchange has ended by that; `nil` if it has not.
    func endRatePause() -> HTTPError? {
        let now = MonotonicClock.milliseconds
        if let time = receivingResumption, time <= now { receivingResumption = nil }
        if let time = content?.resumption, time <= now {
            content?.endPause()
            progress.setSendingPaused(false, at: now)
        }
        return updatePause()
    }

    private func updatePause() -> HTTPError? {
        let isReceivingPaused = isPausedByOwner || receivingResumption != nil
        // If receiving alone is paused, libcurl 7.88 reads once more and keeps up to 256 KiB. A request without content has
        // nothing to send, so both directions are paused.
        let isSendingPaused = content.map { $0.resumption != nil } ?? isReceivingPaused
        let code = unsafe ccu_easy_pause(
            easy,
            (isReceivingPaused ? CURLPAUSE_RECV : 0) | (isSendingPaused ? CURLPAUSE_SEND : 0))
        // There is no connection yet that could be paused.
        if code == CURLE_BAD_FUNCTION_ARGUMENT { return nil }
        return code == CURLE_OK ? nil : failure(of: code)
    }

    /// Notes the events that libcurl waits for on the exchange's socket (`CURL_POLL_…`).
    func wait(for what: Int32) {
        let isReading = what != CURL_POLL_REMOVE && what & CURL_POLL_IN != 0
        progress.setReading(isReading, at: MonotonicClock.milliseconds)
    }
}

// MARK: - The end

extension RunningExchange {
    /// How an exchange has ended with a code of libcurl.
    func result(of code: CURLcode) -> Result<HTTPExchange.Summary, HTTPError> {
        guard code == CURLE_OK else { return .failure(failure(of: code)) }
        guard head.isComplete else { return .failure(.malformed("the answer has no header")) }
        // libcurl 7.88 does not notice that with OpenSSL 3.
        guard isTLSEnded else {
            return .failure(.connection("the connection was cut off before the server ended TLS"))
        }
        return .success(
            HTTPExchange.Summary(
                bytesReceived: bytesReceived, bytesSent: size(CURLINFO_SIZE_UPLOAD_T),
                isConnectionReused: number(CURLINFO_NUM_CONNECTS) == 0))
    }

    private func failure(of code: CURLcode) -> HTTPError {
        if let failure { return failure }
        // libcurl says only that it could not connect.
        if code == CURLE_COULDNT_CONNECT, let socketFailure { return socketFailure }
        let sentence = unsafe String(cString: self.message)
        let message = unsafe sentence.isEmpty ? String(cString: ccu_easy_strerror(code)) : sentence
        let isConnected = progress.isRequested
        // The codes do not say that a proxy has refused.
        let proxyStatus = number(CURLINFO_HTTP_CONNECTCODE)
        if !isConnected, proxyStatus != 0, !(200...299).contains(proxyStatus) {
            return .proxy(message)
        }
        if code == CURLE_PEER_FAILED_VERIFICATION,
            [CURLINFO_SSL_VERIFYRESULT, CURLINFO_PROXY_SSL_VERIFYRESULT].map(number)
                .contains(Self.notYetValid)
        {
            return .notYetValid(message)
        }
        return switch code {
        case CURLE_COULDNT_RESOLVE_HOST: .name(message)
        case CURLE_OPERATION_TIMEDOUT:
            size(CURLINFO_NAMELOOKUP_TIME_T) > 0 ? .connection(message) : .name(message)
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy(message)
        case CURLE_COULDNT_CONNECT, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_GOT_NOTHING,
            CURLE_PARTIAL_FILE,
            CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_INTERFACE_FAILED:
            .connection(message)
        // The code has no other sign of a malformed chunk.
        case CURLE_RECV_ERROR:
            message.includes("chunk") ? .malformed(message) : .connection(message)
        case CURLE_SSL_CONNECT_ERROR: isCutOff(message) ? .connection(message) : .tls(message)
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
            isConnected && !head.isComplete ? .headersTooLong(message) : .internal(message)
        default: .internal(message)
        }
    }

    /// `X509_V_ERR_CERT_NOT_YET_VALID`, a result of OpenSSL's check of certificates.
    private static let notYetValid = 9

    /// Whether a handshake was cut off, which says nothing about certificates. OpenSSL's words are the only sign of it.
    private func isCutOff(_ message: String) -> Bool {
        number(CURLINFO_OS_ERRNO) != 0 || message.includes("SSL_ERROR_SYSCALL")
            || message.includes("unexpected eof")
    }

    private func number(_ info: CURLINFO) -> Int {
        var value = 0
        unsafe ccu_get_number(easy, info, &value)
        return value
    }

    private func size(_ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        unsafe ccu_get_size(easy, info, &value)
        return Int64(value)
    }
}

// MARK: - Reports of libcurl

extension RunningExchange {
    /// Notes that the connection is there, and the request goes out.
    func begin() { progress.request(at: MonotonicClock.milliseconds) }

    /// Notes that something was read or written.
    ///
    /// - Parameter sent: the number of bytes of the request's content that have gone.
    func moved(sent: Int64) {
        // The connection is closed at the end, so the end of TLS must be noted now.
        if !isTLSEnded, unsafe ccu_is_tls_ended(easy) { isTLSEnded = true }
        if content != nil, progress.send(sent, at: MonotonicClock.milliseconds) {
            handler?.sent(sent)
        }
    }

    /// Gives libcurl the next bytes of the request's content.
    ///
    /// - Returns: the number of bytes, or what libcurl has for other cases (`CURL_READFUNC_…`).
    func readContent(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let now = MonotonicClock.milliseconds
        switch unsafe content?.read(into: buffer, at: now) {
        case .bytes(let count): return count
        case .pause:
            progress.setSendingPaused(true, at: now)
            return Int(CURL_READFUNC_PAUSE)
        case .failure(let failure):
            self.failure = failure
            return Int(CURL_READFUNC_ABORT)
        case nil: return 0
        }
    }

    /// Goes to an offset of the request's content, because libcurl must send something again.
    ///
    /// - Returns: whether there is such an offset.
    func seekContent(to offset: Int64) -> Bool { content?.seek(to: offset) ?? false }

    /// Opens a socket for an address.
    ///
    /// - Returns: `CURL_SOCKET_BAD` if that fails.
    func open(_ address: curl_sockaddr) -> curl_socket_t {
        do throws(SystemError) {
            let socket = try sockets.open(address, for: id, interface: interface)
            // The failure of an earlier address does not explain what happens to this one.
            socketFailure = nil
            return socket
        } catch {
            socketFailure = .connection("\(error)")
            return CURL_SOCKET_BAD
        }
    }

    /// Takes a line of the answer's header.
    ///
    /// - Returns: whether to go on.
    func take(line: UnsafeRawBufferPointer) -> Bool {
        progress.receive(at: MonotonicClock.milliseconds)
        switch unsafe head.take(Array(line)) {
        case .more:
            return true
        case .complete(let response):
            progress.respond()
            if usesTLS, method != .head, response.endsWithConnection {
                isTLSEnded = false
                followProgress()
            }
            // The pause was requested before there was a connection.
            if isPausedByOwner { _ = updatePause() }
            return isWanted(handler?.responded(response))
        case .tooLong:
            failure = .headersTooLong("the header is longer than \(head.limit >> 10) KiB")
        case .malformed:
            failure = .malformed("the answer is not HTTP")
        }
        return false
    }

    /// Takes a part of the answer's content.
    ///
    /// - Returns: whether to go on.
    func take(content: UnsafeRawBufferPointer) -> Bool {
        let now = MonotonicClock.milliseconds
        progress.receive(at: now)
        guard head.isComplete else {
            failure = .malformed("the content comes before the header")
            return false
        }
        bytesReceived += Int64(content.count)
        if let time = budget?.take(content.count, at: now) {
            let isFirst = receivingResumption == nil
            receivingResumption = time
            if isFirst { _ = updatePause() }
        }
        return isWanted(handler?.received(unsafe content.bytes))
    }

    /// - Parameter answer: what the handler returned; `nil` if it is not called any more.
    private func isWanted(_ answer: Bool?) -> Bool {
        if answer != true { silence() }
        return answer == true
    }
}
