// SPDX-License-Identifier: Apache-2.0

import HTTPEngine
import LinuxSystem
import NetworkReachability
import TestSupport
import TransferRules

@testable import BackgroundTransfers

/// A world in which a download machine lives: a server with versions of a file, a disk that forgets what was not synced,
/// and a store. What happens next is chosen at random.
struct DownloadWorld {
    /// A version of the file on the server.
    struct Version {
        var bytes: [UInt8]
        var tag: String?
        var type = "application/octet-stream"
    }

    /// How the server behaves, each with a chance.
    enum Mood: CaseIterable {
        case honest, ignoresRange, ignoresIfRange, wrongOffset, wrongTotal, shortPart, multipart
        case refusesRange, fails, portal, portalOfSameType, cuts, sendsMore, noLength, weakTag
        case redirects, encodes, noContent, newTag
    }

    var random: SeededGenerator
    var machine: DownloadMachine
    var versions: [Version]
    var version = 0
    var moods: [Mood]
    /// The store's record, which survives a crash.
    var stored: TransferRecord
    /// Whether the user's last command was to pause the download.
    var isPaused = false
    /// The partial file; `nil` if there is none.
    var file: [UInt8]?
    /// The bytes of the file that survive a crash.
    var synced: [UInt8] = []
    /// Whether digests that are being computed were given up.
    private var isGivenUp = false
    /// The file at the destination.
    var destination: [UInt8]?
    var identity = FileIdentity(device: 1, number: 0)
    var time: Int64 = 1_000_000_000_000
    var events: [TransferEvent.Kind] = []
    /// Work in the background.
    var pending: [DownloadMachine.Step] = []
    /// The exchange that runs: what the server will still send, and how it will end.
    var exchange: Exchange?
    var commits = 0
    /// Whether the file system can give a file its name only by replacing another one.
    var needsClaims = false
    var faults: [String] = []

    struct Exchange {
        var request: DownloadMachine.Request
        var response: ServerResponse?
        var content: [UInt8] = []
        var failure: HTTPError?
    }

    static let origin = Origin(scheme: "https", host: "files.example", port: nil)
    static let portalOrigin = Origin(scheme: "https", host: "login.example", port: nil)

    /// The version whose digest the user knows; `nil` for none.
    let expected: Int?

    init(seed: UInt64, moods: [Mood], expected: Int? = nil) {
        self.expected = expected
        random = SeededGenerator(seed: seed)
        self.moods = moods
        versions = (0..<3).map { number in
            let length = 5 + number * 3
            return Version(
                bytes: (0..<length).map { UInt8(number * 64 + $0) }, tag: "\"v\(number)\"")
        }
        stored = TransferRecord.example()
        stored.sha256 = expected.map { [UInt8](repeating: UInt8($0), count: 32) }
        machine = DownloadMachine(
            stored, origin: Self.origin, token: "t", chance: { 0.5 })
    }

    private func makeMachine() -> DownloadMachine {
        DownloadMachine(stored, origin: Self.origin, token: "t", chance: { 0.5 })
    }

    // MARK: - Steps

    mutating func perform(_ steps: [DownloadMachine.Step]) {
        for step in steps {
            switch step {
            case .save(let notes): guard save(notes) else { return }
            case .inspect(let partial): perform(machine.inspected(find(partial), now: time))
            case .request(let request): exchange = Exchange(request: request)
            case .disconnect: exchange = nil
            case .create:
                identity = FileIdentity(device: 1, number: identity.number + 1)
                file = []
                synced = []
                perform(machine.created(identity, now: time))
            case .resize(let length):
                let content = file ?? []
                file = Array(content.prefix(Int(length)))
                if content.count < Int(length) { faults.append("the file was made longer") }
            case .sync, .verify, .commit:
                if case .commit = step { machine.commitBegan() }
                pending.append(step)
            case .stopVerifying:
                let isVerification: (DownloadMachine.Step) -> Bool = {
                    if case .verify = $0 { true } else { false }
                }
                // What has not begun is not done; what has begun reports its end.
                if chance(0.5) {
                    isGivenUp = true
                } else {
                    pending.removeAll(where: isVerification)
                    perform(machine.gaveUpVerifying(now: time))
                }
            case .remove(let partial):
                file = nil
                if partial.isClaimed == true, destination == [] { destination = nil }
            }
        }
    }

    private mutating func find(_ partial: TransferRecord.Partial) -> PartialFiles.Finding {
        guard partial.identity == identity else { return .missing }
        if partial.isComplete, let destination, !destination.isEmpty, file == nil {
            // After another mount, the file may have another number.
            return needsClaims && expected != nil && chance(0.5) ? .unproven : .committed
        }
        return file.map { .present(length: Int64($0.count)) } ?? .missing
    }

    /// Stores the record, unless the user's commands, which come first, stop it.
    private mutating func save(_ notes: [TransferEvent.Note]) -> Bool {
        while mayBePaused, chance(0.05) {
            pauseOrResume()
            let steps = machine.overruled(by: stored, now: time)
            guard steps.isEmpty else {
                perform(steps)
                return false
            }
        }
        stored = machine.record
        events += notes.map(\.event)
        return true
    }

    private var mayBePaused: Bool { !stored.state.isFinal && stored.state != .committing }

    private mutating func pauseOrResume() {
        isPaused.toggle()
        stored.pauseOrResume()
    }

    /// The user pauses and resumes the transfer, perhaps before the worker looks.
    private mutating func command() {
        guard mayBePaused else { return }
        repeat { pauseOrResume() } while chance(0.5)
        let steps = machine.overruled(by: stored, now: time)
        perform(steps)
        guard steps.isEmpty, !stored.isStopped, stored.state != machine.record.state else { return }
        _ = save([])
    }

    /// Does something that can happen now. Returns false if the download has ended.
    mutating func live() -> Bool {
        time += Int64.random(in: 0...3000, using: &random)
        if machine.isIdle {
            if machine.record.state.isFinal { return false }
            if (machine.record.state == .paused) != isPaused {
                faults.append("the user's last command is lost")
                isPaused = machine.record.state == .paused
            }
            if isPaused {
                pauseOrResume()
                machine = makeMachine()
            }
            time = max(time, machine.record.retryAt ?? time)
            perform(machine.begin(now: time, isElsewhere: chance(0.2)))
            return true
        }
        switch Int.random(in: 0..<20, using: &random) {
        case 0: crash()
        case 1: version = Int.random(in: 0..<versions.count, using: &random)
        case 2: perform(machine.leave(.wait([.held]), now: time))
        case 3: perform(machine.leave(.requeued, now: time))
        case 4: perform(machine.checkpointIsDue(now: time + 10_000))
        case 10: command()
        case 5...9 where !pending.isEmpty: finishWork()
        default: exchangeSomething()
        }
        if exchange == nil, !pending.isEmpty { finishWork() }
        return true
    }

    private mutating func finishWork() {
        switch pending.removeFirst() {
        case .sync(let offset):
            synced = file ?? []
            perform(machine.synced(offset, epoch: machine.epoch, now: time))
        case .verify(_, let length):
            defer { isGivenUp = false }
            if isGivenUp, chance(0.3) {
                return perform(machine.failed(.other("the disk is gone"), now: time))
            }
            synced = file ?? []
            guard let file = file ?? destination, file.count == Int(length) else {
                return perform(machine.failed(.replaced, now: time))
            }
            perform(
                machine.verified(isGivenUp && chance(0.5) ? .givenUp : digest(of: file), now: time))
        case .commit(let partial, _, _, let mayBeTaken):
            if needsClaims {
                guard partial.isClaimed == true else {
                    return perform(machine.failed(.unclaimed, now: time))
                }
                if destination != nil, !mayBeTaken || destination != [] {
                    faults.append("the name is taken")
                }
                destination = []
                if chance(0.3) { return crash() }
            }
            commits += 1
            destination = file
            file = nil
            // A crash may come before the result.
            if chance(0.2) { return crash() }
            perform(machine.committed(now: time))
        case .save, .inspect, .request, .disconnect, .create, .resize, .stopVerifying, .remove:
            break
        }
    }

    private func digest(of file: [UInt8]) -> PartialFiles.DigestResult {
        guard let expected, versions[expected].bytes != file else { return .right }
        return .wrong(ContentDigest(.sha256, stored.sha256 ?? []))
    }

    /// The process ends, and perhaps the machine with it. The disk keeps what was synced, and anything beyond.
    private mutating func crash() {
        exchange = nil
        pending = []
        isGivenUp = false
        if chance(0.5), var content = file {
            // Without power, what was not synced may be lost or garbage.
            for position in content.indices where position >= synced.count {
                content[position] = 0xEE
            }
            file = Array(
                content.prefix(
                    Int.random(in: synced.count...max(synced.count, content.count), using: &random))
            )
        }
        machine = makeMachine()
    }

    // MARK: - The server

    private mutating func exchangeSomething() {
        guard var current = exchange else { return }
        if current.response == nil {
            answer(&current)
            exchange = current
            guard let response = current.response else { return }
            perform(machine.responded(response, now: time))
            return
        }
        guard !current.content.isEmpty else {
            exchange = nil
            perform(machine.ended(current.failure, now: time))
            return
        }
        let count = Int.random(in: 1...current.content.count, using: &random)
        let bytes = Array(current.content.prefix(count))
        current.content.removeFirst(count)
        exchange = current
        guard machine.hasRoom(for: count) else { return perform(machine.overflowed(now: time)) }
        var content = file ?? []
        let offset = Int(machine.received)
        if offset != content.count {
            faults.append("bytes are written at \(offset) of \(content.count)")
        }
        content.replaceSubrange(min(offset, content.count)..., with: bytes)
        file = content
        perform(machine.wrote(count, now: time))
    }

    private mutating func answer(_ exchange: inout Exchange) {
        let mood = moods.randomElement(using: &random) ?? .honest
        let current = versions[version]
        let offset = exchange.request.resumption.map { Int($0.offset) } ?? 0
        // With a digest, the rest is asked for in any case.
        let asked =
            exchange.request.resumption?.proof == .expectedDigest
            ? nil : exchange.request.resumption?.content.validator.text
        var fields: [(name: String, value: String)] = [("Content-Type", current.type)]
        let number = Int.random(in: 0..<1_000_000, using: &random)
        if let tag = mood == .newTag ? "\"\(number)\"" : current.tag {
            fields.append(("ETag", mood == .weakTag ? "W/" + tag : tag))
        }
        var status = 200
        var content = current.bytes
        var origin = Self.origin
        let isSame = asked.map { $0 == current.tag } ?? true || mood == .ignoresIfRange
        if exchange.request.resumption != nil, mood != .ignoresRange, isSame {
            if offset >= content.count {
                status = 416
                fields.append(("Content-Range", "bytes */\(content.count)"))
                content = []
            } else {
                status = 206
                let first = mood == .wrongOffset ? max(0, offset - 1) : offset
                let end = mood == .shortPart ? min(content.count, offset + 2) : content.count
                let total = mood == .wrongTotal ? content.count + 1 : content.count
                fields.append(("Content-Range", "bytes \(first)-\(end - 1)/\(total)"))
                content = Array(content[first..<end])
            }
        }
        switch mood {
        case .multipart where status == 206:
            fields = [("Content-Type", "multipart/byteranges; boundary=x")]
        case .refusesRange where exchange.request.resumption != nil: (status, content) = (412, [])
        case .fails: (status, content) = (503, [])
        case .noContent: (status, content) = (chance(0.05) ? 404 : 500, [])
        case .portal:
            status = 200
            origin = Self.portalOrigin
            fields = [("Content-Type", "text/html")]
            content = Array("<html>login".utf8)
        case .portalOfSameType:
            status = 200
            fields = [("Content-Type", current.type)]
            content = Array("please log in".utf8)
        case .cuts:
            exchange.failure = .connection("reset")
        case .redirects where exchange.request.redirection == nil:
            exchange.response = ServerResponse(
                status: 302, headers: HeaderFields([]), origin: origin,
                location: .init(url: "https://files.example/there", origin: Self.origin))
            return
        default: break
        }
        if status == 200 || status == 206, mood != .noLength {
            fields.append(("Content-Length", "\(content.count)"))
        }
        if mood == .sendsMore { content.append(0xFF) }
        if exchange.failure != nil { content = Array(content.prefix(content.count / 2)) }
        exchange.response = ServerResponse(
            status: status, headers: HeaderFields(fields), origin: origin)
        exchange.content = content
    }

    private mutating func chance(_ value: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < value
    }
}

extension TransferRecord {
    /// A download that waits.
    static func example(at time: Int64 = 1_000_000_000_000) -> TransferRecord {
        TransferRecord(
            id: .init(rawValue: 7), kind: .download, url: "https://files.example/map.bin",
            session: "default", destination: .file("/d/map.bin"), source: nil, mode: 0o644,
            overwrites: false, condition: .init(), stability: .zero, priority: .normal, key: nil,
            group: nil, sha256: nil, limitRate: nil, limit: .unlimited,
            createdAt: time, notBefore: nil, deadline: nil, onDeadline: .fail, secrets: nil,
            completion: .init(), state: .waiting, reasons: [], partial: nil, bytesDone: 0,
            bytesTotal: nil, attempts: 0, progress: .init(), retryAt: nil, error: nil,
            endedAt: nil, revision: 1)
    }
}
