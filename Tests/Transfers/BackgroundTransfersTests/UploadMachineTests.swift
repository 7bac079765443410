// SPDX-License-Identifier: Apache-2.0

import HTTPEngine
import LinuxSystem
import NetworkReachability
import Testing
import TransferRules

@testable import BackgroundTransfers

/// What an upload does with answers, failures and orders.
@Suite("Upload machine") struct UploadMachineTests {
    typealias Fields = [(String, String)]
    private static let tus: Fields = [("Tus-Resumable", "1.0.0")]

    /// An upload of 300 bytes at some point of its life.
    struct Story {
        var machine: UploadMachine
        var now: Int64 = 1_000_000_000_000
        static let origin = Origin(scheme: "https", host: "files.example", port: nil)
        static let other = Origin(scheme: "https", host: "other.example", port: nil)
        static let version = FileVersion.example(size: 300)

        init(_ method: UploadMethod, edit: (inout TransferRecord) -> Void = { _ in }) {
            var record = TransferRecord.upload(method)
            edit(&record)
            machine = UploadMachine(
                record, record.knownUpload, origin: Self.origin, chance: { 0.5 })
        }

        /// An upload by tus that begins again after the server has confirmed 100 bytes.
        static func resumed(edit: (inout TransferRecord) -> Void = { _ in }) -> Story {
            var story = Story(.automatic) { record in
                record.bytesDone = 100
                record.progress.highest = 100
                record.upload?.resource = .init(
                    url: "https://files.example/7", origin: origin, isTrusted: true)
                edit(&record)
            }
            _ = story.begin()
            return story
        }

        /// Begins, and opens the file.
        mutating func begin(_ version: FileVersion = version) -> [UploadMachine.Step] {
            let steps = machine.begin(now: now)
            return steps + machine.opened(version, now: now)
        }

        /// Has the server answer.
        mutating func respond(
            _ status: Int, _ fields: Fields = [], location: ResolvedAddress? = nil
        ) -> [UploadMachine.Step] {
            machine.responded(
                ServerResponse(
                    status: status, headers: HeaderFields(fields.map { (name: $0.0, value: $0.1) }),
                    origin: Self.origin, location: location), now: now)
        }

        /// Has the server answer, and the exchange end.
        mutating func exchange(
            _ status: Int, _ fields: Fields = [], location: ResolvedAddress? = nil,
            sent: Int64 = 0
        ) -> [UploadMachine.Step] {
            machine.sent(sent)
            let steps = respond(status, fields, location: location)
            // What is refused or redirected is closed.
            return steps.isEmpty ? machine.ended(nil, now: now) : steps
        }

        /// Has the file be looked at after the last byte.
        mutating func compare(
            _ open: FileVersion = version, atPath path: FileVersion? = version
        ) -> [UploadMachine.Step] { machine.compared(open, atPath: path, now: now) }
    }

    private func requests(_ steps: [UploadMachine.Step]) -> [UploadRequest] {
        steps.compactMap { if case .request(let request) = $0 { request } else { nil } }
    }

    private func kinds(_ steps: [UploadMachine.Step]) -> [UploadRequest.Kind] {
        requests(steps).map(\.kind)
    }

    private func notes(_ steps: [UploadMachine.Step]) -> [TransferEvent.Kind] {
        steps.flatMap { step -> [TransferEvent.Kind] in
            guard case .save(let notes) = step else { return [] }
            return notes.map(\.event)
        }
    }

    /// What becomes of an upload.
    enum Outcome: Hashable {
        case asks(UploadRequest.Kind)
        case compares
        case waits
        case portal
        case retries(TransferError.Code)
        case fails(TransferError.Code)
    }

    private func outcome(_ story: Story, _ steps: [UploadMachine.Step]) -> Outcome? {
        let record = story.machine.record
        if record.state == .failed { return record.error.map { .fails($0.code) } }
        if record.state == .retrying {
            return record.reasons == [.portal] ? .portal : record.error.map { .retries($0.code) }
        }
        if record.state == .waiting { return .waits }
        if steps.contains(.compare) { return .compares }
        return kinds(steps).last.map { .asks($0) }
    }

    @Test(
        "The first request is that of the method",
        arguments: [
            (.automatic, .options), (.tus, .creation), (.put, .put), (.post, .post),
        ] as [(UploadMethod, UploadRequest.Kind)])
    func first(_ method: UploadMethod, _ kind: UploadRequest.Kind) {
        var story = Story(method)
        let steps = story.begin()
        #expect(steps.first == .save([.init(.started)]))
        #expect(kinds(steps) == [kind])
        #expect(requests(steps).first?.isTrusted == true)
        #expect(story.machine.record.bytesTotal == 300)
        #expect(story.machine.record.state == .running)
    }

    @Test(
        "An upload that the server has accepted no longer depends on the connection",
        arguments: [
            (.wait([.held]), 300, true), (.requeued, 300, true), (.stoppedByUser, 300, true),
            (.requeued, 299, false),
        ] as [(AttemptExit, Int64, Bool)])
    func successBeforeTheEnd(exit: AttemptExit, sent: Int64, isTaken: Bool) {
        var story = Story(.put)
        _ = story.begin()
        story.machine.sent(sent)
        #expect(story.respond(200).isEmpty)
        let steps = story.machine.leave(exit, now: story.now)
        #expect(steps.first == .disconnect)
        #expect(steps.contains(.compare) == isTaken)
        guard isTaken else { return }
        #expect(notes(story.compare()) == [.finished])
        #expect(story.machine.record.state == .finished)
    }

    private static let offered: Fields =
        tus + [("Tus-Version", "1.0.0"), ("Tus-Extension", "creation")]

    @Test(
        "The answer to OPTIONS decides between tus and PUT",
        arguments: [
            (204, offered, .asks(.creation)), (200, [], .asks(.put)), (405, [], .asks(.put)),
            (404, offered, .asks(.put)), (501, [], .asks(.put)), (302, [], .asks(.put)),
            (417, [], .asks(.put)), (503, [], .retries(.status)), (429, [], .retries(.status)),
            (511, [], .portal), (204, offered + [("Tus-Max-Size", "299")], .fails(.length)),
            (204, offered + [("Tus-Max-Size", "300")], .asks(.creation)),
        ] as [(Int, Fields, Outcome)])
    func options(_ status: Int, _ fields: Fields, _ expected: Outcome) {
        var story = Story(.automatic)
        _ = story.begin()
        let steps = story.exchange(status, fields)
        #expect(outcome(story, steps) == expected)
    }

    @Test(
        "A whole file is at the server with a 2xx after its last byte",
        arguments: [UploadMethod.put, .post],
        [
            (200, 300, .compares), (201, 300, .compares), (204, 300, .compares),
            (202, 300, .compares), (200, 299, .retries(.connection)),
            (201, 0, .retries(.connection)), (301, 0, .fails(.redirect)),
            (302, 300, .fails(.redirect)), (303, 300, .fails(.redirect)),
            (304, 300, .fails(.redirect)), (400, 300, .fails(.status)), (401, 0, .fails(.status)),
            (403, 0, .fails(.status)), (404, 0, .fails(.status)), (409, 0, .fails(.status)),
            (410, 0, .fails(.status)), (413, 0, .fails(.status)),
            (408, 0, .retries(.status)), (425, 0, .retries(.status)), (429, 0, .retries(.status)),
            (500, 300, .retries(.status)), (503, 0, .retries(.status)), (511, 0, .portal),
            (307, 0, .fails(.redirect)),
        ] as [(Int, Int64, Outcome)])
    func whole(_ method: UploadMethod, _ answer: (Int, Int64, Outcome)) {
        var story = Story(method)
        _ = story.begin()
        let steps = story.exchange(answer.0, sent: answer.1)
        #expect(outcome(story, steps) == answer.2)
        #expect(story.machine.record.bytesDone == 0)
    }

    @Test(
        "A lock on the place of a PUT may be that of an earlier attempt, and is waited for",
        arguments: [
            (.put, 423, .retries(.status)), (.put, 409, .fails(.status)),
            (.post, 423, .fails(.status)), (.tus, 423, .fails(.status)),
        ] as [(UploadMethod, Int, Outcome)])
    func locked(_ method: UploadMethod, status: Int, expected: Outcome) {
        var story = Story(method)
        _ = story.begin()
        let steps = story.exchange(status)
        #expect(outcome(story, steps) == expected)
    }

    @Test("A file is sent whole, and finished when it is the same as before")
    func finished() {
        var story = Story(.put)
        _ = story.begin()
        #expect(story.exchange(201, sent: 300) == [.compare])
        #expect(!story.machine.isIdle)
        #expect(story.compare() == [.save([.init(.finished)])])
        let record = story.machine.record
        #expect(story.machine.isIdle)
        #expect(record.state == .finished)
        #expect(record.bytesDone == 300)
        #expect(record.endedAt == story.now)
    }

    @Test(
        "A file that has changed is not sent, nor is it finished",
        arguments: [
            FileVersion(identity: .init(device: 1, number: 3), size: 300, modified: 5, boot: nil),
            FileVersion(identity: .init(device: 1, number: 2), size: 301, modified: 5, boot: nil),
            FileVersion(identity: .init(device: 1, number: 2), size: 300, modified: 6, boot: nil),
        ])
    func changed(_ version: FileVersion) {
        var story = Story(.put)
        #expect(kinds(story.begin(version)) == [])
        #expect(story.machine.record.error?.code == .changed)
        for (open, path) in [(version, version), (Story.version, version), (version, nil)] {
            story = Story(.put)
            _ = story.begin()
            _ = story.exchange(200, sent: 300)
            #expect(notes(story.compare(open, atPath: path)) == [.failed])
            #expect(story.machine.record.error?.code == .changed)
        }
    }

    @Test("The number of the device counts within one boot only")
    func device() {
        func version(_ device: UInt64, _ boot: String?) -> FileVersion {
            FileVersion(
                identity: .init(device: device, number: 2), size: 1, modified: 1, boot: boot)
        }
        #expect(version(1, "a").isSame(as: version(2, "b")))
        #expect(!version(1, "a").isSame(as: version(2, "a")))
        #expect(version(1, "a").isSame(as: version(1, "a")))
    }

    @Test("A file that was removed after its last byte is at the server nevertheless")
    func removed() {
        var story = Story(.put)
        _ = story.begin()
        _ = story.exchange(200, sent: 300)
        #expect(notes(story.compare(atPath: nil)) == [.finished])
    }

    @Test("A digest is compared before anything is sent, and once")
    func digest() {
        var story = Story(.put) { $0.sha256 = [1] }
        var steps = story.begin()
        #expect(steps.last == .verify(ContentDigest(.sha256, [1])))
        #expect(story.machine.record.state == .verifying)
        steps = story.machine.verified(isRight: true, now: story.now)
        #expect(notes(steps) == [.verified])
        #expect(kinds(steps) == [.put])
        #expect(story.machine.record.state == .running)
        _ = story.machine.leave(.requeued, now: story.now)
        #expect(kinds(story.begin()) == [.put])

        story = Story(.put) { $0.sha256 = [1] }
        _ = story.begin()
        #expect(story.machine.verified(isRight: false, now: story.now) == [.compare])
        #expect(notes(story.compare()) == [.failed])
        #expect(story.machine.record.error?.code == .digest)
    }

    @Test(
        "The computation of a digest ends at once, and the next attempt repeats it",
        arguments: [
            (.requeued, .waiting), (.wait([.held]), .waiting), (.fail(.deadlinePassed()), .failed),
        ] as [(AttemptExit, Transfer.State)])
    func digestIsGivenUp(exit: AttemptExit, state: Transfer.State) {
        var story = Story(.put) { $0.sha256 = [1] }
        _ = story.begin()
        let steps = story.machine.leave(exit, now: story.now)
        #expect(steps.first == .stopVerifying)
        #expect(story.machine.record.state == state)
        #expect(story.machine.isIdle)
        // What comes of it no longer matters.
        #expect(story.machine.verified(isRight: true, now: story.now).isEmpty)
        #expect(story.begin().last == .verify(ContentDigest(.sha256, [1])))
    }

    @Test(
        "A place by tus is stored before anything is sent there",
        arguments: [
            (201, Story.origin, .asks(.rest(from: 0))), (201, Story.other, .asks(.rest(from: 0))),
            (201, Origin(scheme: "http", host: "files.example", port: nil), .fails(.redirect)),
            (201, nil, .fails(.redirect)), (200, Story.origin, .fails(.status)),
            (204, Story.origin, .fails(.status)), (302, Story.origin, .fails(.redirect)),
            (404, Story.origin, .fails(.status)), (409, nil, .fails(.status)),
            (413, nil, .fails(.status)), (412, nil, .fails(.status)), (500, nil, .retries(.status)),
            (511, nil, .portal),
        ] as [(Int, Origin?, Outcome)])
    func creation(_ status: Int, _ origin: Origin?, _ expected: Outcome) {
        var story = Story(.tus)
        _ = story.begin()
        let place = origin.map { ResolvedAddress(url: "https://x/7", origin: $0) }
        let steps = story.exchange(status, Self.tus, location: place)
        #expect(outcome(story, steps) == expected)
        guard case .asks = expected else { return }
        #expect(steps.first == .save([]))
        #expect(story.machine.record.upload?.resource?.url == "https://x/7")
        #expect(requests(steps).first?.address == place)
        #expect(requests(steps).first?.isTrusted == (origin == Story.origin))
    }

    @Test("An empty file is at the server with its place")
    func empty() {
        var story = Story(.tus) {
            $0.upload = .init(method: .tus, file: .example(size: 0), idempotencyKey: "k")
        }
        _ = story.begin(.example(size: 0))
        let place = ResolvedAddress(url: "https://files.example/7", origin: Story.origin)
        let steps = story.exchange(201, Self.tus, location: place)
        #expect(steps == [.save([]), .compare])
        #expect(notes(story.compare(.example(size: 0), atPath: nil)) == [.finished])
    }

    private static func offset(_ value: String) -> Fields { tus + [("Upload-Offset", value)] }

    @Test(
        "The rest begins at the offset that the server sends",
        arguments: [
            (200, offset("100"), .asks(.rest(from: 100))),
            (204, offset("250"), .asks(.rest(from: 250))),
            (200, offset("0"), .asks(.rest(from: 0))), (200, offset("300"), .compares),
            (200, [("Upload-Offset", "120")], .asks(.rest(from: 120))),
            (200, offset("301"), .asks(.creation)),
            (200, offset("100") + [("Upload-Length", "300")], .asks(.rest(from: 100))),
            (200, offset("100") + [("Upload-Length", "299")], .asks(.creation)),
            (200, tus, .retries(.length)), (200, offset("-1"), .retries(.length)),
            (200, [("Content-Type", "text/html")], .portal), (404, [], .asks(.creation)),
            (410, tus, .asks(.creation)), (403, [], .fails(.status)),
            (409, tus, .retries(.status)), (423, tus, .retries(.status)),
            (412, tus, .fails(.status)), (401, [], .fails(.status)), (500, [], .retries(.status)),
            (302, [], .fails(.redirect)), (511, [], .portal),
        ] as [(Int, Fields, Outcome)])
    func offsets(_ status: Int, _ fields: Fields, _ expected: Outcome) {
        var story = Story.resumed()
        let steps = story.exchange(status, fields)
        #expect(outcome(story, steps) == expected)
    }

    @Test(
        "The bytes of the rest that the server has taken count",
        arguments: [
            (204, offset("300"), 200, .compares),
            (204, offset("250"), 150, .asks(.rest(from: 250))),
            (200, offset("300"), 200, .compares), (204, offset("100"), 200, .retries(.connection)),
            (204, offset("300"), 199, .retries(.length)),
            (204, offset("301"), 200, .retries(.length)),
            (204, offset("99"), 200, .retries(.length)), (204, tus, 200, .retries(.length)),
            (200, [], 200, .portal), (409, tus, 0, .retries(.status)),
            (423, tus, 0, .retries(.status)), (404, tus, 0, .asks(.creation)),
            (410, tus, 0, .asks(.creation)), (403, tus, 0, .fails(.status)),
            (415, tus, 0, .fails(.status)), (413, tus, 0, .fails(.status)),
            (503, [], 50, .retries(.status)), (301, [], 0, .fails(.redirect)),
        ] as [(Int, Fields, Int64, Outcome)])
    func rests(_ status: Int, _ fields: Fields, _ sent: Int64, _ expected: Outcome) {
        var story = Story.resumed()
        _ = story.exchange(200, Self.offset("100"))
        let steps = story.exchange(status, fields, sent: sent)
        #expect(outcome(story, steps) == expected)
    }

    @Test("Only what lies beyond the highest offset is progress")
    func progress() {
        var story = Story.resumed {
            $0.progress.highest = 200
            $0.progress.failures = 3
            $0.limit = .limited(5)
        }
        _ = story.exchange(200, Self.offset("150"))
        #expect(story.machine.record.progress.failures == 3)
        #expect(story.machine.record.bytesDone == 150)
        _ = story.exchange(204, Self.offset("220"), sent: 70)
        #expect(story.machine.record.progress.failures == 0)
        #expect(story.machine.record.progress.highest == 220)
        #expect(story.machine.bytesSent == 220)
        story.machine.sent(30)
        #expect(story.machine.bytesSent == 250)
        #expect(story.machine.record.bytesDone == 220)
    }

    @Test("If the server has less than before, the upload goes on from there, and an event says so")
    func less() {
        var story = Story.resumed()
        let steps = story.exchange(200, Self.offset("40"))
        #expect(notes(steps) == [.restarted])
        #expect(story.machine.record.bytesDone == 40)
        #expect(kinds(steps) == [.rest(from: 40)])
    }

    @Test(
        "When the server has lost the upload, it is created again, but only once without progress")
    func gone() {
        var story = Story.resumed()
        var steps = story.exchange(404)
        #expect(notes(steps) == [.restarted])
        #expect(kinds(steps) == [.creation])
        #expect(story.machine.record.upload?.resource == nil)
        #expect(story.machine.record.bytesDone == 0)
        let place = ResolvedAddress(url: "https://files.example/8", origin: Story.origin)
        _ = story.exchange(201, Self.tus, location: place)
        steps = story.exchange(410)
        #expect(story.machine.record.error?.status == 410)
        #expect(story.machine.record.state == .failed)

        story = Story.resumed()
        _ = story.exchange(404)
        _ = story.exchange(201, Self.tus, location: place)
        _ = story.exchange(204, Self.offset("101"), sent: 101)
        #expect(kinds(story.exchange(404)) == [.creation])
    }

    @Test("A busy server is asked for the offset again after a delay, as after a failure")
    func busy() {
        var story = Story.resumed()
        _ = story.exchange(200, Self.offset("100"))
        _ = story.exchange(409, Self.tus + [("Retry-After", "7")], sent: 10)
        #expect(story.machine.record.retryAt == story.now + 7000)
        #expect(story.machine.record.progress.failures == 1)
        #expect(kinds(story.begin()) == [.offset])
        _ = story.exchange(423, Self.tus)
        #expect(story.machine.record.retryAt == story.now + 2000)
    }

    @Test(
        "Only redirections that keep the content are followed, as downloads follow theirs",
        arguments: [307, 308])
    func redirections(_ status: Int) {
        var story = Story(.post)
        _ = story.begin()
        func place(_ origin: Origin) -> ResolvedAddress { .init(url: "u", origin: origin) }
        var steps = story.exchange(status, location: place(Story.origin))
        #expect(steps.first == .disconnect)
        #expect(requests(steps).first?.isTrusted == true)
        #expect(requests(steps).first?.part?.length == 300)
        steps = story.exchange(status, location: place(Story.other))
        #expect(requests(steps).first?.isTrusted == false)
        // It stays so.
        steps = story.exchange(status, location: place(Story.origin))
        #expect(requests(steps).first?.isTrusted == false)
        let insecure = Origin(scheme: "http", host: "files.example", port: nil)
        _ = story.exchange(status, location: place(insecure))
        #expect(story.machine.record.error?.code == .redirect)

        story = Story(.put)
        _ = story.begin()
        for _ in 0..<10 { #expect(!story.exchange(status, location: place(Story.origin)).isEmpty) }
        #expect(story.machine.record.state == .running)
        _ = story.exchange(status, location: place(Story.origin))
        #expect(story.machine.record.error?.code == .redirect)
    }

    @Test("A place that another server has named after a redirection does not get the secrets")
    func untrustedPlace() {
        var story = Story(.tus)
        _ = story.begin()
        _ = story.exchange(307, location: .init(url: "o", origin: Story.other))
        let steps = story.exchange(
            201, Self.tus, location: .init(url: "p", origin: Story.origin))
        #expect(requests(steps).first?.isTrusted == false)
        _ = story.machine.leave(.requeued, now: story.now)
        #expect(requests(story.begin()).first?.isTrusted == false)
    }

    @Test("A server that does not know Expect is asked once more, without it")
    func withoutExpect() {
        var story = Story(.put)
        #expect(requests(story.begin()).first?.awaitsPermission == true)
        let steps = story.respond(417)
        #expect(steps.first == .disconnect)
        #expect(requests(steps).first?.awaitsPermission == false)
        #expect(story.machine.record.state == .running)
        _ = story.respond(417)
        #expect(story.machine.record.error?.status == 417)
    }

    @Test("An attempt of PUT after the first one begins again, and an event says so")
    func restarted() {
        var story = Story(.put)
        #expect(notes(story.begin()) == [.started])
        story.machine.sent(200)
        #expect(story.machine.bytesSent == 200)
        _ = story.machine.ended(.connection("reset"), now: story.now)
        #expect(story.machine.record.state == .retrying)
        #expect(story.machine.record.bytesDone == 0)
        #expect(notes(story.begin()) == [.started, .restarted])
        #expect(story.machine.record.bytesDone == 0)
        // It is no progress.
        story.machine.sent(250)
        _ = story.machine.ended(.connection("reset"), now: story.now)
        #expect(story.machine.record.progress.failures == 2)
    }

    @Test(
        "An early success is none, also if an earlier attempt has sent the whole file",
        arguments: [UploadMethod.put, .post])
    func earlySuccess(_ method: UploadMethod) {
        var story = Story(method)
        _ = story.begin()
        story.machine.sent(300)
        _ = story.machine.ended(.connection("reset"), now: story.now)
        _ = story.begin()
        let steps = story.exchange(200, sent: 10)
        #expect(outcome(story, steps) == .retries(.connection))
    }

    @Test("All attempts by POST have the same key, unless the caller has another")
    func idempotency() {
        var story = Story(.post)
        for _ in 0..<2 {
            guard let request = requests(story.begin()).first else { return }
            let fields = request.fields(of: story.machine.record)
            #expect(fields.defaults.map(\.name) == ["Idempotency-Key"])
            #expect(fields.defaults.map(\.value) == ["k"])
            _ = story.machine.ended(.connection("reset"), now: story.now)
        }
    }

    @Test("Requests by tus have the fields of the protocol")
    func fields() {
        var story = Story(.automatic)
        func fields(_ steps: [UploadMachine.Step]) -> [String] {
            guard let request = requests(steps).first else { return [] }
            let fields = request.fields(of: story.machine.record)
            return (fields.own + fields.defaults).map { "\($0.name): \($0.value)" }
        }
        #expect(fields(story.begin()) == [])
        #expect(
            fields(story.exchange(204, Self.offered)) == [
                "Tus-Resumable: 1.0.0", "Upload-Length: 300",
                "Upload-Metadata: filename cGhvdG8uanBn,filetype YXBwbGljYXRpb24vb2N0ZXQtc3RyZWFt",
            ])
        let place = ResolvedAddress(url: "https://files.example/7", origin: Story.origin)
        #expect(
            fields(story.exchange(201, Self.tus, location: place)) == [
                "Tus-Resumable: 1.0.0", "Upload-Offset: 0",
                "Content-Type: application/offset+octet-stream",
            ])
        _ = story.machine.leave(.requeued, now: story.now)
        #expect(fields(story.begin()) == ["Tus-Resumable: 1.0.0"])
    }

    @Test("Failures of the exchange are tried again, those of the file are not")
    func failures() {
        for (failure, expected) in [
            (.connection("x"), .retries(.connection)), (.tls("x"), .retries(.tls)),
            (.notYetValid("x"), .retries(.tls)),
            (.unsupported("x"), .fails(.connection)), (nil, .retries(.connection)),
        ] as [(HTTPError?, Outcome)] {
            var story = Story(.put)
            _ = story.begin()
            let steps = story.machine.ended(failure, now: story.now)
            #expect(outcome(story, steps) == expected)
        }
        var story = Story(.put)
        _ = story.begin()
        #expect(story.machine.ended(.body("x"), now: story.now) == [.disconnect, .compare])
        _ = story.compare()
        #expect(story.machine.record.error?.code == .io)
        story = Story(.put)
        _ = story.begin()
        _ = story.machine.ended(.body("x"), now: story.now)
        _ = story.compare(.example(size: 4))
        #expect(story.machine.record.error?.code == .changed)
        story = Story(.put)
        _ = story.machine.begin(now: story.now)
        _ = story.machine.failed("no such file", now: story.now)
        #expect(story.machine.record.error == TransferError(.io, "no such file"))
    }

    @Test("An answer that was cut off after its header counts, if all was sent")
    func cutAnswer() {
        var story = Story(.put)
        _ = story.begin()
        story.machine.sent(300)
        _ = story.respond(200)
        #expect(story.machine.ended(.connection("reset"), now: story.now) == [.compare])
        story = Story(.put)
        _ = story.begin()
        story.machine.sent(200)
        _ = story.respond(200)
        _ = story.machine.ended(.connection("reset"), now: story.now)
        #expect(story.machine.record.state == .retrying)
    }

    @Test("The user's order stops an upload at any time before the server has the file")
    func orders() {
        var paused = TransferRecord.upload(.put)
        paused.state = .paused
        paused.revision = 9
        var story = Story(.put)
        _ = story.begin()
        var steps = story.machine.overruled(by: paused, now: story.now)
        #expect(steps == [.disconnect, .save([])])
        #expect(story.machine.record.state == .paused)
        #expect(story.machine.isIdle)

        // The server has it, and says so.
        story = Story(.put)
        _ = story.begin()
        _ = story.exchange(200, sent: 300)
        _ = story.compare()
        #expect(story.machine.overruled(by: paused, now: story.now).isEmpty)
        #expect(story.machine.record.state == .finished)
        #expect(story.machine.record.revision == 9)

        // The digest is given up.
        story = Story(.put) { $0.sha256 = [1] }
        _ = story.begin()
        steps = story.machine.overruled(by: paused, now: story.now)
        #expect(steps == [.stopVerifying, .save([])])
        #expect(story.machine.record.state == .paused)
        #expect(story.machine.isIdle)

        // What is taken back is as if it had never been.
        story = Story(.put)
        _ = story.begin()
        var other = TransferRecord.upload(.put)
        other.priority = .high
        #expect(story.machine.overruled(by: other, now: story.now).isEmpty)
        #expect(story.machine.record.state == .running)
        #expect(story.machine.record.priority == .high)
    }

    /// States that other processes have stored, each before the state that the machine has could be.
    @Test(
        "The user's last command counts, whenever the worker sees the ones before",
        arguments: [
            ([.paused], .paused), ([.paused, .waiting], .waiting),
            ([.paused, .waiting, .paused], .paused), ([.waiting], .running),
            ([.waiting, .paused], .paused), ([.waiting, .paused, .waiting], .waiting),
            ([.paused, .cancelled], .cancelled), ([.paused, .waiting, .cancelled], .cancelled),
        ] as [([Transfer.State], Transfer.State)])
    func lastCommand(_ commands: [Transfer.State], _ result: Transfer.State) {
        var story = Story(.put)
        _ = story.begin()
        var newer = TransferRecord.upload(.put)
        for state in commands {
            newer.state = state
            newer.revision += 1
            _ = story.machine.overruled(by: newer, now: story.now)
        }
        #expect(story.machine.record.state == result)
        #expect(story.machine.record.revision == newer.revision)
        #expect(story.machine.isIdle == (result != .running))
    }

    @Test("A change of what is known by another process keeps how far the upload is")
    func merge() {
        var story = Story.resumed()
        _ = story.exchange(200, Self.offset("200"))
        var other = TransferRecord.upload(.automatic)
        other.priority = .high
        _ = story.machine.overruled(by: other, now: story.now)
        #expect(story.machine.record.bytesDone == 200)
        #expect(story.machine.record.upload?.resource != nil)
    }

    @Test(
        "A deadline that has passed names why the transfer waited, and why its last attempt failed")
    func deadline() {
        let error = TransferError(.connection, "no answer")
        #expect(TransferError.deadlinePassed(lastError: nil).message == "the deadline has passed")
        #expect(
            TransferError.deadlinePassed(after: [.backoff], lastError: error).message
                == "the deadline has passed (the last attempt failed: no answer)")
        #expect(
            TransferError.deadlinePassed(after: [.backoff], lastError: nil).message
                == "the deadline has passed (waiting: \(WaitingReason.backoff))")
        #expect(
            TransferError.deadlinePassed(after: [.space, .backoff], lastError: error).message
                == "the deadline has passed (waiting: \(WaitingReason.space); the last attempt failed: no answer)"
        )
    }
}
