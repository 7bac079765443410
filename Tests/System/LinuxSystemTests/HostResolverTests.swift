// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing

@testable import LinuxSystem

/// Names that many ask for, of a resolver that takes its time.
@Suite(.timeLimit(.minutes(10))) struct HostResolverTests {
    private final class Book: Sendable {
        let lookups = Lock(0)
        let outcomes = Lock<[String]>([])
        let answer = DispatchSemaphore(value: 0)

        /// Answers with the number of the lookup.
        func ask(_ host: HostName) -> HostResolver.Outcome {
            let number = lookups.withLock { lookups in
                lookups += 1
                return lookups
            }
            answer.wait()
            return .success(["\(host) \(number)"])
        }

        func note(_ outcome: HostResolver.Outcome) {
            outcomes.withLock { $0.append((try? outcome.get().first) ?? "failure") }
        }

        func wait(for count: Int) async {
            while outcomes.withLock(\.count) < count { await Task.yield() }
        }
    }

    private let book = Book()
    private let host: HostName
    private let slow: HostName

    init() throws {
        host = try #require(HostName("a.example"))
        slow = try #require(HostName("slow.example"))
    }

    @Test func questionsDuringALookupShareTheNext() async {
        let resolver = HostResolver(asking: book.ask)
        resolver.resolve(host, book.note)
        while book.lookups.withLock(\.self) == 0 { await Task.yield() }
        for _ in 0..<100 { resolver.resolve(host, book.note) }
        book.answer.signal()
        await book.wait(for: 1)
        #expect(book.outcomes.withLock(\.self) == ["a.example 1"])
        book.answer.signal()
        await book.wait(for: 101)
        #expect(Set(book.outcomes.withLock(\.self)) == ["a.example 1", "a.example 2"])
        #expect(book.lookups.withLock(\.self) == 2)
        // Once there is no waiter, it begins again.
        book.answer.signal()
        resolver.resolve(host, book.note)
        await book.wait(for: 102)
        #expect(book.outcomes.withLock(\.last) == "a.example 3")
    }

    @Test func namesDoNotWaitForOneAnother() async {
        let resolver = HostResolver { [book, slow] host in
            host == slow ? book.ask(host) : .success(["\(host)"])
        }
        resolver.resolve(slow, book.note)
        resolver.resolve(host, book.note)
        await book.wait(for: 1)
        #expect(book.outcomes.withLock(\.self) == ["a.example"])
        book.answer.signal()
        await book.wait(for: 2)
    }

    @Test func theSystemsWordsAreThoseOfAFailure() {
        #expect(throws: ResolutionError.self) {
            try HostName("does-not-exist.invalid")?.resolve()
        }
        do { _ = try HostName("does-not-exist.invalid")?.resolve() } catch {
            #expect(error.description.hasPrefix("cannot resolve does-not-exist.invalid: "))
            #expect(error.description.hasSuffix(" (getaddrinfo)"))
        }
        #expect(throws: Never.self) { try HostName("127.0.0.1")?.resolve() }
    }
}
