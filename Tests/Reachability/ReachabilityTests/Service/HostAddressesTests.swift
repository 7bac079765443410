// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import Testing

@testable import NetworkReachability

/// The lookups of the hosts that transfers wait for, with a resolver that a test plays.
@Suite("Host addresses") struct HostAddressesTests {
    /// Does what is to be done until a condition holds.
    private func turn(_ hosts: HostAddresses, until holds: () -> Bool) {
        let end = MonotonicClock.milliseconds + 120_000
        while !holds(), MonotonicClock.milliseconds < end {
            var ready = PollSet()
            hosts.add(to: &ready)
            ready.wait(milliseconds: MonotonicClock.milliseconds(until: min(hosts.due ?? end, end)))
            if hosts.isReady(ready) { _ = hosts.receive() }
        }
    }

    private func host(_ text: String) throws -> HostName { try #require(HostName(text)) }

    @Test("A thousand hosts are all looked up")
    func thousand() throws {
        let hosts = try HostAddresses(resolver: HostResolver { .success(["addr \($0)"]) })
        let names = try (0..<1000).map { try host("h\($0).example") }
        for name in names { hosts.add(name) }
        var pending = names[...]
        turn(hosts) {
            while let last = pending.last, hosts.lookup(of: last) != .pending {
                pending.removeLast()
            }
            return pending.isEmpty
        }
        for name in names { #expect(hosts.lookup(of: name) == .addresses(["addr \(name)"])) }
    }

    @Test("A hundred dead names keep a live one from nothing")
    func dead() throws {
        let release = DispatchSemaphore(value: 0)
        defer { for _ in 0..<200 { release.signal() } }
        let hosts = try HostAddresses(
            resolver: HostResolver { name in
                guard name.description.hasPrefix("dead") else { return .success(["192.0.2.1"]) }
                release.wait()
                return .failure(ResolutionError(host: name, seconds: 30))
            })
        for number in 0..<100 { hosts.add(try host("dead\(number).example")) }
        let home = try host("home.example")
        hosts.add(home)
        turn(hosts) { hosts.lookup(of: home) != .pending }
        #expect(hosts.lookup(of: home) == .addresses(["192.0.2.1"]))
        #expect(hosts.lookup(of: try host("dead7.example")) == .pending)
    }

    @Test(
        "With one host, a name server that does not answer takes the addresses away",
        arguments: [(LookupPolicy.manyHosts, true), (.oneHost, false)])
    func silence(policy: LookupPolicy, keeps: Bool) throws {
        let isSilent = Lock(false)
        let count = Lock(0)
        let hosts = try HostAddresses(
            policy,
            resolver: HostResolver { name in
                count.withLock { $0 += 1 }
                return isSilent.withLock { $0 }
                    ? .failure(ResolutionError(host: name, seconds: 30)) : .success(["192.0.2.1"])
            })
        let name = try host("files.example")
        hosts.add(name)
        turn(hosts) { hosts.lookup(of: name) == .addresses(["192.0.2.1"]) }
        isSilent.withLock { $0 = true }
        hosts.refresh(all: true)
        turn(hosts) {
            count.withLock { $0 } >= 2
                && hosts.due.map { $0 > MonotonicClock.milliseconds } ?? false
        }
        #expect((hosts.lookup(of: name) == .addresses(["192.0.2.1"])) == keeps)
    }

    @Test("With one host, an address is looked up, too: its zone may not exist")
    func zone() throws {
        let name = try #require(HostName("fe80::1%nope", allowsZone: true))
        let resolver = HostResolver { .failure(ResolutionError("\($0) is unknown")) }
        let many = try HostAddresses(resolver: resolver)
        many.add(name)
        #expect(many.lookup(of: name) == .addresses(["fe80::1%nope"]))
        let one = try HostAddresses(.oneHost, resolver: resolver)
        one.add(name)
        turn(one) { one.lookup(of: name) != .pending }
        #expect(one.lookup(of: name) == .failed(ResolutionError("fe80::1%nope is unknown")))
    }

    @Test("A transfer that asks again gets an answer of now, and not the failure of before")
    func failure() throws {
        let isThere = Lock(false)
        let hosts = try HostAddresses(
            resolver: HostResolver { name in
                isThere.withLock { $0 }
                    ? .success(["192.0.2.1"]) : .failure(ResolutionError("\(name) is unknown"))
            })
        let name = try host("files.example")
        hosts.add(name)
        turn(hosts) { !hosts.isPending(name) }
        #expect(hosts.failure(of: name, age: 60_000)?.isAnswer == true)
        #expect(!hosts.isPending(name))
        isThere.withLock { $0 = true }
        // It is older than that.
        #expect(hosts.failure(of: name, age: -1) == nil)
        #expect(hosts.isPending(name))
        turn(hosts) { !hosts.isPending(name) }
        #expect(hosts.lookup(of: name) == .addresses(["192.0.2.1"]))
        #expect(hosts.failure(of: name, age: 60_000) == nil)
    }

    @Test("What is known is looked up again where all is, and what failed in any case")
    func refresh() throws {
        let asked = Lock<[String]>([])
        let hosts = try HostAddresses(
            resolver: HostResolver { name in
                asked.withLock { $0.append(name.description) }
                return name.description == "bad.example"
                    ? .failure(ResolutionError("none")) : .success(["192.0.2.1"])
            })
        let (good, bad) = (try host("good.example"), try host("bad.example"))
        for name in [good, bad] { hosts.add(name) }
        func count(_ host: HostName) -> Int {
            asked.withLock { $0.count { $0 == host.description } }
        }
        turn(hosts) { !hosts.isPending(good) && !hosts.isPending(bad) }
        hosts.refresh(all: false)
        // On a busy machine, the time comes when what failed is repeated anyway.
        turn(hosts) { count(bad) >= 2 && !hosts.isPending(good) && !hosts.isPending(bad) }
        #expect(count(good) == 1)
        hosts.refresh(all: true)
        turn(hosts) { count(good) >= 2 && count(bad) >= 3 }
        #expect(count(good) == 2)
    }
}
