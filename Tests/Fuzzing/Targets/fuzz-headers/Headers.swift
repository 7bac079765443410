// SPDX-License-Identifier: Apache-2.0

@testable import HTTPEngine
@testable import TransferRules

/// Reads the input as the header of an answer, line by line as the engine gets it, and every field with its parser.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    check(name: String(decoding: bytes, as: UTF8.self))
    if let response = head(bytes) { check(response) }
    // As the lines of a header whose first one is good: most mutations of a status line are none.
    if let response = head(Array("HTTP/1.1 206 \r\n".utf8) + bytes) { check(response) }
    return 0
}

/// The answer whose header ends in the bytes, or at their end.
private func head(_ bytes: [UInt8]) -> HTTPResponse? {
    var head = ResponseHead(limit: 1 << 20)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in lines.map({ Array($0) + [UInt8(ascii: "\n")] }) + [Array("\r\n".utf8)] {
        switch head.take(line) {
        case .more: continue
        case .complete(let response): return response
        case .malformed: return nil
        case .tooLong: preconditionFailure("longer than its input")
        }
    }
    return nil
}

private let now = HTTPDate(seconds: 1_795_251_600)
private let origin = Origin(scheme: "https", host: "example.org", port: nil)

private func check(_ response: HTTPResponse) {
    precondition((200...999).contains(response.status))
    let headers = HeaderFields(response.fields)
    check(numbersIn: headers)
    for digest in headers.representationDigests + headers.contentDigests {
        precondition(digest.bytes.count == digest.algorithm.length)
        let member = "\(digest.algorithm.rawValue)=:\(Printed.base64(digest.bytes)):"
        precondition(ContentDigest(member: member) == digest)
    }
    for field in response.fields {
        check(name: field.value)
        check(date: field.value)
        if let tag = EntityTag(field.value) { precondition(isSendable(tag.text)) }
    }
    let name = FileName.choose(headers, lastComponent: headers.mediaType)
    precondition(isSafe(name), name)
    check(resumptionWith: headers)
}

private func check(numbersIn headers: HeaderFields) {
    if let length = headers.contentLength {
        precondition(length >= 0 && !headers.contains("Transfer-Encoding"))
    }
    switch headers.contentRange {
    case .part(let first, let end, let complete)?:
        precondition(0 <= first && first < end && end <= complete ?? .max)
        let text = "bytes \(first)-\(end - 1)/\(complete.map(String.init) ?? "*")"
        precondition(ContentRange(text) == headers.contentRange)
    case .beyond(let complete)?:
        precondition(complete >= 0 && ContentRange("bytes */\(complete)") == headers.contentRange)
    case nil: break
    }
    if let delay = headers.retryAfter(now: now) {
        precondition((.zero ... .seconds(86_400)).contains(delay))
    }
}

/// Checks that a name never leaves its folder, hides nothing, and stays the same when it is cleaned again.
private func check(name text: String) {
    guard let name = FileName.clean(text) else { return }
    precondition(isSafe(name), name)
    precondition(FileName.clean(name).map { Array($0.utf8) } == Array(name.utf8), name)
    let short = FileName.shorten(name, to: 40)
    precondition(short.utf8.count <= 40 && name.utf8.starts(with: short.utf8))
}

private func isSafe(_ name: String) -> Bool {
    let forbidden = [UInt8(ascii: "/"), UInt8(ascii: "\\"), 127] + Array(0..<32)
    // What a name is put behind must stay a slash.
    return "/\(name)".first == "/" && !name.isEmpty && name.utf8.count <= 255
        && name.utf8.first != UInt8(ascii: ".")
        && !name.utf8.contains(where: forbidden.contains)
        && !name.unicodeScalars.contains { ("\u{202A}"..."\u{202E}").contains($0) }
}

/// Checks that a date that was understood is the one that its printed form says.
private func check(date text: String) {
    guard let date = HTTPDate(text, now: now) else { return }
    precondition(HTTPDate(Printed.date(date.seconds), now: now) == date, text)
}

/// Whether a value can be sent in a header field as it is.
private func isSendable(_ value: String) -> Bool { value.utf8.allSatisfy { $0 >= 32 && $0 != 127 } }

/// Takes the header for that of a file's beginning, and for the answers about its rest.
private func check(resumptionWith headers: HeaderFields) {
    let provenance = Provenance(headers, from: origin)
    precondition(provenance.differences(about: headers, from: origin).isEmpty)
    guard let content = PartialContent(status: 200, headers, from: origin, now: now) else { return }
    precondition(isSendable(content.validator.text))
    for offset: Int64 in [1, 1000] {
        let resumption = Resumption(offset: offset, of: content)
        guard
            case .part(let end, let total) = resumption.answer(status: 206, headers, from: origin)
        else { continue }
        precondition(offset < end && end <= total && total == content.total ?? total)
        let stranger = Origin(scheme: "http", host: "example.org", port: nil)
        precondition(resumption.answer(status: 206, headers, from: stranger) == .unusable(.origin))
    }
}

/// The other way round: what the parsers read.
private enum Printed {
    static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let bits =
                part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
            let characters = (0..<4).map { digits[Int(bits >> UInt32(18 - 6 * $0)) & 63] }
            text += String(characters.prefix(part.count + 1))
            text += String(repeating: "=", count: 3 - part.count)
        }
        return text
    }

    /// The preferred format, with the day of the week that is not compared. Days are counted off, a year at a time.
    static func date(_ seconds: Int64) -> String {
        var days = Int((Double(seconds) / 86_400).rounded(.down))
        let rest = Int(seconds) - days * 86_400
        var year = 1970
        func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
        while days < 0 {
            year -= 1
            days += isLeap(year) ? 366 : 365
        }
        while days >= (isLeap(year) ? 366 : 365) {
            days -= isLeap(year) ? 366 : 365
            year += 1
        }
        let months = [
            ("Jan", 31), ("Feb", isLeap(year) ? 29 : 28), ("Mar", 31), ("Apr", 30), ("May", 31),
            ("Jun", 30), ("Jul", 31), ("Aug", 31), ("Sep", 30), ("Oct", 31), ("Nov", 30),
            ("Dec", 31),
        ]
        var month = 0
        while days >= months[month].1 {
            days -= months[month].1
            month += 1
        }
        func digits(_ number: Int, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "Mon, \(digits(days + 1)) \(months[month].0) \(digits(year, 4)) "
            + "\(digits(rest / 3600)):\(digits(rest / 60 % 60)):\(digits(rest % 60)) GMT"
    }
}
