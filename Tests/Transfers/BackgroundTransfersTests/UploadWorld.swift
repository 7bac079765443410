// SPDX-License-Identifier: Apache-2.0

import HTTPEngine
import LinuxSystem
import TestSupport
import TransferRules

@testable import BackgroundTransfers

/// A world in which an upload machine lives: a server that may lose what it has, a file that may change, a store, and a
/// process that may end. What happens next is chosen at random.
struct UploadWorld {
    /// How the server behaves, each with a chance.
    enum Mood: CaseIterable {
        case honest, cuts, cutsAnswer, busy, fails, forgets, shrinks, grows, portal
        case answersEarly, hidesOffset, redirects, wantsNoExpect
    }

    var random: SeededGenerator
    var machine: UploadMachine
    var moods: [Mood]
    /// The store's record, which survives a crash.
    var stored: TransferRecord
    /// Whether the user's last command was to pause the upload.
    var isPaused = false
    /// How often the file was changed.
    var changes: Int64 = 0
    /// The chance that the file changes.
    var unrest: Double
    /// What the server has, by the addresses that it has made.
    var places: [String: [UInt8]] = [:]
    /// What the server has got in one piece.
    var whole: [UInt8]?
    /// How often the server has said that it has the whole.
    var successes = 0
    var time: Int64 = 1_000_000_000_000
    var events: [TransferEvent.Kind] = []
    var exchange: Exchange?
    var faults: [String] = []
    private var creations = 0

    struct Exchange {
        var request: UploadRequest
        var content: [UInt8] = []
        var isAnswered = false
    }

    static let origin = Origin(scheme: "https", host: "files.example", port: nil)
    static let length = 12

    init(seed: UInt64, method: UploadMethod, moods: [Mood], unrest: Double) {
        random = SeededGenerator(seed: seed)
        self.moods = moods
        self.unrest = unrest
        stored = TransferRecord.upload(method, size: Int64(Self.length))
        machine = UploadMachine(stored, stored.knownUpload, origin: Self.origin, chance: { 0.5 })
    }

    private func makeMachine() -> UploadMachine {
        UploadMachine(stored, stored.knownUpload, origin: Self.origin, chance: { 0.5 })
    }

    /// The byte of the file at a position, which is another one after each change.
    private func byte(_ position: Int) -> UInt8 { UInt8(changes * 16) &+ UInt8(position) }

    /// The file as it was when the upload was added.
    static let original = (0..<length).map { UInt8($0) }

    private var version: FileVersion {
        let known = FileVersion.example(size: Int64(Self.length))
        return FileVersion(
            identity: known.identity, size: known.size, modified: known.modified + changes,
            boot: nil)
    }

    // MARK: - Steps

    mutating func perform(_ steps: [UploadMachine.Step]) {
        for step in steps {
            switch step {
            case .save(let notes): guard save(notes) else { return }
            case .open: perform(machine.opened(version, now: time))
            case .verify: perform(machine.verified(isRight: true, now: time))
            case .stopVerifying: break
            case .request(let request):
                if exchange != nil { faults.append("two requests at once") }
                if case .rest = request.kind, stored.upload?.resource?.url != request.address?.url {
                    faults.append("content goes to a place that is not stored")
                }
                exchange = Exchange(request: request)
            case .disconnect: exchange = nil
            case .compare: perform(machine.compared(version, atPath: version, now: time))
            }
        }
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

    /// Does something that can happen now. Returns false if the upload has ended.
    mutating func live() -> Bool {
        time += Int64.random(in: 0...3000, using: &random)
        if chance(unrest) { changes += 1 }
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
        case 0:
            exchange = nil
            machine = makeMachine()
        case 1: perform(machine.leave(.wait([.held]), now: time))
        case 2: perform(machine.leave(.requeued, now: time))
        case 3: command()
        default: exchangeSomething()
        }
        return true
    }

    // MARK: - The server

    private mutating func exchangeSomething() {
        guard let current = exchange else { return }
        if current.isAnswered {
            exchange = nil
            return perform(machine.ended(nil, now: time))
        }
        let mood = moods.randomElement(using: &random) ?? .honest
        if let part = current.request.part, current.content.count < Int(part.length),
            mood != .answersEarly
        {
            return send(Int(part.offset), Int(part.length), mood)
        }
        if mood == .cutsAnswer || mood == .cuts {
            if current.request.kind == .put { whole = current.content }
            exchange = nil
            return perform(machine.ended(.connection("reset"), now: time))
        }
        let (status, fields) = answer(current, mood)
        exchange?.isAnswered = true
        let location = fields.first { $0.name == "Location" }?.value
        perform(
            machine.responded(
                ServerResponse(
                    status: status, headers: HeaderFields(fields), origin: Self.origin,
                    location: location.map { ResolvedAddress(url: $0, origin: Self.origin) }),
                now: time))
    }

    /// Sends a part of the content. By tus the server keeps this part.
    private mutating func send(_ offset: Int, _ length: Int, _ mood: Mood) {
        guard var current = exchange else { return }
        let sent = current.content.count
        let count = Int.random(in: 1...(length - sent), using: &random)
        let bytes = (0..<count).map { byte(offset + sent + $0) }
        current.content += bytes
        if case .rest = current.request.kind, let place = current.request.address?.url,
            places[place]?.count == offset + sent
        {
            places[place]? += bytes
        }
        exchange = current
        machine.sent(Int64(current.content.count))
        guard mood == .cuts else { return }
        exchange = nil
        perform(machine.ended(.connection("reset"), now: time))
    }

    private mutating func answer(
        _ current: Exchange, _ mood: Mood
    ) -> (Int, [(name: String, value: String)]) {
        let tus = [(name: "Tus-Resumable", value: "1.0.0")]
        switch mood {
        case .busy where current.request.kind == .put: return (423, [])
        case .busy where current.request.isForResource: return (chance(0.5) ? 409 : 423, tus)
        case .fails: return (503, [])
        case .portal where current.request.isForResource: return (200, [])
        case .redirects where current.request.address == nil:
            return (307, [(name: "Location", value: "https://files.example/there")])
        case .wantsNoExpect where current.request.awaitsPermission: return (417, [])
        default: break
        }
        switch current.request.kind {
        case .options:
            return (
                204,
                [
                    (name: "Tus-Version", value: "1.0.0"),
                    (name: "Tus-Extension", value: "creation"),
                ]
            )
        case .creation:
            creations += 1
            let place = "https://files.example/places/\(creations)"
            places[place] = []
            return (201, tus + [(name: "Location", value: place)])
        case .offset, .rest:
            return answer(at: current.request.address?.url ?? "", mood, tus)
        case .put, .post:
            guard current.content.count == Self.length else { return (200, []) }
            whole = current.content
            successes += 1
            return (200, [])
        }
    }

    private mutating func answer(
        at place: String, _ mood: Mood, _ tus: [(name: String, value: String)]
    ) -> (Int, [(name: String, value: String)]) {
        if mood == .forgets { places[place] = nil }
        guard var content = places[place] else { return (chance(0.5) ? 404 : 410, tus) }
        if mood == .shrinks { content.removeLast(min(content.count, 3)) }
        places[place] = content
        if mood == .hidesOffset { return (204, tus) }
        var offset = content.count
        if mood == .grows { offset += 100 }
        if offset == Self.length { successes += 1 }
        return (204, tus + [(name: "Upload-Offset", value: "\(offset)")])
    }

    private mutating func chance(_ value: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < value
    }
}

extension FileVersion {
    static func example(size: Int64) -> FileVersion {
        FileVersion(
            identity: FileIdentity(device: 1, number: 2), size: size, modified: 5, boot: nil)
    }
}

extension TransferRecord {
    /// What every upload has.
    var knownUpload: Upload {
        upload ?? Upload(method: .automatic, file: .example(size: 0), idempotencyKey: "")
    }

    /// Stores a command of the user, as another process does.
    mutating func pauseOrResume() {
        state = state == .paused ? .waiting : .paused
        reasons = []
        retryAt = nil
        revision += 1
    }

    /// An upload that waits.
    static func upload(_ method: UploadMethod, size: Int64 = 300) -> TransferRecord {
        var record = TransferRecord.example()
        record.kind = .upload
        record.destination = nil
        record.source = "/d/photo.jpg"
        record.bytesTotal = size
        record.upload = Upload(method: method, file: .example(size: size), idempotencyKey: "k")
        return record
    }
}
