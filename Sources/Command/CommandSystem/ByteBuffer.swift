// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A growing buffer of bytes for text in UTF-8.
///
/// An array appends the bytes of a string one by one through an iterator, which is many times slower than a copy.
@safe package struct ByteBuffer: ~Copyable {
    private var start: UnsafeMutableRawPointer
    /// How many bytes fit before the buffer must grow.
    private var capacity: Int
    /// How many bytes there are.
    package private(set) var count = 0

    /// An empty buffer.
    ///
    /// - Parameter capacity: how many bytes fit before the buffer must grow.
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

    /// Appends a string literal.
    package mutating func append(_ text: StaticString) {
        guard text.hasPointerRepresentation else { return append(String(describing: text)) }
        unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a text.
    package mutating func append(_ text: String) {
        let bytes = text.utf8Span.span
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    /// Appends bytes.
    package mutating func append(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
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

    /// Appends a number that is not negative with a fixed number of digits, padded with zeros.
    ///
    /// It is not inlined: a time stamp calls it seven times in a row.
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

    /// Removes all bytes and keeps the capacity.
    package mutating func removeAll() { count = 0 }

    /// The bytes.
    package var bytes: [UInt8] {
        unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The bytes as text. What is not valid UTF-8 becomes U+FFFD.
    package var text: String {
        unsafe String(
            decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Calls `body` with the bytes.
    borrowing func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe body(UnsafeRawBufferPointer(start: start, count: count))
    }
}

// Whoever calls `put` reserves the room first.
extension ByteBuffer {
    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        unsafe put(bytes)
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

    /// Grows by at least as many bytes (`realloc(3)`, which moves whole pages without copying them).
    @inline(never) private mutating func grow(by more: Int) {
        capacity = max(count + more, capacity * 2)
        guard let moved = unsafe realloc(start, capacity) else { fatalError("out of memory") }
        unsafe start = moved
    }
}
