// SPDX-License-Identifier: Apache-2.0

import HTTPEngine
import LinuxSystem
import NetworkReachability
import Testing

@testable import BackgroundTransfers
@testable import TransferRules

/// What a download does with answers, failures and orders.
@Suite("Download machine") struct DownloadMachineTests {
    typealias Fields = [(String, String)]

    /// A download at some point of its life.
    struct Story {
        var machine: DownloadMachine
        var now: Int64 = 1_000_000_000_000
        static let origin = Origin(scheme: "https", host: "files.example", port: nil)
        static let other = Origin(scheme: "https", host: "other.example", port: nil)
        static let identity = FileIdentity(device: 1, number: 2)

        init(_ record: TransferRecord = .example()) {
            machine = DownloadMachine(record, origin: Self.origin, token: "t", chance: { 0.5 })
        }

        /// A download that has 100 of 300 bytes.
        static func partialRecord(
            sha256: [UInt8]? = nil, edit: (inout TransferRecord) -> Void = { _ in }
        ) -> TransferRecord {
            var record = TransferRecord.example()
            var partial = TransferRecord.Partial(
                path: "/d/.map.bin.7-t.part", destination: "/d/map.bin")
            let fields: Fields = [
                ("Content-Type", "a/b"), ("Content-Length", "300"), ("ETag", "\"a\""),
            ]
            let headers = HeaderFields(fields.map { (name: $0.0, value: $0.1) })
            partial.identity = identity
            partial.content = PartialContent(
                status: 200, headers, from: origin, now: HTTPDate(seconds: 0))
            partial.provenance = Provenance(headers, from: origin)
            record.partial = partial
            record.bytesDone = 100
            record.bytesTotal = 300
            record.sha256 = sha256
            record.progress.highest = 100
            edit(&record)
            return record
        }

        /// That download, whose rest was requested.
        static func resumed(
            sha256: [UInt8]? = nil, edit: (inout TransferRecord) -> Void = { _ in }
        ) -> Story {
            var story = Story(partialRecord(sha256: sha256, edit: edit))
            _ = story.machine.begin(now: story.now)
            _ = story.machine.inspected(.present(length: 120), now: story.now)
            return story
        }

        /// That download with all bytes, whose digests are computed. Of the 300 bytes, 100 are known to be synced.
        static func verifying() -> Story {
            var story = resumed()
            _ = story.respond(206, DownloadMachineTests.same)
            _ = story.receive(200)
            _ = story.end()
            return story
        }

        mutating func begin() -> [DownloadMachine.Step] { machine.begin(now: now) }

        mutating func respond(
            _ status: Int, _ fields: Fields = [], from origin: Origin = origin,
            location: ResolvedAddress? = nil
        ) -> [DownloadMachine.Step] {
            machine.responded(
                .init(
                    status: status, headers: HeaderFields(fields.map { (name: $0.0, value: $0.1) }),
                    origin: origin, location: location, lastComponent: "name.txt"), now: now)
        }

        mutating func receive(_ count: Int) -> [DownloadMachine.Step] {
            machine.hasRoom(for: count)
                ? machine.wrote(count, now: now) : machine.overflowed(now: now)
        }

        mutating func end(_ failure: HTTPError? = nil) -> [DownloadMachine.Step] {
            machine.ended(failure, now: now)
        }

        /// Ends the work in the background that a download waits for when it leaves.
        mutating func settle(_ steps: [DownloadMachine.Step]) {
            for case .sync(let offset) in steps {
                settle(machine.synced(offset, epoch: machine.epoch, now: now))
            }
        }
    }

    /// What becomes of a download.
    enum Outcome: Hashable {
        case receives
        case asksAnew
        case verifies
        case portal
        case retries(TransferError.Code)
        case fails(TransferError.Code)
    }

    private func outcome(_ story: Story, _ steps: [DownloadMachine.Step]) -> Outcome? {
        let record = story.machine.record
        if record.state == .failed { return record.error.map { .fails($0.code) } }
        if record.state == .retrying {
            return record.reasons == [.portal] ? .portal : record.error.map { .retries($0.code) }
        }
        if record.state == .verifying { return .verifies }
        let isRequest = steps.contains {
            if case .request(let request) = $0 { request.resumption == nil } else { false }
        }
        return isRequest ? .asksAnew : .receives
    }

    private func outcome(
        _ story: inout Story, _ action: (inout Story) -> [DownloadMachine.Step]
    ) -> Outcome? {
        let steps = action(&story)
        return outcome(story, steps)
    }

    @Test(
        "A first answer is taken, tried again, or a failure, by its status",
        arguments: [
            (200, [], .receives), (203, [], .receives),
            (206, [("Content-Range", "bytes 0-4/5")], .fails(.status)),
            (204, [], .fails(.status)), (205, [], .fails(.status)), (300, [], .fails(.status)),
            (304, [], .fails(.status)), (305, [], .fails(.status)), (400, [], .fails(.status)),
            (401, [], .fails(.status)), (404, [], .fails(.status)), (410, [], .fails(.status)),
            (412, [], .fails(.status)), (416, [], .fails(.status)), (408, [], .retries(.status)),
            (425, [], .retries(.status)), (429, [], .retries(.status)),
            (500, [], .retries(.status)),
            (503, [], .retries(.status)), (511, [], .portal),
            (301, [], .fails(.redirect)),
            (200, [("Content-Encoding", "gzip")], .fails(.encoding)),
            (200, [("Content-Encoding", "identity")], .receives),
            (200, [("Content-Encoding", "aws-chunked")], .receives),
            (200, [("Content-Encoding", "x-bzip2")], .fails(.encoding)),
            (200, [("Content-Length", "0x2000")], .fails(.length)),
            (200, [("Content-Length", "5000"), ("Content-Length", "1000")], .fails(.length)),
            (200, [("Content-Length", "5x"), ("Transfer-Encoding", "chunked")], .receives),
        ] as [(Int, Fields, Outcome)])
    func firstAnswer(status: Int, fields: Fields, expected: Outcome) {
        var story = Story()
        _ = story.begin()
        let steps = story.respond(status, fields)
        #expect(outcome(story, steps) == expected)
    }

    @Test(
        "A compression is no encoding if a name of the file shows it",
        arguments: [
            ("/d/x.tar.gz", "latest", "latest", .receives),
            ("/d/x.img", "x.tar.gz", "x", .receives),
            ("/d/x.img", "latest", "x.tar.gz", .receives),
            ("/d/x.img", "latest", "x.zip", .fails(.encoding)),
        ] as [(String, String, String, Outcome)])
    func archives(
        destination: String, requested: String, answering: String, expected: Outcome
    ) {
        var record = TransferRecord.example()
        record.destination = .file(destination)
        var story = Story(record)
        _ = story.begin()
        let steps = story.machine.responded(
            .init(
                status: 200, headers: HeaderFields([(name: "Content-Encoding", value: "gzip")]),
                origin: Story.origin, lastComponent: requested, answeringComponent: answering),
            now: story.now)
        #expect(outcome(story, steps) == expected)
    }

    private static let same: Fields = [
        ("ETag", "\"a\""), ("Content-Type", "a/b"), ("Content-Range", "bytes 100-299/300"),
    ]

    @Test(
        "An answer to the request for the rest is taken only if it proves that it is the rest",
        arguments: [
            (206, same, false, .receives),
            (206, [("ETag", "\"b\""), ("Content-Range", "bytes 100-299/300")], false, .asksAnew),
            (206, [("Content-Range", "bytes 100-299/300")], false, .asksAnew),
            (206, [("ETag", "\"a\"")], false, .asksAnew),
            (206, [("ETag", "\"a\""), ("Content-Range", "bytes 99-299/300")], false, .asksAnew),
            (206, [("ETag", "\"a\""), ("Content-Range", "bytes 100-299/301")], false, .asksAnew),
            (206, [("ETag", "\"a\""), ("Content-Range", "bytes 100-299/*")], false, .receives),
            (206, same + [("Content-Length", "199")], false, .asksAnew),
            (206, same + [("Content-Length", "201")], false, .receives),
            (206, same + [("Content-Encoding", "gzip")], false, .asksAnew),
            (206, [("Content-Type", "multipart/byteranges; boundary=x")], false, .asksAnew),
            (206, same, true, .asksAnew),
            (412, [], false, .asksAnew),
            (416, [], false, .asksAnew),
            (416, [("Content-Range", "bytes */300")], false, .asksAnew),
            (503, [], false, .retries(.status)),
            (404, [], false, .fails(.status)),
            // The complete file in place of the rest.
            (200, [("ETag", "\"b\""), ("Content-Type", "a/b")], false, .receives),
            (200, [("Content-Type", "a/b")], false, .portal),
            (200, [("ETag", "\"b\""), ("Content-Type", "text/html")], false, .portal),
            (200, [("ETag", "\"a\""), ("Content-Type", "a/b")], true, .portal),
        ] as [(Int, Fields, Bool, Outcome)])
    func rest(status: Int, fields: Fields, isElsewhere: Bool, expected: Outcome) {
        var story = Story.resumed()
        let steps = story.respond(status, fields, from: isElsewhere ? Story.other : Story.origin)
        #expect(outcome(story, steps) == expected)
        // What is there stays until a complete answer has come.
        if expected != .receives || status != 200 { #expect(story.machine.record.bytesDone == 100) }
    }

    @Test("With a digest, the rest may come from another server")
    func provenRest() {
        var story = Story.resumed(sha256: [UInt8](repeating: 1, count: 32))
        let steps = story.respond(206, Self.same, from: Story.other)
        #expect(outcome(story, steps) == .receives)
    }

    private static let digest = [UInt8](repeating: 1, count: 32)

    @Test(
        "With a digest, the rest is taken from the same server whatever its validators are",
        arguments: [
            ([("ETag", "\"b\"")], false, .receives, true),
            ([("ETag", "W/\"a\"")], false, .receives, true),
            ([("Last-Modified", "Sat, 21 Nov 2026 09:00:00 GMT")], false, .receives, true),
            ([("ETag", "\"a\"")], false, .receives, nil),
            // Another server's copy must be the same version.
            ([("ETag", "\"a\"")], true, .receives, nil),
            ([("ETag", "\"b\"")], true, .asksAnew, nil),
            // A page in place of the server.
            ([], false, .asksAnew, nil),
            ([("ETag", "\"b\""), ("Content-Type", "text/html")], false, .asksAnew, nil),
        ] as [(Fields, Bool, Outcome, Bool?)])
    func restWithDigest(fields: Fields, isElsewhere: Bool, expected: Outcome, isMixed: Bool?) {
        var story = Story.resumed(sha256: Self.digest)
        let type = fields.contains { $0.0 == "Content-Type" } ? [] : [("Content-Type", "a/b")]
        let steps = story.respond(
            206, fields + type + [("Content-Range", "bytes 100-299/300")],
            from: isElsewhere ? Story.other : Story.origin)
        #expect(outcome(story, steps) == expected)
        #expect(story.machine.record.partial?.isMixed == isMixed)
    }

    @Test("With a digest, the rest of any version is requested")
    func rangeWithDigest() {
        var story = Story(Story.partialRecord(sha256: Self.digest))
        _ = story.begin()
        let steps = story.machine.inspected(.present(length: 100), now: story.now)
        let names = steps.compactMap { step -> [String]? in
            guard case .request(let request) = step else { return nil }
            return request.resumption?.headers.map(\.name)
        }
        #expect(names == [["Range", "Accept-Encoding"]])
    }

    @Test("Parts that do not fit together begin once more, and then fail")
    func misfit() {
        var story = Story.resumed(sha256: Self.digest)
        let other: Fields = [
            ("ETag", "\"b\""), ("Content-Type", "a/b"), ("Content-Range", "bytes 100-299/300"),
        ]
        _ = story.respond(206, other)
        _ = story.receive(200)
        #expect(outcome(&story) { $0.end() } == .verifies)
        let wrong = PartialFiles.DigestResult.wrong(ContentDigest(.sha256, Self.digest))
        #expect(outcome(&story) { $0.machine.verified(wrong, now: $0.now) } == .asksAnew)
        #expect(story.machine.record.state == .running)
        // A crash now verifies no more what is known to be wrong.
        #expect(story.machine.record.bytesTotal == nil)
        _ = story.respond(200, [("ETag", "\"c\""), ("Content-Type", "a/b")])
        #expect(story.machine.record.partial?.isMixed == nil)
        _ = story.receive(300)
        #expect(outcome(&story) { $0.end() } == .verifies)
        #expect(outcome(&story) { $0.machine.verified(wrong, now: $0.now) } == .fails(.digest))
    }

    @Test("A file of one version with a wrong digest fails at once")
    func wrongDigest() {
        var story = Story.resumed(sha256: Self.digest)
        _ = story.respond(206, Self.same)
        _ = story.receive(200)
        _ = story.end()
        let wrong = PartialFiles.DigestResult.wrong(ContentDigest(.sha256, Self.digest))
        #expect(outcome(&story) { $0.machine.verified(wrong, now: $0.now) } == .fails(.digest))
    }

    @Test(
        "If all bytes are there, nothing is requested, also where the rest could not be",
        arguments: [true, false])
    func complete(isResumable: Bool) {
        var story = Story(
            Story.partialRecord {
                $0.bytesDone = 300
                if !isResumable { $0.partial?.content = nil }
            })
        _ = story.begin()
        let steps = story.machine.inspected(.present(length: 300), now: story.now)
        #expect(steps.last == .verify([], length: 300))
    }

    @Test("The rest is requested once more after a refusal; a second refusal is a failed attempt")
    func secondRefusal() {
        var story = Story.resumed()
        #expect(outcome(&story) { $0.respond(416) } == .asksAnew)
        story = .resumed { $0.progress.refusals = 1 }
        #expect(outcome(&story) { $0.respond(416) } == .retries(.status))
    }

    @Test("The fourth answer that could be a portal's, with the right media type, is taken")
    func mismatchedAnswers() {
        for count in 0..<3 {
            var story = Story.resumed { $0.progress.mismatchedAnswers = count }
            #expect(outcome(&story) { $0.respond(200, [("Content-Type", "a/b")]) } == .portal)
        }
        var story = Story.resumed { $0.progress.mismatchedAnswers = 3 }
        let steps = story.respond(200, [("Content-Type", "a/b")])
        #expect(outcome(story, steps) == .receives)
        #expect(
            steps.contains {
                if case .save(let notes) = $0 { notes.map(\.event) == [.restarted] } else { false }
            })
        #expect(steps.last == .resize(0))
        var other = Story.resumed { $0.progress.mismatchedAnswers = 9 }
        #expect(outcome(&other) { $0.respond(200, [("Content-Type", "text/html")]) } == .portal)
    }

    @Test("The name is stored before the file is made, and the file before anything is written")
    func order() {
        var story = Story()
        guard case .save(let notes)? = story.begin().first else {
            Issue.record("nothing is stored at the beginning")
            return
        }
        #expect(notes == [.init(.started)])
        let steps = story.respond(200, [("Content-Length", "10")])
        #expect(steps.count == 2)
        #expect(steps.first == .save([]))
        let partial = story.machine.record.partial
        #expect(partial?.path == "/d/.map.bin.7-t.part")
        #expect(partial?.identity == nil)
        #expect(partial.map { steps.last == .create($0, length: 10) } ?? false)
        #expect(!story.machine.hasRoom(for: 1))
        #expect(story.machine.created(Story.identity, now: story.now) == [.save([])])
        #expect(story.machine.record.partial?.identity == Story.identity)
        #expect(story.machine.hasRoom(for: 10))
        #expect(!story.machine.hasRoom(for: 11))
    }

    @Test("Bytes are synced before their number is stored, and verified before the commit")
    func checkpoints() {
        var story = Story()
        _ = story.begin()
        _ = story.respond(200, [("Content-Length", "\(20 << 20)")])
        _ = story.machine.created(Story.identity, now: story.now)
        #expect(story.receive(8 << 20 - 1) == [])
        #expect(story.receive(1 << 20) == [.sync(upTo: 9 << 20 - 1)])
        #expect(story.machine.record.bytesDone == 0)
        #expect(story.receive(6 << 20) == [])
        #expect(!story.machine.awaitsDisk)
        #expect(story.receive(3 << 20) == [])
        #expect(story.machine.awaitsDisk)
        #expect(
            story.machine.synced(9 << 20 - 1, epoch: story.machine.epoch, now: story.now) == [
                .save([])
            ])
        #expect(story.machine.record.bytesDone == 9 << 20 - 1)
        #expect(!story.machine.awaitsDisk)
        _ = story.receive(20 << 20 - 18 << 20 + 1)
        let steps = story.end()
        #expect(story.machine.record.state == .verifying)
        #expect(steps.last == .verify([], length: 20 << 20))
        let commit = story.machine.verified(.right, now: story.now)
        #expect(story.machine.record.state == .committing)
        #expect(commit.first == .save([.init(.verified)]))
        guard case .commit? = commit.last else { Issue.record("no commit"); return }
        #expect(story.machine.committed(now: story.now) == [.save([.init(.finished)])])
        #expect(story.machine.record.state == .finished)
        #expect(story.machine.record.partial == nil)
        #expect(story.machine.isIdle)
    }

    @Test("After five seconds a smaller part is synced, too")
    func time() {
        var story = Story()
        _ = story.begin()
        _ = story.respond(200)
        _ = story.machine.created(Story.identity, now: story.now)
        _ = story.receive(10)
        #expect(story.machine.due == story.now + 5000)
        #expect(story.machine.checkpointIsDue(now: story.now + 4999) == [])
        #expect(story.machine.checkpointIsDue(now: story.now + 5000) == [.sync(upTo: 10)])
        #expect(story.machine.due == nil)
    }

    @Test(
        "When the clock is set during a download, no checkpoint is delayed, and nothing is lost",
        arguments: [-50 * 365 * 86_400_000, -3_600_000, 3_600_000, 50 * 365 * 86_400_000] as [Int64]
    )
    func clock(change: Int64) {
        var story = Story()
        _ = story.begin()
        _ = story.respond(200, [("Content-Length", "20")])
        _ = story.machine.created(Story.identity, now: story.now)
        _ = story.receive(10)
        story.now += change
        story.machine.clockWasSet(now: story.now)
        #expect(story.machine.due == story.now + 5000)
        story.now += 5000
        #expect(story.machine.checkpointIsDue(now: story.now) == [.sync(upTo: 10)])
        _ = story.machine.synced(10, epoch: story.machine.epoch, now: story.now)
        #expect(story.machine.record.bytesDone == 10)
        // Its next failure is one like others, whenever it began.
        story.settle(story.end(.connection("lost")))
        #expect(story.machine.record.state == .retrying)
        #expect(story.machine.record.retryAt.map { (1...2000).contains($0 - story.now) } == true)
    }

    @Test("A connection that ends too early is lost, one without a length ends well")
    func ends() {
        var story = Story()
        _ = story.begin()
        _ = story.respond(200, [("Content-Length", "10")])
        _ = story.machine.created(Story.identity, now: story.now)
        _ = story.receive(9)
        story.settle(story.end())
        #expect(story.machine.record.error?.code == .connection)
        #expect(story.machine.record.bytesDone == 9)
        story = Story()
        _ = story.begin()
        _ = story.respond(200)
        _ = story.machine.created(Story.identity, now: story.now)
        _ = story.receive(9)
        #expect(outcome(&story) { $0.end() } == .verifies)
        #expect(story.machine.record.state == .verifying)
        #expect(story.machine.record.bytesTotal == 9)
    }

    @Test(
        "A part is complete with its last byte, although the server had announced more",
        arguments: [
            (200, .verifies), (199, .retries(.connection)), (201, .retries(.length)),
        ] as [(Int, Outcome)])
    func greaterLength(count: Int, expected: Outcome) {
        var story = Story.resumed()
        _ = story.respond(206, Self.same + [("Content-Length", "201")])
        let steps = story.receive(count)
        story.settle(steps.isEmpty ? story.end(.connection("it ended early")) : steps)
        #expect(outcome(story, []) == expected)
    }

    @Test("More than was announced is refused")
    func overflow() {
        var story = Story()
        _ = story.begin()
        _ = story.respond(200, [("Content-Length", "10")])
        _ = story.machine.created(Story.identity, now: story.now)
        _ = story.receive(10)
        story.settle(story.receive(1))
        #expect(story.machine.record.error?.code == .length)
        #expect(story.machine.record.bytesDone == 10)
        // What came is not taken for all.
        _ = story.begin()
        let steps = story.machine.inspected(.present(length: 10), now: story.now)
        #expect(outcome(story, steps) == .asksAnew)
    }

    @Test("A digest that differs ends the download, and its file is removed")
    func digest() {
        var story = Story.resumed(sha256: [UInt8](repeating: 1, count: 32))
        _ = story.respond(206, Self.same)
        _ = story.receive(200)
        let steps = story.end()
        let expected = ContentDigest(.sha256, [UInt8](repeating: 1, count: 32))
        #expect(steps.last == .verify([expected], length: 300))
        let last = story.machine.verified(.wrong(expected), now: story.now)
        guard case .remove? = last.first else { Issue.record("the file stays"); return }
        #expect(story.machine.record.error?.code == .digest)
        #expect(story.machine.record.state == .failed)
    }

    @Test(
        "The server's digests are checked, also those of a part; after another digest the download begins again"
    )
    func announced() {
        let value = "sha-256=:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=:"
        let ones = ContentDigest(.sha256, [UInt8](repeating: 1, count: 32))
        var story = Story.resumed()
        _ = story.respond(206, Self.same + [("Repr-Digest", value)])
        #expect(story.machine.record.partial?.digests == [ones])
        story = .resumed {
            $0.partial?.digests = [ContentDigest(.sha256, [UInt8](repeating: 2, count: 32))]
        }
        let steps = story.respond(206, Self.same + [("Repr-Digest", value)])
        #expect(outcome(story, steps) == .asksAnew)
        story = Story()
        _ = story.begin()
        _ = story.respond(200, [("Content-Digest", value)])
        #expect(story.machine.record.partial?.digests == [ones])
    }

    @Test("Redirections keep the secrets on one server, and lose them for good on another")
    func redirections() {
        func address(_ origin: Origin) -> ResolvedAddress {
            .init(url: "\(origin.scheme)://\(origin.host)/x", origin: origin)
        }
        var story = Story()
        _ = story.begin()
        for (origin, isTrusted) in [
            (Story.origin, true), (Story.other, false), (Story.origin, false),
        ] {
            let steps = story.respond(302, location: address(origin))
            guard case .request(let request)? = steps.last else {
                Issue.record("no request"); return
            }
            #expect(request.isTrusted == isTrusted)
        }
        let plain = Origin(scheme: "http", host: "files.example", port: nil)
        #expect(outcome(&story) { $0.respond(302, location: address(plain)) } == .fails(.redirect))
        story = Story()
        _ = story.begin()
        for _ in 0..<10 { _ = story.respond(302, location: address(Story.origin)) }
        #expect(story.machine.record.state == .running)
        #expect(
            outcome(&story) { $0.respond(302, location: address(Story.origin)) }
                == .fails(.redirect)
        )
    }

    @Test("From http to https of one host is no other server, but for other ports")
    func upgrade() {
        let plain = Origin(scheme: "http", host: "a", port: nil)
        #expect(plain.isSameServer(as: Origin(scheme: "https", host: "a", port: nil)))
        #expect(!plain.isSameServer(as: Origin(scheme: "https", host: "b", port: nil)))
        #expect(!plain.isSameServer(as: Origin(scheme: "https", host: "a", port: 8443)))
        #expect(
            !Origin(scheme: "http", host: "a", port: 8080).isSameServer(
                as: Origin(scheme: "https", host: "a", port: nil)))
    }

    @Test("The connection is closed before anything else when the path is lost")
    func loss() {
        var story = Story.resumed()
        _ = story.respond(206, Self.same)
        _ = story.receive(50)
        let steps = story.machine.leave(.wait([WaitingReason(code: "metered")]), now: story.now)
        #expect(steps == [.disconnect, .sync(upTo: 150)])
        #expect(story.machine.record.state == .running)
        let last = story.machine.synced(150, epoch: story.machine.epoch, now: story.now)
        #expect(last == [.save([.init(.waiting)])])
        #expect(story.machine.record.state == .waiting)
        #expect(story.machine.record.bytesDone == 150)
        #expect(story.machine.record.progress.failures == 0)
    }

    @Test("The user's order comes first, and what was received stays")
    func orders() {
        for (state, removes) in [(Transfer.State.paused, false), (.cancelled, true)] {
            var story = Story.resumed()
            _ = story.respond(206, Self.same)
            _ = story.receive(50)
            var newer = story.machine.record
            newer.state = state
            newer.revision = 99
            #expect(
                story.machine.overruled(by: newer, now: story.now) == [
                    .disconnect, .sync(upTo: 150),
                ])
            let last = story.machine.synced(150, epoch: story.machine.epoch, now: story.now)
            #expect(last.last == .save([]))
            #expect(last.contains { if case .remove = $0 { true } else { false } } == removes)
            #expect(story.machine.record.state == state)
            #expect(story.machine.record.revision == 99)
            #expect(story.machine.record.bytesDone == (removes ? 0 : 150))
        }
    }

    /// States that other processes have stored, each before the state that the machine has could be.
    @Test(
        "The user's last command counts, whenever the worker sees the ones before",
        arguments: [false, true],
        [
            ([.paused], .paused), ([.paused, .waiting], .waiting),
            ([.paused, .waiting, .paused], .paused), ([.waiting], .running),
            ([.waiting, .paused], .paused), ([.waiting, .paused, .waiting], .waiting),
            ([.paused, .cancelled], .cancelled), ([.paused, .waiting, .cancelled], .cancelled),
        ] as [([Transfer.State], Transfer.State)])
    func lastCommand(
        _ hasContent: Bool, _ row: ([Transfer.State], Transfer.State)
    ) {
        let (commands, result) = row
        var story = Story.resumed()
        if hasContent {
            _ = story.respond(206, Self.same)
            _ = story.receive(50)
        }
        var newer = story.machine.record
        for state in commands {
            newer.state = state
            newer.revision += 1
            _ = story.machine.overruled(by: newer, now: story.now)
        }
        // Content that was received is synced before the download has stopped.
        let stops = result != .running
        if stops, hasContent {
            #expect(!story.machine.isIdle)
            _ = story.machine.synced(150, epoch: story.machine.epoch, now: story.now)
        }
        #expect(story.machine.record.state == result)
        #expect(story.machine.record.revision == newer.revision)
        #expect(story.machine.isIdle == stops)
    }

    @Test("An order that is stored stays, whatever else happens while the download stops")
    func orderStays() {
        for exit in [AttemptExit.requeued, .wait([.held]), .fail(.deadlinePassed())] {
            var story = Story.resumed()
            _ = story.respond(206, Self.same)
            _ = story.receive(50)
            var newer = story.machine.record
            newer.state = .cancelled
            _ = story.machine.overruled(by: newer, now: story.now)
            _ = story.machine.leave(exit, now: story.now)
            _ = story.machine.synced(150, epoch: story.machine.epoch, now: story.now)
            #expect(story.machine.record.state == .cancelled)
            story = .resumed()
            _ = story.respond(206, Self.same)
            _ = story.receive(200)
            _ = story.end()
            _ = story.machine.overruled(by: newer, now: story.now)
            _ = story.machine.leave(exit, now: story.now)
            let steps = story.machine.verified(.right, now: story.now)
            #expect(!steps.contains { if case .commit = $0 { true } else { false } })
            #expect(story.machine.record.state == .cancelled)
        }
    }

    @Test("An order goes before a commit that has not begun, and not before one that has")
    func orderBeforeCommit() {
        for hasBegun in [false, true] {
            var story = Story.resumed()
            _ = story.respond(206, Self.same)
            _ = story.receive(200)
            _ = story.end()
            _ = story.machine.verified(.right, now: story.now)
            if hasBegun { story.machine.commitBegan() }
            var newer = story.machine.record
            newer.state = .cancelled
            let steps = story.machine.overruled(by: newer, now: story.now)
            #expect(steps.isEmpty == hasBegun)
            if hasBegun { _ = story.machine.committed(now: story.now) }
            #expect(story.machine.record.state == (hasBegun ? .finished : .cancelled))
        }
    }

    @Test("After a sync that failed, what was not synced counts as lost, and nothing is waited for")
    func failedSync() {
        var story = Story()
        _ = story.begin()
        _ = story.respond(200)
        _ = story.machine.created(Story.identity, now: story.now)
        _ = story.receive(9 << 20)
        let steps = story.machine.syncFailed(.noSpace, now: story.now)
        #expect(steps.first == .disconnect)
        #expect(story.machine.isIdle)
        #expect(story.machine.record.state == .waiting)
        #expect(story.machine.record.bytesDone == 0)
    }

    @Test("A sync of content that was replaced does not count")
    func lateSync() {
        var story = Story.resumed()
        _ = story.respond(206, Self.same)
        _ = story.receive(50)
        let old = story.machine.epoch
        _ = story.machine.checkpointIsDue(now: story.now + 5000)
        story = .resumed { $0.progress.mismatchedAnswers = 3 }
        _ = story.respond(200, [("Content-Type", "a/b")])
        _ = story.receive(400)
        #expect(story.machine.epoch != old)
        #expect(story.machine.synced(150, epoch: old, now: story.now) == [])
        #expect(story.machine.record.bytesDone == 0)
    }

    @Test(
        "A download that leaves gives up its digests, and the next attempt computes them without the server",
        arguments: [.givenUp, .right, .wrong(ContentDigest(.sha256, []))]
            as [PartialFiles.DigestResult])
    func digestIsGivenUp(finding: PartialFiles.DigestResult) {
        var story = Story.verifying()
        #expect(story.machine.leave(.requeued, now: story.now) == [.stopVerifying])
        #expect(!story.machine.isIdle)
        // It ends soon, and may have ended in its own way before.
        _ = story.machine.verified(finding, now: story.now)
        #expect(story.machine.isIdle)
        #expect(story.machine.record.state == .waiting)
        // All was synced first.
        #expect(story.machine.record.bytesDone == 300)
        _ = story.begin()
        let next = story.machine.inspected(.present(length: 300), now: story.now)
        #expect(next.last == .verify([], length: 300))
    }

    @Test("Where the digests had not begun, the content is synced before the download leaves")
    func digestHasNotBegun() {
        var story = Story.verifying()
        #expect(story.machine.leave(.requeued, now: story.now) == [.stopVerifying])
        let steps = story.machine.gaveUpVerifying(now: story.now)
        #expect(steps == [.sync(upTo: 300)])
        story.settle(steps)
        #expect(story.machine.isIdle)
        #expect(story.machine.record.bytesDone == 300)
    }

    @Test(
        "Only the user and the end of the worker end the computation of digests, because only the commit is missing",
        arguments: [
            .wait([.held]), .waitForSpace, .portal, .fail(.deadlinePassed()),
            .retry(TransferError(.connection, "reset"), after: nil),
        ] as [AttemptExit])
    func digestGoesOn(exit: AttemptExit) {
        var story = Story.verifying()
        #expect(story.machine.leave(exit, now: story.now).isEmpty)
        let steps = story.machine.verified(.right, now: story.now)
        #expect(steps.first == .save([.init(.verified)]))
        #expect(story.machine.record.state == .committing)
    }

    @Test(
        "The user's order ends the computation of digests, and only a cancelled download loses its file",
        arguments: [(.paused, false), (.cancelled, true)] as [(Transfer.State, Bool)])
    func orderWhileVerifying(state: Transfer.State, removes: Bool) {
        var story = Story.verifying()
        var newer = story.machine.record
        newer.state = state
        #expect(story.machine.overruled(by: newer, now: story.now) == [.stopVerifying])
        let steps = story.machine.verified(.givenUp, now: story.now)
        #expect(steps.last == .save([]))
        #expect(steps.contains { if case .remove = $0 { true } else { false } } == removes)
        #expect(story.machine.record.state == state)
        #expect(story.machine.isIdle)
    }

    @Test("A checkpoint that ends while digests are computed or given up does not count")
    func checkpointWhileVerifying() {
        var story = Story.resumed()
        _ = story.respond(206, Self.same)
        _ = story.receive(200)
        #expect(story.machine.checkpointIsDue(now: story.now + 10_000) == [.sync(upTo: 300)])
        let epoch = story.machine.epoch
        _ = story.end()
        #expect(story.machine.synced(300, epoch: epoch, now: story.now).isEmpty)
        #expect(story.machine.leave(.stoppedByUser, now: story.now) == [.stopVerifying])
        #expect(story.machine.synced(300, epoch: epoch, now: story.now).isEmpty)
        #expect(!story.machine.isIdle)
        _ = story.machine.failed(.other("the disk is gone"), now: story.now)
        #expect(story.machine.isIdle)
        #expect(story.machine.record.bytesDone == 100)
    }

    /// The kernel reports a failure of the disk once: another sync would succeed.
    @Test("If the sync before the digests fails after they were given up, no other one is tried")
    func failedSyncAfterVerifying() {
        var story = Story.verifying()
        #expect(story.machine.leave(.requeued, now: story.now) == [.stopVerifying])
        let steps = story.machine.failed(.other("the disk is gone"), now: story.now)
        #expect(steps == [.save([])])
        #expect(story.machine.isIdle)
        #expect(story.machine.record.state == .waiting)
        #expect(story.machine.record.bytesDone == 100)
    }

    @Test("An order that is taken back while the download stops is taken back")
    func takenBack() {
        var story = Story.resumed()
        _ = story.respond(206, Self.same)
        _ = story.receive(50)
        var newer = story.machine.record
        newer.state = .paused
        _ = story.machine.overruled(by: newer, now: story.now)
        newer.state = .waiting
        _ = story.machine.overruled(by: newer, now: story.now)
        _ = story.machine.synced(150, epoch: story.machine.epoch, now: story.now)
        #expect(story.machine.record.state == .waiting)
        #expect(story.machine.record.bytesDone == 150)
    }

    @Test("Delays double from a second to an hour, and the server's wish counts at least")
    func delays() {
        var story = Story()
        var delays: [Int64] = []
        for _ in 0..<14 {
            _ = story.begin()
            _ = story.respond(503)
            delays.append((story.machine.record.retryAt ?? 0) - story.now)
        }
        #expect(delays.prefix(4) == [1000, 2000, 4000, 8000])
        #expect(delays.last == 3_600_000)
        _ = story.begin()
        _ = story.respond(503, [("Retry-After", "80000")])
        #expect(story.machine.record.retryAt == story.now + 80_000_000)
        _ = story.begin()
        _ = story.respond(503, [("Retry-After", "9999999")])
        #expect(story.machine.record.retryAt == story.now + 86_400_000)
    }

    @Test(
        "The limit of attempts counts those without progress, and counts from zero on another path")
    func limits() {
        var record = TransferRecord.example()
        record.limit = .limited(3)
        var story = Story(record)
        for _ in 0..<2 {
            _ = story.begin()
            _ = story.end(.connection("refused"))
            #expect(story.machine.record.state == .retrying)
        }
        _ = story.machine.begin(now: story.now, isElsewhere: true)
        _ = story.end(.connection("refused"))
        #expect(story.machine.record.state == .retrying)
        _ = story.begin()
        _ = story.end(.connection("refused"))
        _ = story.begin()
        _ = story.end(.connection("refused"))
        #expect(story.machine.record.state == .failed)
        #expect(story.machine.record.error?.code == .connection)
    }

    @Test(
        "Without a limit of attempts, a download fails after seven days of failures without progress"
    )
    func sevenDays() {
        var record = TransferRecord.example()
        record.limit = .sevenDays
        var story = Story(record)
        // It has waited long for the network, which is no failure.
        story.now += 30 * 86_400_000
        let hour: Int64 = 3_600_000
        for attempt in 0...7 * 24 {
            _ = story.begin()
            _ = story.end(.connection("refused"))
            #expect(story.machine.record.state == (attempt == 7 * 24 ? .failed : .retrying))
            story.now += hour
        }
    }

    @Test(
        "A clock that is set forward, and a machine that is off for months, use up one of the seven days"
    )
    func longPauses() {
        var record = TransferRecord.example()
        record.limit = .sevenDays
        var story = Story(record)
        let day: Int64 = 86_400_000
        // From 1970 to the time of a server, and back, as on a board without a battery.
        for (pause, state) in [
            (0, Transfer.State.retrying), (50 * 365 * day, .retrying), (-50 * 365 * day, .retrying),
            (90 * day, .retrying), (5 * day, .retrying), (3 * day, .retrying), (2 * day, .retrying),
            (day, .retrying), (day, .failed),
        ] {
            story.now += pause
            _ = story.begin()
            _ = story.end(.connection("refused"))
            #expect(story.machine.record.state == state)
        }
    }

    @Test("Where a name must be claimed, that is stored before the file that claims it is made")
    func claim() {
        var story = Story.verifying()
        _ = story.machine.verified(.right, now: story.now)
        story.machine.commitBegan()
        let steps = story.machine.failed(.unclaimed, now: story.now)
        guard case .save = steps.first,
            case .commit(let partial, _, _, mayBeTaken: false) = steps.last
        else {
            Issue.record("\(steps)")
            return
        }
        #expect(partial.isClaimed == true)
        #expect(story.machine.record.partial?.isClaimed == true)
        // After a crash what it has made may be there.
        var next = Story(story.machine.record)
        _ = next.begin()
        _ = next.machine.inspected(.present(length: 300), now: next.now)
        guard
            case .commit(_, _, _, mayBeTaken: true) = next.machine.verified(.right, now: next.now)
                .last
        else {
            Issue.record("the claim is forgotten")
            return
        }
        // What fails has removed it, unless it says that it could not.
        next.machine.commitBegan()
        var left = next
        _ = left.machine.failed(.claimLeft("it is left"), now: left.now)
        #expect(left.machine.record.state == .failed)
        #expect(left.machine.record.error == TransferError(.io, "it is left"))
        #expect(left.machine.record.partial?.isClaimed == true)
        _ = next.machine.failed(.exists("it exists"), now: next.now)
        #expect(next.machine.record.state == .failed)
        #expect(next.machine.record.partial?.isClaimed == nil)
    }

    @Test(
        "An order before the claim leaves no claim, and one after a crash removes it",
        arguments: [(true, Transfer.State.cancelled), (true, .paused), (false, .cancelled)])
    func claimAndOrder(isCrash: Bool, state: Transfer.State) {
        var story = Story.verifying()
        _ = story.machine.verified(.right, now: story.now)
        story.machine.commitBegan()
        _ = story.machine.failed(.unclaimed, now: story.now)
        if isCrash {
            story = Story(story.machine.record)
            _ = story.begin()
            _ = story.machine.inspected(.present(length: 300), now: story.now)
            _ = story.machine.verified(.right, now: story.now)
        }
        var order = story.machine.record
        order.state = state
        let steps = story.machine.overruled(by: order, now: story.now)
        let removed = steps.compactMap { step -> TransferRecord.Partial? in
            if case .remove(let partial) = step { partial } else { nil }
        }
        #expect(removed.map(\.isClaimed) == (state == .cancelled ? [isCrash ? true : nil] : []))
        #expect(story.machine.record.partial?.isClaimed == (state == .paused ? true : nil))
    }

    @Test("A certificate that is not valid yet is waited for like a lost connection")
    func clock() {
        var story = Story()
        story.machine = {
            var record = TransferRecord.example()
            record.limit = .limited(10)
            return DownloadMachine(record, origin: Story.origin, token: "t", chance: { 0.5 })
        }()
        for number in 1...10 {
            _ = story.begin()
            _ = story.end(.notYetValid("not valid yet"))
            #expect(story.machine.record.state == (number == 10 ? .failed : .retrying))
            if number < 10 { #expect(story.machine.record.reasons == [.clock]) }
        }
        #expect(story.machine.record.error?.code == .tls)
    }

    @Test("A failed check of the certificate is tried three times")
    func tls() {
        var story = Story()
        for isLast in [false, false, true] {
            _ = story.begin()
            _ = story.end(.tls("expired"))
            #expect(story.machine.record.state == (isLast ? .failed : .retrying))
        }
        #expect(story.machine.record.error?.code == .tls)
    }

    @Test(
        "Failures with files",
        arguments: [
            (FileError.noSpace, Transfer.State.waiting, nil as TransferError.Code?),
            (.exists("x exists"), .failed, .exists), (.replaced, .retrying, .io),
            (.unusableName("x"), .failed, .name), (.other("x"), .failed, .io),
        ])
    func files(failure: FileError, state: Transfer.State, code: TransferError.Code?) {
        var story = Story()
        _ = story.begin()
        _ = story.respond(200)
        _ = story.machine.failed(failure, now: story.now)
        #expect(story.machine.record.state == state)
        #expect(story.machine.record.error?.code == code)
        if failure == .noSpace {
            #expect(story.machine.record.reasons == [.space])
            #expect(story.machine.record.retryAt == story.now + 60_000)
            #expect(story.machine.record.progress.failures == 0)
        }
    }

    @Test(
        "After a crash, the state of the partial file decides",
        arguments: [
            (PartialFiles.Finding.committed, Transfer.State.finished, 300 as Int64),
            (.present(length: 100), .running, 100), (.present(length: 150), .running, 100),
            (.present(length: 99), .running, 0), (.missing, .running, 0),
        ])
    func crash(finding: PartialFiles.Finding, state: Transfer.State, bytes: Int64) {
        var story = Story(Story.partialRecord())
        _ = story.begin()
        let steps = story.machine.inspected(finding, now: story.now)
        #expect(story.machine.record.state == state)
        #expect(story.machine.record.bytesDone == bytes)
        if case .present = finding { #expect(steps.first == .resize(bytes)) }
    }

    @Test(
        "A file at the destination that its number does not prove is the download only by its digest",
        arguments: [
            (false, PartialFiles.DigestResult.right, Transfer.State.failed),
            (true, .right, .finished),
            (true, .wrong(ContentDigest(.sha256, Array(repeating: 1, count: 32))), .failed),
        ])
    func unproven(hasDigest: Bool, finding: PartialFiles.DigestResult, state: Transfer.State) {
        let digest = Array(repeating: 1 as UInt8, count: 32)
        var story = Story(
            Story.partialRecord(sha256: hasDigest ? digest : nil) {
                $0.bytesDone = 300
                $0.partial?.isComplete = true
                $0.partial?.isClaimed = true
            })
        _ = story.begin()
        let steps = story.machine.inspected(.unproven, now: story.now)
        if hasDigest {
            #expect(steps.last == .verify([ContentDigest(.sha256, digest)], length: 300))
            _ = story.machine.verified(finding, now: story.now)
        }
        #expect(story.machine.record.state == state)
        #expect(story.machine.record.error?.code == (state == .failed ? .exists : nil))
        #expect(story.machine.isIdle)
    }

    @Test("A file that was complete before the crash needs no network")
    func completeBeforeCrash() {
        var story = Story(
            Story.partialRecord {
                $0.bytesDone = 300
                $0.partial?.isComplete = true
            })
        _ = story.begin()
        let steps = story.machine.inspected(.present(length: 300), now: story.now)
        #expect(steps.last == .verify([], length: 300))
    }

    @Test(
        "The name comes from the server, the address, or nowhere, and is safe",
        arguments: [
            ("attachment; filename=\"a b.txt\"", "x", "a b.txt"),
            ("attachment; filename*=UTF-8''%e2%82%ac.txt; filename=e.txt", "x", "€.txt"),
            ("attachment; filename=../../etc/passwd", "x", "passwd"),
            ("attachment; filename=\"..\\\\..\\\\boot.ini\"", "x", "boot.ini"),
            ("attachment; filename=\".bashrc\"", "x", "bashrc"),
            ("attachment; filename=\"a\u{202E}txt.exe\"", "x", "atxt.exe"),
            ("attachment; filename*=UTF-8''%2F%E2%80%8D..%2F%E2%80%8D.bashrc", "x", "bashrc"),
            ("attachment; filename*=UTF-8''a%2F%CC%81b", "x", "b"),
            ("attachment; filename*=UTF-8''a%5C%EF%B8%8Fb", "x", "b"),
            ("attachment; filename=\"..\"", "map.bin", "map.bin"),
            ("inline", "map.bin", "map.bin"),
            ("inline", "..", "download"),
            ("inline", "", "download"),
        ])
    func names(disposition: String, last: String, expected: String) {
        let headers = HeaderFields([(name: "Content-Disposition", value: disposition)])
        #expect(FileName.choose(headers, lastComponent: last) == expected)
    }

    @Test("A long name is cut at a character, and so is the one of the partial file")
    func longNames() {
        let name = FileName.clean(String(repeating: "€", count: 200)) ?? ""
        #expect(name.utf8.count == 255)
        var record = TransferRecord.example()
        record.destination = .folder("/d")
        var story = Story(record)
        _ = story.begin()
        _ = story.respond(200, [("Content-Disposition", "attachment; filename=\(name)")])
        let path = story.machine.record.partial?.path ?? ""
        #expect(path.utf8.count - 3 <= 255)
        #expect(path.hasSuffix(".7-t.part"))
        #expect(story.machine.record.partial?.destination == "/d/" + name)
    }
}
