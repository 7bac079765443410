// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Reachability

/// How long the last word of a NetworkManager counts that says nothing more.
@Suite struct NetworkManagerMemoryTests {
    /// What counts of answers for one interface, given at these times.
    private static func recall(
        _ answers: [(time: Int64, answer: NetworkManagerAnswer?)]
    ) -> [NetworkManagerAnswer?] {
        var memory = NetworkManagerMemory()
        return answers.map { time, answer in
            let words = answer.map { ["eth0": NetworkManagerWord(answer: $0)] } ?? [:]
            return memory.recall(words, now: time)["eth0"]?.answer
        }
    }

    @Test(
        "What costs, costs for ten seconds more when NetworkManager ends",
        arguments: [NetworkManagerMetered.yes, .guessYes])
    func ends(_ word: NetworkManagerMetered) {
        let counts = Self.recall([(0, .says(word)), (60_000, nil), (69_999, nil), (70_000, nil)])
        #expect(counts == [.says(word), .says(word), .says(word), nil])
    }

    @Test(
        "What is free or unknown is not kept",
        arguments: [NetworkManagerMetered.no, .guessNo, .unknown])
    func isNotKept(_ word: NetworkManagerMetered) {
        #expect(Self.recall([(0, .says(word)), (1, nil)]) == [.says(word), nil])
    }

    @Test("A NetworkManager that comes back is believed when it knows the cost again")
    func comesBack() {
        let counts = Self.recall([
            (0, .says(.yes)), (1, nil), (2, .says(.unknown)), (3, .unheard("connecting")),
            (4, .says(.guessNo)), (5, nil),
        ])
        #expect(
            counts == [
                .says(.yes), .says(.yes), .says(.yes), .says(.yes), .says(.guessNo), nil,
            ])
    }

    @Test("The ten seconds begin anew when it has said again that an interface costs")
    func beginsAnew() {
        let counts = Self.recall([
            (0, .says(.yes)), (1, nil), (9_000, .says(.yes)), (12_000, nil), (21_999, nil),
            (22_000, nil),
        ])
        #expect(counts.dropLast().allSatisfy { $0 == .says(.yes) })
        #expect(counts.last == .some(nil))
    }

    @Test("Another device with the name has nothing to do with it")
    func anotherDevice() {
        var memory = NetworkManagerMemory()
        let first = NetworkManagerWord(
            answer: .says(.yes), hardwareAddress: "02:00:00:00:00:01")
        let second = NetworkManagerWord(
            answer: .says(.unknown), hardwareAddress: "02:00:00:00:00:02")
        #expect(memory.recall(["usb0": first], now: 0) == ["usb0": first])
        #expect(memory.recall(["usb0": second], now: 1) == ["usb0": second])
        #expect(memory.due == nil)
    }

    @Test("It is known when the next word is forgotten")
    func due() {
        var memory = NetworkManagerMemory()
        let word = NetworkManagerWord(answer: .says(.yes))
        _ = memory.recall(["eth0": word, "eth1": word], now: 0)
        #expect(memory.due == nil)
        _ = memory.recall(["eth1": word], now: 500)
        _ = memory.recall([:], now: 700)
        #expect(memory.due == 10_500)
        _ = memory.recall([:], now: 10_600)
        #expect(memory.due == 10_700)
    }
}
