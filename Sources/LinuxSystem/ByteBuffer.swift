// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Text in UTF-8 that is put together piece by piece. (An array appends a string's bytes by way of an
/// iterator, which for the few bytes of a piece costs many times what copying them does.)
@safe package struct ByteBuffer: ~Copyable {
    private var room: UnsafeMutableRawBufferPointer
    /// How many bytes there are.
    package private(set) var count = 0

    /// An empty buffer.
    ///
    /// - Parameter capacity: how many bytes it has room for before it must grow.
    package init(capacity: Int) {
        let size = max(capacity, 1)
        guard let start = unsafe malloc(size) else { fatalError("out of memory") }
        unsafe room = UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    deinit {
        unsafe free(room.baseAddress)
    }

    /// Appends a byte.
    package mutating func append(_ byte: UInt8) {
        if unsafe count == room.count { grow(by: 1) }
        unsafe room[count] = byte
        count += 1
    }

    /// Appends a text that is known when the program is built.
    package mutating func append(_ text: StaticString) {
        if text.hasPointerRepresentation {
            let length = text.utf8CodeUnitCount
            unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: length))
        } else {
            append(String(describing: text))
        }
    }

    /// Appends a text.
    package mutating func append(_ text: String) {
        let bytes = text.utf8Span.span
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    /// Appends a text, unless it has a byte of a set; then nothing.
    ///
    /// - Returns: whether it has none.
    package mutating func append(_ text: String, unlessWith refused: ByteSet) -> Bool {
        let span = text.utf8Span.span
        return unsafe span.withUnsafeBytes { bytes in
            for index in 0..<bytes.count where unsafe refused.contains(bytes[index]) {
                return false
            }
            unsafe append(bytes)
            return true
        }
    }

    /// Appends bytes.
    package mutating func append(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    /// Appends a number in decimal digits.
    package mutating func append(_ number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        let start = count
        var rest = number.magnitude
        repeat {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        unsafe room[start..<count].reverse()
    }

    /// Appends a number that is not negative in so many digits, with zeros before it.
    package mutating func append(_ number: Int64, digits: Int) {
        // Only by ten is divided, which is no division for the machine.
        if digits > 1 { append(number / 10, digits: digits - 1) }
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// The bytes.
    package var bytes: [UInt8] { unsafe [UInt8](room[..<count]) }

    /// The text. Bytes that are not UTF-8 stand as U+FFFD.
    package var text: String {
        unsafe String(decoding: room[..<count], as: UTF8.self)
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if unsafe bytes.count > room.count - count { grow(by: bytes.count) }
        unsafe UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    /// Calls `body` with the bytes.
    borrowing func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe body(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }

    /// Makes room for so many bytes more (`realloc(3)`, which moves whole pages without copying them).
    private mutating func grow(by more: Int) {
        let size = unsafe max(count + more, room.count * 2)
        guard let start = unsafe realloc(room.baseAddress, size) else {
            fatalError("out of memory")
        }
        unsafe room = UnsafeMutableRawBufferPointer(start: start, count: size)
    }
}

/// A set of bytes.
package struct ByteSet: Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    /// The bytes of which something holds.
    package init(where holds: (UInt8) -> Bool) {
        for byte in UInt8.min...UInt8.max where holds(byte) {
            let bit = UInt64(1) << UInt64(byte & 63)
            switch byte >> 6 {
            case 0: words.0 |= bit
            case 1: words.1 |= bit
            case 2: words.2 |= bit
            default: words.3 |= bit
            }
        }
    }

    /// Whether a byte is in it.
    package func contains(_ byte: UInt8) -> Bool {
        let word =
            switch byte >> 6 {
            case 0: words.0
            case 1: words.1
            case 2: words.2
            default: words.3
            }
        return word >> UInt64(byte & 63) & 1 != 0
    }
}
