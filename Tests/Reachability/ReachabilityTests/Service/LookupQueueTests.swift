// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import NetworkReachability

/// In which order names are looked up, and how many at a time.
@Suite("Lookup queue") struct LookupQueueTests {
    private func names(_ range: Range<Int>, _ word: String = "name") -> [HostName] {
        range.compactMap { HostName("\(word)-\($0).example") }
    }

    private func queue(_ hosts: [HostName], _ urgency: LookupQueue.Urgency = .new) -> LookupQueue {
        var queue = LookupQueue()
        for host in hosts { queue.add(host, urgency) }
        return queue
    }

    @Test("No name is forgotten, and each is looked up once")
    func all() {
        let hosts = names(0..<5000)
        var queue = queue(hosts)
        var started: [HostName] = []
        while true {
            let next = queue.start(now: 0)
            if next.isEmpty { break }
            #expect(next.count <= LookupQueue.limit)
            for host in next { queue.ended(host) }
            started += next
        }
        #expect(started == hosts)
    }

    @Test("Names whose lookups take long keep no other name waiting")
    func slow() {
        var queue = queue(names(0..<200, "dead"))
        queue.add(names(0..<1, "home")[0], .new)
        var (now, started): (Int64, [HostName]) = (0, [])
        while let due = queue.due(now: now) {
            now = due
            let next = queue.start(now: now)
            // Without one that may begin, nothing is due.
            #expect(!next.isEmpty)
            started += next
        }
        #expect(started.count == 201)
        #expect(now <= 2000)
    }

    @Test("Lookups that never end do not take all threads")
    func limit() {
        var queue = queue(names(0..<1000))
        var now: Int64 = 0
        var count = 0
        while let due = queue.due(now: now) {
            now = due
            count += queue.start(now: now).count
        }
        #expect(count == LookupQueue.absoluteLimit)
        queue.ended(names(3..<4)[0])
        #expect(queue.start(now: now + LookupQueue.slowness).count == 1)
    }

    @Test("Unknown names go before known ones, and known ones before failed ones")
    func order() {
        var queue = LookupQueue()
        let hosts = names(0..<4)
        queue.add(hosts[0], .failed)
        queue.add(hosts[1], .known)
        queue.add(hosts[2], .new)
        queue.add(hosts[3], .failed)
        // What is asked for now is more urgent, and what is less urgent changes nothing.
        queue.add(hosts[3], .new)
        queue.add(hosts[3], .known)
        #expect(queue.start(now: 0) == [hosts[2], hosts[3], hosts[1], hosts[0]])
    }

    @Test("A name that is being looked up is looked up again afterwards")
    func again() {
        let host = names(0..<1)[0]
        var queue = queue([host])
        #expect(queue.start(now: 0) == [host])
        queue.add(host, .known)
        #expect(queue.start(now: 0) == [])
        #expect(queue.due(now: 0) == nil)
        queue.ended(host)
        #expect(queue.start(now: 0) == [host])
        queue.ended(host)
        #expect(queue.start(now: 0) == [])
    }

    @Test("A name is not looked up if no question asks for it any more")
    func removed() {
        let hosts = names(0..<2)
        var queue = queue(hosts)
        queue.remove(hosts[0])
        #expect(queue.start(now: 0) == [hosts[1]])
    }
}
