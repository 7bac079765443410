// SPDX-License-Identifier: Apache-2.0

@testable import CommandSystem
import FoundationEssentials
@testable import LinuxSystem
@testable import ReachCommand

/// Writes the input as a name in each syntax, and reads it back byte by byte, as programs without characters do. (The
/// tests read such texts with the parsers of other projects.)
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    check(json: text)
    check(markup: text)
    check(label: text)
    check(field: text)
    check(url: text)
    precondition(
        text.escaped.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    let bounded = text.bounded(to: 40)
    precondition(bounded.utf8.count <= 40 || text.utf8.count <= 40)
    return 0
}

private func check(json text: String) {
    let written = JSONLineEncoder.text(text)
    let read = try? JSONDecoder().decode(String.self, from: Data(written.utf8))
    precondition(read.map { Array($0.utf8) } == Array(text.utf8), written)
    precondition(written.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, written)
}

private func check(markup text: String) {
    let written = Array(text.xml.utf8)
    let active = Array("<>\"".utf8)
    precondition(!written.contains(where: active.contains))
    for place in written.indices where written[place] == UInt8(ascii: "&") {
        let rest = written[place...]
        precondition(
            ["&amp;", "&lt;", "&gt;", "&quot;", "&#13;"].contains { rest.starts(with: $0.utf8) })
    }
}

private func check(label text: String) {
    var metrics = MetricsWriter()
    metrics.metric("m", .gauge, help: "h")
    metrics.sample(7, ("l", text))
    let begin = Array("m{l=\"".utf8)
    let lines = metrics.bytes.split(separator: UInt8(ascii: "\n"))
    precondition(lines.count == 3 && lines[2].starts(with: begin), "a label ends a line")
    var value: [UInt8] = []
    var rest = lines[2].dropFirst(begin.count)
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
        guard byte == UInt8(ascii: "\\") else {
            value.append(byte)
            continue
        }
        let next = rest.popFirst()
        value.append(next == UInt8(ascii: "n") ? 0x0A : next ?? 0)
    }
    precondition(value == Array(text.utf8) && rest.elementsEqual("} 7".utf8), text)
}

private func check(field text: String) {
    var entry = JournalEntry("m", .pathChange)
    entry.add("TEXT", text)
    let plain = Array("\nTEXT=".utf8) + text.utf8 + [0x0A]
    let length = (0..<8).map { UInt8(truncatingIfNeeded: text.utf8.count >> ($0 * 8)) }
    let long = Array("\nTEXT\n".utf8) + length + text.utf8 + [0x0A]
    precondition(entry.encoded.ends(with: text.utf8.contains(0x0A) ? long : plain))
}

/// Checks that nothing of an authority is in the parts behind it, and that it is found again without its user.
private func check(url text: String) {
    guard let authority = URLAuthority(text) else { return }
    let parts =
        Array(authority.scheme.utf8) + "://".utf8
        + (authority.userInformation.map { Array($0.utf8) + "@".utf8 } ?? []) + authority.host.utf8
    precondition(text.utf8.starts(with: parts))
    precondition(!authority.host.utf8.contains { "/?#@".utf8.contains($0) })
    let shown = WebAddress.withoutCredentials(text)
    precondition(URLAuthority(shown)?.userInformation == nil, shown)
    precondition(
        URLAuthority(shown).map { Array($0.host.utf8) } == Array(authority.host.utf8), shown)
}

extension [UInt8] {
    fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
