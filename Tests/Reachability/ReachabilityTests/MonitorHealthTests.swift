// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// The diagnostics that a handler receives: the decision, then the handler of the process.
@Suite(.timeLimit(.minutes(10))) struct MonitorHealthTests {
    /// What is noticed. Except for queries, it changes the health.
    enum Event: Sendable {
        case idle, events, polling, unavailable
        /// The outcome of a query beside the follower.
        case queryFails, queryWorks
        /// The sources that cannot be observed, and the errors' numbers.
        case limited([Limitation.Source], Int32)
        case lostMessages, failedSocket, foreign(Int), filter(isOpen: Bool)
        /// NetworkManager's first answer over a connection is pending; the reason.
        case asked(String)
        case missing(String), absent, answered
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Each event, and the levels and codes that follow.
        var steps: [(event: Event, expected: [String])]

        init(_ name: String, _ steps: [(event: Event, expected: [String])]) {
            testDescription = name
            self.steps = steps
        }
    }

    static let kernel = [
        Row("the start", [(.idle, []), (.events, []), (.events, []), (.idle, [])]),
        Row(
            "netlink is refused, and works again",
            [
                (.unavailable, ["error unavailable"]), (.unavailable, []),
                (.events, ["notice recovered"]), (.events, []),
            ]),
        Row(
            "the problem stands after an idle period",
            [
                (.unavailable, ["error unavailable"]), (.idle, []), (.unavailable, []),
                (.events, ["notice recovered"]),
            ]),
        Row(
            "the problems end in an idle period",
            [
                (.polling, ["warning polling"]), (.unavailable, ["error unavailable"]),
                (.idle, []), (.events, ["notice recovered", "notice recovered"]),
            ]),
        Row(
            "polling from the start",
            [
                (.polling, ["warning polling"]), (.polling, []), (.idle, []), (.polling, []),
                (.events, ["notice recovered"]), (.events, []),
            ]),
        Row(
            "messages are lost while polling",
            [(.polling, ["warning polling"]), (.lostMessages, ["notice resync"])]),
        Row(
            "netlink works again, and the subscription is refused",
            [
                (.unavailable, ["error unavailable"]),
                (.polling, ["notice recovered", "warning polling"]),
            ]),
    ]

    static let queries = [
        Row("queries work", [(.queryWorks, []), (.events, []), (.queryWorks, [])]),
        Row(
            "queries fail, and work again",
            [
                (.queryFails, ["error unavailable"]), (.queryFails, []),
                (.queryWorks, ["notice recovered"]), (.queryFails, ["error unavailable"]),
            ]),
        Row(
            "a query and then a monitor fail",
            [
                (.queryFails, ["error unavailable"]), (.unavailable, []), (.queryFails, []),
                (.events, ["notice recovered"]), (.queryWorks, []),
            ]),
        Row(
            "a query fails, and then a monitor works",
            [(.queryFails, ["error unavailable"]), (.events, ["notice recovered"])]),
        Row(
            "queries fail while a monitor works",
            [
                (.events, []), (.queryFails, ["error unavailable"]), (.events, []),
                (.queryFails, []), (.events, []), (.queryWorks, ["notice recovered"]),
            ]),
        Row(
            "queries work while a monitor fails",
            [(.unavailable, ["error unavailable"]), (.queryWorks, []), (.unavailable, [])]),
        Row(
            "a query finds that the problem has ended in an idle period",
            [
                (.unavailable, ["error unavailable"]), (.idle, []),
                (.queryWorks, ["notice recovered"]), (.events, []),
            ]),
    ]

    static let limitations = [
        Row(
            "a limitation ends, another begins",
            [
                (.events, []), (.limited([.files], 24), ["warning limited"]),
                (.limited([.wifi], 1), ["warning limited", "notice limitationEnded"]),
                (.limited([], 0), ["notice limitationEnded"]),
            ]),
        Row(
            "another file fails",
            [
                (.events, []), (.limited([.files], 24), ["warning limited"]),
                (.limited([.files], 13), []),
            ]),
        Row(
            "the sockets are reopened",
            [
                (.events, []), (.limited([.suspend], 24), ["warning limited"]),
                (.unavailable, ["error unavailable"]), (.limited([], 0), []),
                (.limited([.suspend], 24), []), (.events, ["notice recovered"]),
            ]),
        Row(
            "the limitation stands after an idle period",
            [
                (.events, []), (.limited([.files], 24), ["warning limited"]), (.idle, []),
                (.limited([], 0), []), (.limited([.files], 24), []), (.events, []),
            ]),
        Row(
            "the limitation ends in an idle period",
            [
                (.events, []), (.limited([.files], 24), ["warning limited"]), (.idle, []),
                (.limited([], 0), []), (.events, ["notice limitationEnded"]),
            ]),
    ]

    static let counts = [
        Row(
            "messages are lost",
            [
                (.events, []), (.lostMessages, ["notice resync"]), (.events, []),
                (.lostMessages, ["notice resync"]),
            ]),
        Row("a socket failed", [(.events, []), (.failedSocket, ["notice resync"])]),
        Row(
            "a socket failed, and cannot be reopened at once",
            [
                (.events, []), (.unavailable, ["error unavailable"]), (.failedSocket, []),
                (.events, ["notice recovered", "notice resync"]),
            ]),
        Row(
            "foreign messages",
            [
                (.events, []), (.foreign(2), ["warning foreignMessages"]), (.events, []),
                (.foreign(3), ["warning foreignMessages"]),
            ]),
        Row(
            "a new follower counts from zero",
            [
                (.events, []), (.foreign(4), ["warning foreignMessages"]), (.idle, []),
                (.foreign(4), []), (.events, ["warning foreignMessages"]),
            ]),
        Row(
            "the filter is open, also after an idle period",
            [
                (.events, []), (.filter(isOpen: true), ["info filterOpen"]), (.events, []),
                (.idle, []), (.events, []), (.filter(isOpen: false), []),
                (.filter(isOpen: true), ["info filterOpen"]),
            ]),
    ]

    static let networkManager = [
        Row(
            "it answers for the first time",
            [
                (.asked("not yet"), []), (.events, ["info networkManagerMissing"]),
                (.answered, ["info networkManagerAnswered"]),
            ]),
        Row(
            "it turns out not to run",
            [
                (.asked("not yet"), []), (.events, ["info networkManagerMissing"]),
                (.absent, ["info networkManagerEnded"]), (.absent, []), (.answered, []),
            ]),
        Row(
            "it does not run, and is started", [(.absent, []), (.events, []), (.answered, [])]),
        Row(
            "it refuses, and then answers",
            [
                (.events, []), (.answered, []),
                (.missing("refused"), ["warning networkManagerMissing"]),
                (.missing("refused"), []), (.answered, ["notice networkManagerAnswered"]),
                (.missing("refused"), ["warning networkManagerMissing"]),
            ]),
        Row(
            "the bus closes every connection",
            [
                (.events, []), (.asked("not yet"), ["info networkManagerMissing"]),
                (.missing("reset"), ["warning networkManagerMissing"]), (.asked("reset"), []),
                (.missing("reset"), []), (.asked("reset"), []), (.missing("reset"), []),
                (.answered, ["notice networkManagerAnswered"]),
            ]),
        Row(
            "the bus closes every connection for one of two reasons",
            [
                (.events, []), (.missing("reset"), ["warning networkManagerMissing"]),
                (.missing("pipe"), ["warning networkManagerMissing"]), (.missing("reset"), []),
                (.missing("pipe"), []), (.answered, ["notice networkManagerAnswered"]),
            ]),
        Row(
            "the bus says that it does not run, and closes the connection",
            [
                (.events, []), (.asked("not yet"), ["info networkManagerMissing"]),
                (.absent, ["info networkManagerEnded"]),
                (.missing("reset"), ["warning networkManagerMissing"]), (.asked("reset"), []),
                (.absent, ["notice networkManagerEnded"]), (.missing("reset"), []),
                (.asked("reset"), []), (.absent, []),
                (.answered, ["notice networkManagerAnswered"]),
            ]),
        Row(
            "the connection is lost, and it turns out not to run",
            [
                (.events, []), (.answered, []),
                (.missing("reset"), ["warning networkManagerMissing"]), (.asked("reset"), []),
                (.absent, ["notice networkManagerEnded"]), (.absent, []),
            ]),
        Row(
            "it ends and runs again",
            [
                (.events, []), (.answered, []), (.absent, ["notice networkManagerEnded"]),
                (.asked("not yet"), []), (.answered, ["notice networkManagerAnswered"]),
            ]),
        Row(
            "it ends and has answered again at once",
            [
                (.events, []), (.answered, []), (.absent, ["notice networkManagerEnded"]),
                (.answered, ["notice networkManagerAnswered"]),
            ]),
        Row(
            "the problem stands after an idle period",
            [
                (.events, []), (.missing("refused"), ["warning networkManagerMissing"]),
                (.idle, []), (.asked("not yet"), []), (.events, []), (.missing("refused"), []),
            ]),
        Row(
            "it ends in an idle period",
            [
                (.events, []), (.answered, []), (.idle, []), (.absent, []),
                (.events, ["notice networkManagerEnded"]),
            ]),
    ]

    private static func error(_ number: Int32) -> NetworkAccessError {
        NetworkAccessError(SystemError(operation: "watch", errno: number))
    }

    private static func apply(_ event: Event, to health: inout MonitorHealth) {
        switch event {
        case .queryFails, .queryWorks: break
        case .idle:
            health.mode = .idle
            health.statistics = PathMonitor.Statistics()
        case .events: health.mode = .events
        case .polling: health.mode = .polling(error(13))
        case .unavailable: health.mode = .unavailable(error(13))
        case .limited(let sources, let number):
            health.limitations = sources.map { Limitation($0, error(number)) }
        case .lostMessages: health.statistics.countLoss()
        case .failedSocket: health.statistics.resyncs += 1
        case .foreign(let count): health.statistics.drops += count
        case .filter(let isOpen): health.statistics.isFilterOpen = isOpen
        case .asked(let reason):
            health.networkManager = .missing(reason)
            health.awaitsNetworkManager = true
        case .missing(let reason): set(.missing(reason), in: &health)
        case .absent: set(.notRunning("it does not run"), in: &health)
        case .answered: set(.answered, in: &health)
        }
    }

    private static func set(
        _ availability: ServiceAvailability, in health: inout MonitorHealth
    ) {
        health.networkManager = availability
        health.awaitsNetworkManager = false
    }

    @Test(
        "A problem is reported once when it begins and once when it ends",
        arguments: kernel + queries + limitations + counts + networkManager)
    func diagnostics(row: Row) {
        var reported = DiagnosticDeduplicator()
        var health = MonitorHealth()
        for (event, expected) in row.steps {
            Self.apply(event, to: &health)
            let diagnostics =
                switch event {
                case .queryFails: reported.queried(Self.error(24))
                case .queryWorks: reported.queried(nil)
                default: reported.update(health)
                }
            #expect(diagnostics.map { "\($0.level) \($0.code)" } == expected, "\(event)")
            for diagnostic in diagnostics {
                #expect(diagnostic.description.hasSuffix(".") && !"\(diagnostic)".contains(".."))
            }
        }
    }

    @Test("A resync has its reason")
    func resync() {
        var reported = DiagnosticDeduplicator()
        var health = MonitorHealth()
        health.mode = .events
        for (event, reason) in [
            (Event.lostMessages, "Messages of the kernel were lost"),
            (.failedSocket, "A socket failed"),
        ] {
            Self.apply(event, to: &health)
            let texts = reported.update(health).map(\.description)
            #expect(texts == [reason + ", and the whole network was read again."])
        }
    }

    @Test("The end of a limitation names the source", arguments: Limitation.Source.allCases)
    func limitationEnded(source: Limitation.Source) {
        var reported = DiagnosticDeduplicator()
        var health = MonitorHealth()
        health.mode = .events
        health.limitations = [Limitation(source, Self.error(24))]
        _ = reported.update(health)
        health.limitations = []
        #expect(reported.update(health).map(\.description) == ["\(source) can be observed again."])
    }

    /// The handler belongs to the process, and other tests lose messages, too.
    @Test("The handler of the process learns that a monitor lost messages")
    func handler() async {
        await #expect(processExitsWith: .success) {
            let log = Log()
            NetworkDiagnostic.handler = { log.append("\($0.level) \($0.code)") }
            let network = ScriptedNetwork()
            var paths = PathMonitor(network).makeAsyncIterator()
            _ = await paths.next()
            #expect(log.all == [])
            network.change(losingMessages: true) { $0.connect(.wifi, name: "wlan0") }
            #expect(log.all == ["notice resync"])
            #expect(await paths.next()?.connection == .wifi)
        }
    }

    @Test("What a handler causes is reported after the handler has returned")
    func recursion() async {
        await #expect(processExitsWith: .success) {
            let log = Log()
            let network = ScriptedNetwork()
            var paths = PathMonitor(network).makeAsyncIterator()
            NetworkDiagnostic.handler = { diagnostic in
                log.append("begin \(diagnostic.code)")
                if log.all.count < 3 { network.change(losingMessages: true) { _ in } }
                log.append("end \(diagnostic.code)")
            }
            _ = await paths.next()
            network.change(losingMessages: true) { _ in }
            #expect(log.all == ["begin resync", "end resync", "begin resync", "end resync"])
        }
    }
}
