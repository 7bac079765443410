// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Glibc
internal import LinuxSystem

/// libcurl's multi handle with its sockets and its timer (libcurl-multi(3)).
@safe final class MultiHandle {
    let sockets: SocketTable
    private var handle: OpaquePointer
    /// Whether libcurl is being called, so that it must not be called again.
    private(set) var isInside = false

    /// Once in the process, and never undone: other code may use libcurl, too.
    private static let isLibraryReady =
        ccu_global_init(Int(CURL_GLOBAL_SSL | CURL_GLOBAL_WIN32)) == CURLE_OK

    /// Loads libcurl. Call this before any other function of libcurl, which ends the process where the library is missing.
    ///
    /// - Throws: ``SystemError`` (`ELIBACC`) if the library cannot be loaded.
    static func loadLibrary() throws(SystemError) {
        guard let reason = unsafe ccu_load_failure() else { return }
        throw unsafe SystemError(
            operation: "load libcurl (\(String(cString: reason)))", errno: ELIBACC)
    }

    init() throws(SystemError) {
        try Self.loadLibrary()
        sockets = try SocketTable()
        guard Self.isLibraryReady, let handle = unsafe Self.makeHandle(sockets) else {
            throw SystemError(operation: "start libcurl", errno: ENOMEM)
        }
        unsafe self.handle = unsafe handle
    }

    deinit {
        unsafe ccu_multi_cleanup(handle)
    }

    /// The descriptor to wait on.
    var descriptor: Int32 { sockets.queue.descriptor }

    /// Starts an exchange.
    func add(_ exchange: RunningExchange) {
        unsafe ccu_multi_add_handle(handle, exchange.easy)
    }

    /// Removes an exchange. Its connection is closed if it has not ended well.
    func remove(_ exchange: RunningExchange) {
        unsafe ccu_multi_remove_handle(handle, exchange.easy)
    }

    /// Handles what is ready.
    func perform() {
        sockets.queue.ready { event in
            let reads = event.reads ? CURL_CSELECT_IN : 0
            let writes = event.writes ? CURL_CSELECT_OUT : 0
            let failed = event.isClosed ? CURL_CSELECT_ERR : 0
            act(on: event.descriptor, reads | writes | failed)
        }
        if let due = sockets.due, due <= MonotonicClock.milliseconds {
            sockets.due = nil
            act(on: CURL_SOCKET_BAD, 0)
        }
    }

    /// Calls a function of libcurl that may call the handlers.
    func call(_ body: () -> Void) {
        isInside = true
        body()
        isInside = false
    }

    /// Takes an exchange that has ended.
    func nextResult() -> (exchange: RunningExchange, code: CURLcode)? {
        var left: Int32 = 0
        while let message = unsafe ccu_multi_info_read(handle, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE,
                let easy = unsafe ccu_message_easy(message),
                let exchange = unsafe RunningExchange.of(easy)
            else { continue }
            return unsafe (exchange, ccu_message_result(message))
        }
        return nil
    }

    /// Closes the connections that none of these exchanges uses.
    ///
    /// libcurl has no function for that. It notices that a socket was shut down when it looks for a connection to use, and
    /// closes it then.
    func closeIdleConnections(hasExchanges: Bool, running: (HTTPExchange.ID) -> Bool) {
        for socket in sockets.idle(running: running) { shutdown(socket, Int32(SHUT_RDWR)) }
        guard !hasExchanges, let fresh = unsafe Self.makeHandle(sockets) else { return }
        unsafe ccu_multi_cleanup(handle)
        sockets.due = nil
        unsafe handle = unsafe fresh
    }

    private func act(on socket: Int32, _ events: Int32) {
        var running: Int32 = 0
        call { unsafe ccu_multi_socket_action(handle, socket, events, &running) }
    }

    /// - Returns: `nil` without memory.
    private static func makeHandle(_ sockets: SocketTable) -> OpaquePointer? {
        guard let handle = unsafe ccu_multi_init() else { return nil }
        let context = unsafe Unmanaged.passUnretained(sockets).toOpaque()
        unsafe ccu_multi_set_pointer(handle, CURLMOPT_SOCKETDATA, context)
        unsafe ccu_multi_set_pointer(handle, CURLMOPT_TIMERDATA, context)
        // A connection that is shared by exchanges could not be closed for one of them.
        unsafe ccu_multi_set_number(handle, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
        unsafe ccu_multi_set_socket_change(handle) { easy, socket, what, context, _ in
            guard let context = unsafe context else { return 0 }
            let sockets = unsafe Unmanaged<SocketTable>.fromOpaque(context).takeUnretainedValue()
            // libcurl has handles of its own, for connections that it closes.
            let exchange = unsafe easy.flatMap { unsafe RunningExchange.of($0) }
            exchange?.wait(for: what)
            sockets.wait(for: what, on: socket, exchange?.id)
            return 0
        }
        unsafe ccu_multi_set_timer_change(handle) { _, milliseconds, context in
            guard let context = unsafe context else { return 0 }
            let sockets = unsafe Unmanaged<SocketTable>.fromOpaque(context).takeUnretainedValue()
            // The next whole millisecond, so that libcurl is not called too early.
            let wait = milliseconds == 0 ? 0 : Int64(milliseconds) + 1
            sockets.due = milliseconds < 0 ? nil : MonotonicClock.milliseconds + wait
            return 0
        }
        return unsafe handle
    }
}
