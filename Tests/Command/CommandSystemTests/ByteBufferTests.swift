// SPDX-License-Identifier: Apache-2.0

import CommandSystem
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

    @Test func beginsAgain() {
        #expect(
            text { buffer in
                buffer.append("before")
                buffer.removeAll()
                buffer.append("now")
            } == "now")
    }
}
