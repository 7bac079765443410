// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BackgroundTransfers

/// Downloads in random worlds: whatever servers, networks, disks and power do, the file is one that the server had.
@Suite("Downloads in random worlds") struct DownloadModelTests {
    /// Moods in which a server never claims that two versions are the same, nor takes a portal for itself.
    private static let truthful: [DownloadWorld.Mood] = [
        .honest, .honest, .honest, .ignoresRange, .ignoresIfRange, .wrongOffset, .wrongTotal,
        .shortPart, .multipart, .refusesRange, .fails, .portal, .cuts, .cuts, .sendsMore,
        .noLength, .weakTag, .redirects, .noContent,
    ]

    @Test(
        "With a digest, the file has this digest, whatever the server's validators are",
        arguments: 0..<10)
    func expectedVersion(part: Int) {
        var finished = 0
        for number in 0..<100 {
            let seed = UInt64(part * 1000 + number)
            var world = DownloadWorld(
                seed: seed, moods: Self.truthful + Array(repeating: .newTag, count: 10), expected: 1
            )
            world.needsClaims = number.isMultiple(of: 2)
            world.version = 1
            var steps = 0
            while steps < 5000, world.live() { steps += 1 }
            #expect(steps < 5000, "seed \(seed): the download does not end")
            #expect(world.faults == [], "seed \(seed)")
            guard world.stored.state == .finished else {
                #expect(world.stored.state == .failed, "seed \(seed)")
                #expect(world.destination == nil, "seed \(seed)")
                continue
            }
            finished += 1
            #expect(world.destination == world.versions[1].bytes, "seed \(seed)")
            #expect(world.commits == 1)
        }
        #expect(finished > 0)
    }

    @Test("The file is one version, whole, and committed once", arguments: 0..<20)
    func oneVersion(part: Int) {
        for number in 0..<100 {
            var world = DownloadWorld(seed: UInt64(part * 1000 + number), moods: Self.truthful)
            world.needsClaims = number.isMultiple(of: 2)
            var steps = 0
            while world.live() {
                steps += 1
                guard steps < 5000 else {
                    Issue.record("seed \(part * 1000 + number): the download does not end")
                    break
                }
            }
            #expect(world.faults == [], "seed \(part * 1000 + number)")
            guard world.stored.state == .finished else {
                #expect(world.stored.state == .failed, "seed \(part * 1000 + number)")
                #expect(world.destination == nil, "seed \(part * 1000 + number)")
                continue
            }
            let isVersion =
                world.versions.contains { $0.bytes == world.destination }
                || world.destination == Array("<html>login".utf8)
            #expect(isVersion, "seed \(part * 1000 + number): \(world.destination ?? [])")
            #expect(world.commits == 1)
            #expect(world.file == nil)
            #expect(world.events.filter { $0 == .finished }.count == 1)
        }
    }
}
