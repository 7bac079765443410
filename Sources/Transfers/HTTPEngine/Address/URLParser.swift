// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import LinuxSystem

/// libcurl's URL parser (libcurl-url(3)).
@safe final class URLParser {
    private let handle: OpaquePointer

    init() throws(URLParts.ParseError) {
        do throws(SystemError) { try CurlLibrary.load() } catch { throw .noParser(error) }
        // It fails only without memory.
        guard let handle = unsafe ccu_url() else { fatalError("no memory for a URL") }
        unsafe self.handle = unsafe handle
    }

    deinit {
        unsafe ccu_url_cleanup(handle)
    }

    /// Sets a part, or removes it. A URL is resolved against the one that was set before.
    func set(_ part: CURLUPart, to text: String?) throws(URLParts.ParseError) {
        if text?.utf8.contains(0) == true { throw .malformed("a zero byte") }
        let isURL = part == CURLUPART_URL
        // Not of single parts, where it would encode brackets.
        let flags = isURL ? UInt32(CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME) : 0
        let result = unsafe ccu_url_set(handle, part, text, flags)
        guard result == CURLUE_OK else {
            throw .malformed(unsafe String(cString: ccu_url_strerror(result)))
        }
    }

    /// Gets a part; `nil` if the URL does not have it.
    func get(_ part: CURLUPart, flags: UInt32 = 0) -> String? {
        unsafe text { unsafe ccu_url_get(handle, part, &$0, flags) }
    }

    /// The name of the host in ASCII, as name servers know it (`xn--…`); `nil` if there is none, or no such form.
    var asciiHost: String? { unsafe text { unsafe ccu_url_get_ascii_host(handle, &$0) } }

    private func text(_ get: (inout UnsafeMutablePointer<CChar>?) -> CURLUcode) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe get(&text) == CURLUE_OK else { return nil }
        defer { unsafe ccu_free(text) }
        return unsafe text.map { unsafe String(cString: $0) }
    }
}
