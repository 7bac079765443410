// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@Suite struct ByteBufferTests {
    /// What is appended, by the kind of piece; from the smallest room, so that it grows.
    private func text(_ append: (inout ByteBuffer) -> Void) -> String {
        var buffer = ByteBuffer(capacity: 0)
        append(&buffer)
        return buffer.text
    }

    @Test(arguments: ["", "a", "網", String(repeating: "long ", count: 1000)])
    func texts(_ piece: String) {
        #expect(text { $0.append(piece) } == piece)
        #expect(
            text { buffer in
                buffer.append("<" as StaticString)
                buffer.append(piece)
                buffer.append(UInt8(ascii: ">"))
            } == "<\(piece)>")
        #expect(text { $0.append(Array(piece.utf8)) } == piece)
    }

    @Test(arguments: [(0..<0, ""), (0..<5, "bytes"), (1..<3, "yt"), (5..<5, "")])
    func someBytes(range: Range<Int>, text: String) {
        var buffer = ByteBuffer(capacity: 0)
        buffer.append("bytes" as String)
        let bytes = buffer.bytes(in: range)
        #expect(bytes == Array(text.utf8))
    }

    @Test(arguments: [0, 7, 10, 65536, -1, .max, .min])
    func numbers(_ number: Int) {
        #expect(text { $0.append(number) } == String(number))
        #expect(
            text { buffer in
                buffer.append("mtu " as StaticString)
                buffer.append(number)
            } == "mtu \(number)")
    }

    @Test func staticTextsOfEveryForm() {
        #expect(text { $0.append("é網" as StaticString) } == "é網")
        #expect(text { $0.append("" as StaticString) } == "")
    }

    @Test func bytes() {
        var buffer = ByteBuffer(capacity: 1)
        buffer.append([1, 2])
        buffer.append(3 as UInt8)
        let bytes = buffer.bytes
        #expect(bytes == [1, 2, 3])
    }

    @Test func membersOfJSON() {
        #expect(
            text { buffer in
                buffer.append(member: "name", isFirst: true)
                buffer.append(quoted: "eth0")
                buffer.append(member: "x", isFirst: false)
                buffer.append(quoted: "")
            } == #""name":"eth0","x":"""#)
    }

    /// All that a string of JSON may hold as it is; and of that what reaches a terminal.
    @Test(arguments: [
        "", "eth0", "a network’s name", "網", "!#[]~", String(repeating: "plain ", count: 20),
    ])
    func plainTexts(plain: String) {
        #expect(ifPlain(plain) == "\"\(plain)\"")
    }

    @Test(arguments: ["\"", "\\", "\0", "\n", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}"], 0..<20)
    func textsThatAreNotPlain(part: String, position: Int) {
        let before = String(repeating: "a", count: position)
        let after = String(repeating: "b", count: 19 - position)
        #expect(ifPlain(before + part + after) == nil)
    }

    /// The text as a string of JSON; `nil` if it is not plain, and then nothing may be appended.
    private func ifPlain(_ piece: String) -> String? {
        var isPlain = true
        let appended = text { isPlain = $0.append(quotedIfPlain: piece) }
        return isPlain || !appended.isEmpty ? appended : nil
    }

    @Test func hexadecimalBytes() {
        #expect(text { $0.append(hexadecimal: []) } == "")
        #expect(text { $0.append(hexadecimal: [0x0A]) } == "0a")
        #expect(text { $0.append(hexadecimal: [0x02, 0x9F, 0xFF]) } == "02:9f:ff")
    }

    @Test func beginsAgain() {
        #expect(
            text { buffer in
                buffer.append("before")
                buffer.removeAll()
                buffer.append("now")
            } == "now")
    }
}
