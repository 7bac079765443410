// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Text in UTF-8 that is put together piece by piece. (An array appends a string's bytes by way of an
/// iterator, which for the few bytes of a piece costs many times what copying them does.)
@safe package struct ByteBuffer: ~Copyable {
    private var start: UnsafeMutableRawPointer
    /// How many bytes it has room for.
    private var capacity: Int
    /// How many bytes there are.
    package private(set) var count = 0

    /// An empty buffer.
    ///
    /// - Parameter capacity: how many bytes it has room for before it must grow.
    package init(capacity: Int) {
        self.capacity = max(capacity, 1)
        guard let start = unsafe malloc(self.capacity) else { fatalError("out of memory") }
        unsafe self.start = start
    }

    deinit {
        unsafe free(start)
    }

    /// Appends a byte.
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        put(byte)
    }

    /// Appends a text that is known when the program is built.
    package mutating func append(_ text: StaticString) {
        guard text.hasPointerRepresentation else { return append(String(describing: text)) }
        unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends the name of a member of an object in JSON, which needs no escape: in quotation marks, with
    /// its colon, and behind a comma unless it is the first. (A call for each of these bytes would take
    /// longer than the name.)
    package mutating func append(member name: StaticString, isFirst: Bool) {
        let bytes = unsafe UnsafeRawBufferPointer(
            start: name.utf8Start, count: name.utf8CodeUnitCount)
        reserve(bytes.count + 4)
        if !isFirst { put(UInt8(ascii: ",")) }
        put(UInt8(ascii: "\""))
        unsafe put(bytes)
        put(UInt8(ascii: "\""))
        put(UInt8(ascii: ":"))
    }

    /// Appends a text.
    package mutating func append(_ text: String) {
        let bytes = text.utf8Span.span
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    /// Appends a text in quotation marks.
    package mutating func append(quoted text: String) {
        let bytes = text.utf8Span.span
        unsafe bytes.withUnsafeBytes { unsafe append(quoted: $0) }
    }

    /// Appends a text as a string of JSON, unless it has a character that must be escaped there, or that a
    /// terminal would act upon; then nothing.
    ///
    /// - Returns: whether it has none.
    package mutating func append(quotedIfPlain text: String) -> Bool {
        let span = text.utf8Span.span
        return unsafe span.withUnsafeBytes { bytes in
            // To the end in any case, which takes a few bytes at once.
            var escapes: UInt8 = 0
            for index in 0..<bytes.count { escapes |= unsafe Self.needsEscape(bytes[index]) }
            guard escapes == 0 else { return false }
            unsafe append(quoted: bytes)
            return true
        }
    }

    /// 1 for a byte that JSON allows in a string only in another form, or that a terminal acts upon, or that
    /// begins such a character: DEL, and the control characters that UTF-8 begins with C2.
    private static func needsEscape(_ byte: UInt8) -> UInt8 {
        func isOne(_ holds: Bool) -> UInt8 { holds ? 1 : 0 }
        return isOne(byte < 0x20) | isOne(byte == UInt8(ascii: "\"")) | isOne(byte == 0x7F)
            | isOne(byte == UInt8(ascii: "\\")) | isOne(byte == 0xC2)
    }

    /// Appends bytes.
    package mutating func append(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    /// Appends bytes in hexadecimal digits, with colons between them.
    package mutating func append(hexadecimal bytes: [UInt8]) {
        reserve(bytes.count * 3)
        for position in bytes.indices {
            if position > 0 { put(UInt8(ascii: ":")) }
            put(Self.digit(bytes[position] >> 4))
            put(Self.digit(bytes[position] & 0xF))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10)
    }

    /// Appends a number in decimal digits.
    package mutating func append(_ number: Int) {
        // -9223372036854775808
        reserve(20)
        if number < 0 { put(UInt8(ascii: "-")) }
        let first = count
        var rest = number.magnitude
        repeat {
            put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        var digits = unsafe UnsafeMutableRawBufferPointer(
            start: start + first, count: count - first)
        unsafe digits.reverse()
    }

    /// Appends a number that is not negative in so many digits, with zeros before it. (Called, as it is for seven
    /// numbers of a time one after the other.)
    @inline(never) package mutating func append(_ number: Int64, digits: Int) {
        reserve(digits)
        var rest = number.magnitude
        for position in stride(from: count + digits - 1, through: count, by: -1) {
            let digit = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            unsafe start.storeBytes(of: digit, toByteOffset: position, as: UInt8.self)
            rest /= 10
        }
        count += digits
    }

    /// Takes all bytes out; the room for them stays.
    package mutating func removeAll() { count = 0 }

    /// The bytes.
    package var bytes: [UInt8] {
        unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Some of the bytes.
    package func bytes(in range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "there are not so many")
        return unsafe [UInt8](
            UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
    }

    /// The text. Bytes that are not UTF-8 stand as U+FFFD.
    package var text: String {
        unsafe String(
            decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Calls `body` with the bytes.
    borrowing func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe body(UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// How bytes come in. Who puts some makes room for them first.
extension ByteBuffer {
    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        unsafe put(bytes)
    }

    private mutating func append(quoted bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count + 2)
        put(UInt8(ascii: "\""))
        unsafe put(bytes)
        put(UInt8(ascii: "\""))
    }

    @inline(__always) private mutating func put(_ byte: UInt8) {
        unsafe start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    @inline(__always) private mutating func put(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        unsafe (start + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    @inline(__always) private mutating func reserve(_ more: Int) {
        if more > capacity - count { grow(by: more) }
    }

    /// Makes room for so many bytes more (`realloc(3)`, which moves whole pages without copying them).
    @inline(never) private mutating func grow(by more: Int) {
        capacity = max(count + more, capacity * 2)
        guard let moved = unsafe realloc(start, capacity) else { fatalError("out of memory") }
        unsafe start = moved
    }
}
