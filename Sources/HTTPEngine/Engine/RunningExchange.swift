// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Glibc
internal import LinuxSystem

/// An exchange while it runs: libcurl's easy handle, and what libcurl calls for it.
@safe final class RunningExchange {
    let id: HTTPExchange.ID
    let easy: OpaquePointer
    /// `nil` once nothing is told any more.
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
    private let sockets: SocketTable
    private var head: ResponseHead
    private var bytesReceived: Int64 = 0
    /// Why libcurl was told to stop, or could not open a socket.
    private var failure: HTTPFailure?
    /// libcurl's sentence about the failure.
    private let message: UnsafeMutablePointer<CChar>
    /// The header fields.
    private var lines: UnsafeMutablePointer<curl_slist>?

    /// Prepares an exchange.
    ///
    /// - Throws: ``HTTPFailure`` if libcurl does not accept the request, or without memory.
    init(
        _ id: HTTPExchange.ID, _ request: HTTPRequest, _ handler: any HTTPExchangeHandler,
        _ settings: EngineSettings, _ sockets: SocketTable
    ) throws(HTTPFailure) {
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
        connectCallbacks()
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

    private static func of(_ context: UnsafeMutableRawPointer?) -> RunningExchange? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<RunningExchange>.fromOpaque(context).takeUnretainedValue()
    }

    /// Tells nothing more.
    func silence() { handler = nil }

    /// Has the connection closed when the handle is removed.
    ///
    /// libcurl closes a connection of HTTP/1.1 in the midst of an exchange anyway, one of HTTP/2 not.
    func forbidReuse() {
        unsafe ccu_set_number(easy, CURLOPT_FORBID_REUSE, 1)
    }

    /// Has the system forget what was sent and has not arrived, when the connection is closed.
    func forgetUnsent() {
        if content != nil { sockets.forgetUnsent(of: id) }
    }

    /// Stops or goes on receiving. Going on may call the handler.
    ///
    /// - Returns: why the exchange has ended by that; `nil` if it has not.
    func setPaused(_ isPaused: Bool) -> HTTPFailure? {
        isPausedByOwner = isPaused
        return updatePause()
    }

    /// When the exchange goes on, after a pause for its rate; `nil` if it is not paused for that.
    var resumption: Int64? {
        [receivingResumption, content?.resumption].compactMap(\.self).min()
    }

    /// Goes on after a pause for the rate. This may call the handler.
    ///
    /// - Returns: why the exchange has ended by that; `nil` if it has not.
    func endRatePause() -> HTTPFailure? {
        let now = MonotonicClock.milliseconds
        if let time = receivingResumption, time <= now { receivingResumption = nil }
        if let time = content?.resumption, time <= now {
            content?.endPause()
            progress.setSendingPaused(false, at: now)
        }
        return updatePause()
    }

    private func updatePause() -> HTTPFailure? {
        let isReceivingPaused = isPausedByOwner || receivingResumption != nil
        let pauses =
            (isReceivingPaused ? CURLPAUSE_RECV : 0)
            | (content?.resumption != nil ? CURLPAUSE_SEND : 0)
        let code = unsafe ccu_easy_pause(easy, pauses)
        // There is no connection yet that could be paused.
        if code == CURLE_BAD_FUNCTION_ARGUMENT { return nil }
        return code == CURLE_OK ? nil : failure(of: code)
    }

    /// What libcurl waits for on the exchange's socket (`CURL_POLL_…`).
    func wait(for what: Int32) {
        let isReading = what != CURL_POLL_REMOVE && what & CURL_POLL_IN != 0
        progress.setReading(isReading, at: MonotonicClock.milliseconds)
    }
}

// MARK: - The end

extension RunningExchange {
    /// How an exchange has ended with a code of libcurl.
    func result(of code: CURLcode) -> Result<HTTPExchange.Summary, HTTPFailure> {
        guard code == CURLE_OK else { return .failure(failure(of: code)) }
        guard head.isComplete else { return .failure(.malformed("the answer has no header")) }
        // libcurl 7.88 does not notice that with OpenSSL 3.
        guard isTLSEnded else {
            return .failure(.connection("the connection was cut off before the server ended TLS"))
        }
        let address = text(CURLINFO_PRIMARY_IP)
        return .success(
            HTTPExchange.Summary(
                bytesReceived: bytesReceived, bytesSent: size(CURLINFO_SIZE_UPLOAD_T),
                remoteAddress: address,
                isConnectionReused: number(CURLINFO_NUM_CONNECTS) == 0))
    }

    private func failure(of code: CURLcode) -> HTTPFailure {
        if let failure { return failure }
        let text = unsafe String(cString: message)
        let facts = CurlFailure(
            code: code,
            message: unsafe text.isEmpty ? String(cString: ccu_easy_strerror(code)) : text,
            isNameResolved: size(CURLINFO_NAMELOOKUP_TIME_T) > 0,
            proxyStatus: number(CURLINFO_HTTP_CONNECTCODE),
            hasSystemError: number(CURLINFO_OS_ERRNO) != 0,
            isConnected: progress.isRequested, hasResponded: head.isComplete)
        return facts.failure
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

    private func text(_ info: CURLINFO) -> String {
        var value: UnsafePointer<CChar>?
        unsafe ccu_get_text(easy, info, &value)
        return unsafe value.map { unsafe String(cString: $0) } ?? ""
    }
}

// MARK: - What libcurl calls

extension RunningExchange {
    private func connectCallbacks() {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let table = unsafe Unmanaged.passUnretained(sockets).toOpaque()
        for option in [
            CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_PREREQDATA,
            CURLOPT_OPENSOCKETDATA,
        ] { unsafe ccu_set_pointer(easy, option, context) }
        unsafe ccu_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
        unsafe ccu_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, table)
        unsafe ccu_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            guard let exchange = unsafe RunningExchange.of(context),
                unsafe exchange.take(line: line)
            else { return Int(CURL_WRITEFUNC_ERROR) }
            return line.count
        }
        unsafe ccu_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            let content = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            guard let exchange = unsafe RunningExchange.of(context),
                unsafe exchange.take(content: content)
            else { return Int(CURL_WRITEFUNC_ERROR) }
            return content.count
        }
        unsafe ccu_set_before_request(easy) { context, _, _, _, _ in
            unsafe RunningExchange.of(context)?.progress.request(at: MonotonicClock.milliseconds)
            return CURL_PREREQFUNC_OK
        }
        unsafe ccu_set_open_socket(easy) { context, _, address in
            guard let exchange = unsafe RunningExchange.of(context),
                let address = unsafe address?.pointee
            else { return CURL_SOCKET_BAD }
            return exchange.open(address)
        }
        // A connection may outlive the exchange, but not the table.
        unsafe ccu_set_close_socket(easy) { context, socket in
            guard let context = unsafe context else { return 1 }
            unsafe Unmanaged<SocketTable>.fromOpaque(context).takeUnretainedValue().close(socket)
            return 0
        }
    }

    private func connectContent() {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe ccu_set_pointer(easy, CURLOPT_READDATA, context)
        unsafe ccu_set_pointer(easy, CURLOPT_SEEKDATA, context)
        unsafe ccu_set_sender(easy) { buffer, size, count, context in
            let space = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
            guard let exchange = unsafe RunningExchange.of(context) else {
                return Int(CURL_READFUNC_ABORT)
            }
            return unsafe exchange.readContent(into: space)
        }
        unsafe ccu_set_seek(easy) { context, offset, origin in
            guard origin == SEEK_SET, let exchange = unsafe RunningExchange.of(context),
                exchange.content?.seek(to: Int64(offset)) == true
            else { return CURL_SEEKFUNC_FAIL }
            return CURL_SEEKFUNC_OK
        }
        followProgress()
    }

    /// Has libcurl call after all that it has read or written.
    private func followProgress() {
        unsafe ccu_set_pointer(
            easy, CURLOPT_XFERINFODATA, Unmanaged.passUnretained(self).toOpaque())
        unsafe ccu_set_progress(easy) { context, _, _, _, sent in
            guard let exchange = unsafe RunningExchange.of(context) else { return 0 }
            exchange.moved(sent: Int64(sent))
            return 0
        }
        unsafe ccu_set_number(easy, CURLOPT_NOPROGRESS, 0)
    }

    private func moved(sent: Int64) {
        // The connection is closed at the end, so this is the time to look.
        if !isTLSEnded, unsafe ccu_is_tls_ended(easy) { isTLSEnded = true }
        if content != nil, progress.send(sent, at: MonotonicClock.milliseconds) {
            handler?.sent(sent)
        }
    }

    /// - Returns: the number of bytes, or what libcurl has for other cases (`CURL_READFUNC_…`).
    private func readContent(into buffer: UnsafeMutableRawBufferPointer) -> Int {
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

    private func open(_ address: curl_sockaddr) -> curl_socket_t {
        do throws(SystemError) {
            return try sockets.open(address, for: id, interface: interface)
        } catch {
            // libcurl says only that it could not connect.
            failure = .connection("\(error)")
            return CURL_SOCKET_BAD
        }
    }

    /// - Returns: whether to go on.
    private func take(line: UnsafeRawBufferPointer) -> Bool {
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
            // What was asked for before there was a connection.
            if isPausedByOwner { _ = updatePause() }
            return isWanted(handler?.responded(response))
        case .tooLong:
            failure = .headersTooLong("the header is longer than \(head.limit >> 10) KiB")
        case .malformed:
            failure = .malformed("the answer is not HTTP")
        }
        return false
    }

    /// - Returns: whether to go on.
    private func take(content: UnsafeRawBufferPointer) -> Bool {
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

    /// - Parameter answer: what the handler returned; `nil` if nothing is told any more.
    private func isWanted(_ answer: Bool?) -> Bool {
        if answer != true { silence() }
        return answer == true
    }
}
