// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSystem
import LoopbackServer

/// How the server answers. `/KEY/FIRST/THEN/NAME` is the path of a file: the first request with this key is answered as
/// FIRST says, and all others as THEN does. Both are lists such as `size=1000,tag=weak`; `-` is a good server.
///
/// | word | values; the first one is the default |
/// |---|---|
/// | `size`, `v` | the length of the file (300000), and its version (1), which decides its bytes |
/// | `tag` | `strong`, `weak`, `none`, `new` (another one in each answer) |
/// | `modified` | `old`, `new` (just now), `none` |
/// | `range` | `yes`, `no`, `offset`, `total`, `multipart`, `unasked`, `blank` (no Content-Range), `part` (half of it) |
/// | `heed` | `yes`, `no` (a range also if If-Range differs) |
/// | `length` | `right`, `none`, `chunked`, `short` (of a 206), `long`, `wrong` (of a 206: that of the file) |
/// | `status` | a status with a page in place of the file |
/// | `retry` | seconds for Retry-After |
/// | `type`, `encoding` | Content-Type, Content-Encoding (`gzip` is really done) |
/// | `cut`, `reset`, `hang` | what happens after so many bytes of the body |
/// | `pace` | bytes in 10 ms, until there is another request with the same key: then the rest at once |
/// | `to` | redirects: `here`, `other` (another origin), `loop`, `ftp`, `none` (no Location) |
/// | `raw` | `endless` (headers, slowly), `huge` (100 MB of headers), `http09`, `garbage`, `close` |
struct Behaviour: Sendable {
    private let words: [String: String]
    private let path: [String]
    private let isNewest: @Sendable () -> Bool

    /// - Parameters:
    ///   - path: the path of the request.
    ///   - number: how many requests there were with the same key, this one included.
    ///   - isNewest: whether there is no later request with that key.
    init(_ path: String, number: Int, isNewest: @escaping @Sendable () -> Bool) {
        self.isNewest = isNewest
        self.path = path.split(separator: "/").map(String.init)
        let list = self.path.count == 4 ? self.path[number == 1 ? 1 : 2] : "status=404"
        words = Dictionary(
            list.split(separator: ",").map { word in
                let parts = word.split(separator: "=", maxSplits: 1)
                return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
            }
        ) { $1 }
    }

    private func number(_ word: String) -> Int? { words[word].flatMap { Int($0) } }
    private var size: Int { number("size") ?? 300_000 }
    private var version: Int { number("v") ?? 1 }

    /// The byte at each position says which position and version it is of.
    private var content: [UInt8] {
        let period = (0..<min(size, 65536)).map { index in
            UInt8(truncatingIfNeeded: index &* 31 &+ index >> 8 &+ version &* 17)
        }
        var content: [UInt8] = []
        content.reserveCapacity(size)
        while content.count < size { content += period.prefix(size - content.count) }
        return content
    }

    private var tag: String? {
        switch words["tag"] {
        case "none": nil
        case "weak": "W/\"v\(version)\""
        case "new": "\"\(UInt64.random(in: 0 ... .max))\""
        case nil, _: "\"v\(version)\""
        }
    }

    private var modified: String? {
        switch words["modified"] {
        case "none": nil
        case "new": Self.date(time(nil))
        case nil, _: Self.date(1_700_000_000 + version)
        }
    }

    private static func date(_ time: time_t) -> String {
        var (time, parts) = (time, tm())
        gmtime_r(&time, &parts)
        var buffer = [CChar](repeating: 0, count: 64)
        let count = strftime(&buffer, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        let bytes = buffer[..<count].map { UInt8(truncatingIfNeeded: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Answers a request.
    ///
    /// - Returns: whether the connection stays open.
    func answer(_ request: Request, _ connection: RawConnection, other: UInt16) -> Bool {
        if let raw = words["raw"] {
            answerRaw(raw, connection)
            return false
        }
        if let target = words["to"] { return redirect(target, connection, other: other) }
        if let status = number("status") { return refuse(status, connection) }
        return serve(request, connection)
    }

    private func answerRaw(_ kind: String, _ connection: RawConnection) {
        switch kind {
        case "endless":
            connection.send("HTTP/1.1 200 OK\r\n")
            while connection.send("X-Filler: a\r\n") { usleep(10_000) }
        case "huge":
            connection.send("HTTP/1.1 200 OK\r\n")
            let line = "X-Filler: " + String(repeating: "a", count: 4000) + "\r\n"
            for _ in 0..<25_000 { guard connection.send(line) else { return } }
            connection.send("Content-Length: 0\r\n\r\n")
        case "http09": connection.send(content)
        case "garbage": connection.send("SSH-2.0-OpenSSH_9.2\r\n")
        case _: return
        }
    }

    private func redirect(_ target: String, _ connection: RawConnection, other: UInt16) -> Bool {
        // The target does the same, but for the redirection. If only later requests are redirected, it is no first one.
        let lists = (path[1].contains("to=") ? [path[1], path[2]] : [path[2], path[2]]).map {
            $0.replacing("to=\(target)", with: "-")
        }
        let plain = "/\(path[0])-at/\(lists[0])/\(lists[1])/\(path[3])"
        let location: String? =
            switch target {
            case "other": "http://127.0.0.1:\(other)\(plain)"
            case "loop": "/" + path.joined(separator: "/")
            case "ftp": "ftp://127.0.0.1/file"
            case "none": nil
            case _: plain
            }
        let field = location.map { "Location: \($0)\r\n" } ?? ""
        let status = number("status") ?? 302
        return connection.send("HTTP/1.1 \(status) Found\r\n\(field)Content-Length: 0\r\n\r\n")
    }

    private func refuse(_ status: Int, _ connection: RawConnection) -> Bool {
        let page = status == 204 || status == 304 ? "" : "<html>no</html>"
        let delay = words["retry"].map { "Retry-After: \($0)\r\n" } ?? ""
        let range = status == 416 ? "Content-Range: bytes */\(size)\r\n" : ""
        let length = status == 204 || status == 304 ? "" : "Content-Length: \(page.utf8.count)\r\n"
        return connection.send(
            "HTTP/1.1 \(status) No\r\n\(delay)\(range)Content-Type: text/html\r\n\(length)\r\n\(page)"
        )
    }

    private func serve(_ request: Request, _ connection: RawConnection) -> Bool {
        let content = content
        let encoded = words["encoding"] == "gzip"
        var fields = ["Content-Type: \(words["type"] ?? "application/octet-stream")"]
        fields.append("Date: " + Self.date(time(nil)))
        if let tag { fields.append("ETag: " + tag) }
        if let modified { fields.append("Last-Modified: " + modified) }
        if let encoding = words["encoding"] { fields.append("Content-Encoding: " + encoding) }
        let isSame =
            request.ifRange.map {
                $0 == modified || $0 == tag && !$0.hasPrefix("W/")
            } ?? true
        let range = words["range"] ?? "yes"
        var status = "200 OK"
        var body = content[...]
        let offset = range == "unasked" ? size / 2 : request.offset
        if range != "no", isSame || words["heed"] == "no", let offset {
            guard offset < size else {
                return connection.send(
                    "HTTP/1.1 416 No\r\nContent-Range: bytes */\(size)\r\nContent-Length: 0\r\n\r\n"
                )
            }
            status = "206 Partial Content"
            let first = range == "offset" ? max(0, offset - 1000) : offset
            let end = range == "part" ? offset + (size - offset + 1) / 2 : size
            let total = range == "total" ? size + 1000 : size
            body = content[first..<end]
            let line = "Content-Range: bytes \(first)-\(end - 1)/\(total)"
            if range == "multipart" {
                fields[0] = "Content-Type: multipart/byteranges; boundary=b"
                let head = Array("--b\r\n\(line)\r\n\r\n".utf8)
                body = (head + body + Array("\r\n--b--\r\n".utf8))[...]
            } else if range != "blank" {
                fields.append(line)
            }
        }
        return send(status, fields, encoded ? Gzip.stored(Array(body)) : Array(body), connection)
    }

    private func send(
        _ status: String, _ fields: [String], _ body: [UInt8], _ connection: RawConnection
    ) -> Bool {
        var (fields, body, staysOpen) = (fields, body, true)
        switch words["length"] {
        case "none":
            fields.append("Connection: close")
            staysOpen = false
        case "chunked":
            fields.append("Transfer-Encoding: chunked")
            let head = Array((String(body.count, radix: 16) + "\r\n").utf8)
            body = head + body + Array("\r\n0\r\n\r\n".utf8)
        case "short" where status.hasPrefix("206"):
            fields.append("Content-Length: \(body.count - 1000)")
        case "long":
            fields.append("Content-Length: \(body.count + 1000)")
            staysOpen = false
        case "wrong": fields.append("Content-Length: \(size)")
        case nil, _: fields.append("Content-Length: \(body.count)")
        }
        connection.send("HTTP/1.1 \(status)\r\n" + fields.joined(separator: "\r\n") + "\r\n\r\n")
        let limit = number("cut") ?? number("reset") ?? number("hang") ?? body.count
        guard sendBody(Array(body.prefix(limit)), connection) else { return false }
        if words["cut"] != nil { return false }
        if words["reset"] != nil {
            // What was sent arrives before the reset.
            connection.waitForArrival()
            connection.reset()
            return false
        }
        if words["hang"] != nil { return !connection.waitForClose(milliseconds: 60_000) }
        return staysOpen
    }

    private func sendBody(_ body: [UInt8], _ connection: RawConnection) -> Bool {
        guard let pace = number("pace") else { return connection.send(body) }
        var rest = body[...]
        while !rest.isEmpty, isNewest() {
            guard connection.send(Array(rest.prefix(pace))) else { return false }
            rest = rest.dropFirst(pace)
            usleep(10_000)
        }
        return rest.isEmpty || connection.send(Array(rest))
    }
}
