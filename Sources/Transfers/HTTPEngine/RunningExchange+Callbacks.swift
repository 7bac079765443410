// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Glibc

/// The functions that libcurl calls for an exchange: each finds the exchange, and calls its method.
extension RunningExchange {
    /// Sets the callbacks that all exchanges have.
    ///
    /// - Parameter message: where libcurl writes its sentence about a failure. It must live as long as the handle.
    func connectCallbacks(message: UnsafeMutablePointer<CChar>) {
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
            unsafe RunningExchange.of(context)?.begin()
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

    /// Sets the callbacks for the content of a request.
    func connectContent() {
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
                exchange.seekContent(to: Int64(offset))
            else { return CURL_SEEKFUNC_FAIL }
            return CURL_SEEKFUNC_OK
        }
        followProgress()
    }

    /// Sets the callback after each read and write.
    func followProgress() {
        unsafe ccu_set_pointer(
            easy, CURLOPT_XFERINFODATA, Unmanaged.passUnretained(self).toOpaque())
        unsafe ccu_set_progress(easy) { context, _, _, _, sent in
            guard let exchange = unsafe RunningExchange.of(context) else { return 0 }
            exchange.moved(sent: Int64(sent))
            return 0
        }
        unsafe ccu_set_number(easy, CURLOPT_NOPROGRESS, 0)
    }
}
