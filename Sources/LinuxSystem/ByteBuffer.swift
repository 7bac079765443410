// SPDX-License-Identifier: Apache-2.0

/// Text in UTF-8 that is put together piece by piece. (An array appends a string's bytes by way of an
/// iterator, which for the few bytes of a piece costs many times what copying them does.)
@safe package struct ByteBuffer: ~Copyable {
    @usableFromInline var room: UnsafeMutableRawBufferPointer
    /// How many bytes there are.
    @usableFromInline package var count = 0

    /// An empty buffer.
    ///
    /// - Parameter capacity: how many bytes it has room for before it must grow.
    package init(capacity: Int) {
        unsafe room = .allocate(byteCount: max(capacity, 1), alignment: 1)
    }

    deinit {
        unsafe room.deallocate()
    }

    /// Appends a byte.
    @inlinable @inline(__always) package mutating func append(_ byte: UInt8) {
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

    /// Appends a text if all of its bytes will do; else nothing.
    ///
    /// - Returns: whether they do.
    @inlinable @inline(__always) package mutating func append(
        _ text: String,
        ifAll willDo: (UInt8) -> Bool
    ) -> Bool {
        let span = text.utf8Span.span
        return unsafe span.withUnsafeBytes { bytes in
            for index in 0..<bytes.count where unsafe !willDo(bytes[index]) { return false }
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

    /// The bytes.
    package var bytes: [UInt8] { unsafe [UInt8](room[..<count]) }

    /// The text. Bytes that are not UTF-8 stand as U+FFFD.
    package var text: String {
        unsafe String(decoding: room[..<count], as: UTF8.self)
    }

    @usableFromInline mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if unsafe bytes.count > room.count - count { grow(by: bytes.count) }
        unsafe UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    /// Makes room for so many bytes more.
    @usableFromInline mutating func grow(by more: Int) {
        let larger = unsafe UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(count + more, room.count * 2), alignment: 1)
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<count]))
        unsafe room.deallocate()
        unsafe room = larger
    }
}
