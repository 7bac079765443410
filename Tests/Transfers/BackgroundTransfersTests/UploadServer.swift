// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import LoopbackServer

/// A server that takes files by PUT, by POST, and by the published protocol tus 1.0.0 with its extension for creation, and
/// that misbehaves as a test says.
///
/// What arrives by tus stays, also if the connection is lost. Files by PUT and POST are there once they are complete.
final class UploadServer: Sendable {
    /// A request that has come, without its content.
    struct Seen: Sendable {
        var method: String
        var path: String
        var fields: [String: String]
        /// How many requests with this method have come, this one included.
        var number: Int
    }

    /// What the server does instead of what is right.
    enum Fault: Sendable {
        /// Takes so many bytes of the content, and resets the connection.
        case reset(after: Int)
        /// Takes so many bytes of the content, and says nothing any more.
        case hang(after: Int)
        /// Answers with this status and these fields before the content.
        case refuse(Int, [String] = [])
        /// Takes the content, and answers with this status and these fields.
        case answer(Int, [String] = [])
        /// Takes so many bytes of the content, and the rest only when the gate is open.
        case wait(after: Int, Gate)
        /// Takes the content without `100 Continue`.
        case withoutPermission
        /// Does not know the upload any more.
        case forget
        /// Sends an offset that is too high by so much.
        case exaggerate(Int)
    }

    /// Lets a server go on, once it is open.
    final class Gate: Sendable {
        private let state = Lock(false)
        var isOpen: Bool { state.withLock { $0 } }
        func open() { state.withLock { $0 = true } }
        /// Waits until it is open, at most ten minutes.
        fileprivate func wait() {
            let end = MonotonicClock.milliseconds + 600_000
            while !isOpen, MonotonicClock.milliseconds < end { usleep(5000) }
        }
    }

    private struct State {
        var requests: [Seen] = []
        var places: [String: [UInt8]] = [:]
        var lengths: [String: Int] = [:]
        var files: [String: [UInt8]] = [:]
        /// The places that a request is writing to.
        var busy: Set<String> = []
        var completions = 0
        var taken = 0
    }

    private let state = Lock(State())
    private let server: RawServer
    /// The port.
    var port: UInt16 { server.port }
    /// The requests so far.
    var requests: [Seen] { state.withLock { $0.requests } }
    /// The complete files, by their paths.
    var files: [String: [UInt8]] { state.withLock { $0.files } }
    /// The complete file; `nil` if there is none, or more than one.
    var onlyFile: [UInt8]? { files.count == 1 ? files.values.first : nil }
    /// How often a file was complete.
    var completions: Int { state.withLock { $0.completions } }
    /// Whether an upload by tus is being received.
    var isBusy: Bool { state.withLock { !$0.busy.isEmpty } }
    /// Waits until so many bytes of all contents have come.
    func waitForContent(_ count: Int) async throws {
        while state.withLock({ $0.taken < count }) { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// The number of bytes that uploads by tus have.
    var received: Int { state.withLock { $0.places.values.map(\.count).reduce(0, +) } }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - speaksTus: whether it says so if it is asked.
    ///   - fault: what it does instead of what is right; `nil` for nothing.
    init(
        speaksTus: Bool = false, fault: @escaping @Sendable (Seen) -> Fault? = { _ in nil }
    ) throws {
        let state = state
        server = try RawServer { connection in
            while let seen = Self.read(connection, state) {
                let visit = Visit(
                    connection: connection, seen: seen, state: state, speaksTus: speaksTus,
                    fault: fault(seen))
                guard visit.answer() else { return }
            }
        }
    }

    deinit { server.stop() }

    /// A URL of the server.
    func url(_ path: String = "/place", user: String = "") throws -> URL {
        let text = "http://\(user)127.0.0.1:\(server.port)\(path)"
        guard let url = URL(string: text) else { throw CocoaError(.fileNoSuchFile) }
        return url
    }

    private static func read(_ connection: RawConnection, _ state: Lock<State>) -> Seen? {
        let lines = connection.readRequest().split(separator: "\r\n")
        guard let words = lines.first?.split(separator: " "), words.count == 3 else { return nil }
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (line[..<colon].lowercased(), String(value))
        }
        return state.withLock { state in
            let method = String(words[0])
            let seen = Seen(
                method: method, path: String(words[1]),
                fields: Dictionary(fields) { first, _ in first },
                number: state.requests.count { $0.method == method } + 1)
            state.requests.append(seen)
            return seen
        }
    }

    /// A request that is being answered.
    private struct Visit {
        let connection: RawConnection
        let seen: Seen
        let state: Lock<State>
        let speaksTus: Bool
        let fault: Fault?

        private var length: Int { seen.fields["content-length"].flatMap { Int($0) } ?? 0 }

        /// - Returns: whether the connection stays open.
        func answer() -> Bool {
            switch fault {
            case .refuse(let status, let fields):
                let isSent = send(status, fields)
                // The client obeys the answer, and closes the connection before its request is complete.
                return length == 0 ? isSent : !connection.waitForClose(milliseconds: 120_000)
            case .forget: state.withLock { $0.places[seen.path] = nil }
            case .reset, .hang, .answer, .wait, .withoutPermission, .exaggerate, nil: break
            }
            switch seen.method {
            case "OPTIONS": return options()
            case "POST" where seen.fields["upload-length"] != nil: return create()
            case "HEAD": return head()
            case "PATCH": return patch()
            case "PUT", "POST": return whole()
            case _: return send(405, [])
            }
        }

        private func send(_ status: Int, _ fields: [String]) -> Bool {
            let hasContent = seen.method != "HEAD" && status != 204
            let all = fields + (hasContent ? ["Content-Length: 0"] : [])
            return connection.send(
                "HTTP/1.1 \(status) Status\r\n" + all.map { $0 + "\r\n" }.joined() + "\r\n")
        }

        private static let version = "Tus-Resumable: 1.0.0"

        private func options() -> Bool {
            guard speaksTus else { return send(405, []) }
            return send(
                204, [Self.version, "Tus-Version: 1.0.0", "Tus-Extension: creation"])
        }

        private func create() -> Bool {
            guard seen.fields["tus-resumable"] == "1.0.0",
                let total = seen.fields["upload-length"].flatMap({ Int($0) })
            else { return send(412, [Self.version]) }
            let place = "/places/\(UInt64.random(in: .min ... .max))?secret=opensesame"
            state.withLock { state in
                state.places[place] = []
                state.lengths[place] = total
                if total == 0 { state.completions += 1 }
            }
            if case .answer(let status, let fields) = fault { return send(status, fields) }
            if case .reset = fault {
                connection.reset()
                return false
            }
            return send(201, [Self.version, "Location: \(place)"])
        }

        private func head() -> Bool {
            let (count, total) = state.withLock {
                ($0.places[seen.path]?.count, $0.lengths[seen.path])
            }
            guard let count, let total else { return send(404, [Self.version]) }
            var offset = count
            if case .exaggerate(let more) = fault { offset += more }
            return send(
                200,
                [
                    Self.version, "Upload-Offset: \(offset)", "Upload-Length: \(total)",
                    "Cache-Control: no-store",
                ])
        }

        private func patch() -> Bool {
            let (count, total) = state.withLock {
                ($0.places[seen.path]?.count, $0.lengths[seen.path])
            }
            guard let count, let total else { return send(404, [Self.version]) }
            guard seen.fields["tus-resumable"] == "1.0.0" else { return send(412, [Self.version]) }
            guard seen.fields["content-type"] == "application/offset+octet-stream" else {
                return send(415, [Self.version])
            }
            guard seen.fields["upload-offset"] == "\(count)", length <= total - count else {
                return send(409, [Self.version])
            }
            guard state.withLock({ $0.busy.insert(seen.path).inserted }) else {
                return send(423, [Self.version])
            }
            defer { _ = state.withLock { $0.busy.remove(seen.path) } }
            let isComplete = take { bytes in
                state.withLock { state in
                    state.places[seen.path]? += bytes
                    guard let content = state.places[seen.path], content.count == total else {
                        return
                    }
                    state.files[seen.path] = content
                    state.completions += 1
                }
            }
            guard isComplete else { return false }
            if case .answer(let status, let fields) = fault { return send(status, fields) }
            return send(204, [Self.version, "Upload-Offset: \(count + length)"])
        }

        private func whole() -> Bool {
            var content: [UInt8] = []
            guard take({ content += $0 }) else { return false }
            if case .answer(let status, let fields) = fault { return send(status, fields) }
            state.withLock { state in
                state.files[seen.path] = content
                state.completions += 1
            }
            return send(201, [])
        }

        /// Reads the content.
        ///
        /// - Returns: whether all of it has come.
        private func take(_ body: ([UInt8]) -> Void) -> Bool {
            var rest = length
            var limit = Int.max
            var isSilent = false
            var gate: (rest: Int, gate: Gate)?
            switch fault {
            case .reset(let count), .hang(let count): limit = count
            case .withoutPermission: isSilent = true
            case .wait(let count, let closed): gate = (length - count, closed)
            case .refuse, .answer, .forget, .exaggerate, nil: break
            }
            if seen.fields["expect"] != nil, !isSilent {
                connection.send("HTTP/1.1 100 Continue\r\n\r\n")
            }
            while rest > 0, limit > 0 {
                if let gate, rest <= gate.rest { gate.gate.wait() }
                let bytes = connection.read(atMost: min(rest, limit, 64 << 10))
                guard !bytes.isEmpty else { return false }
                state.withLock { $0.taken += bytes.count }
                body(bytes)
                rest -= bytes.count
                limit -= bytes.count
            }
            switch fault {
            case .reset:
                // The client may come back at once.
                state.withLock { _ = $0.busy.remove(seen.path) }
                connection.reset()
                return false
            case .hang:
                _ = connection.waitForClose(milliseconds: 600_000)
                return false
            case .refuse, .answer, .wait, .withoutPermission, .forget, .exaggerate, nil:
                return true
            }
        }
    }
}
