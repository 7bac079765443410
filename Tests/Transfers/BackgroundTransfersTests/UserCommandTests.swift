// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BackgroundTransfers

@Suite("Orders of the user")
struct UserCommandTests {
    private typealias Effect = UserCommand.Effect
    private static let commands: [UserCommand] = [
        .pause, .resume, .cancel, .retry(deadline: nil), .acknowledge,
    ]

    /// A letter for each command: a new state, `-` for nothing to do, `x` for refused, `A` for acknowledged.
    private static let table: [(Transfer.State, String)] = [
        // pause, resume, cancel, retry, ack
        (.waiting, "P-C-x"),
        (.running, "P-C-x"),
        (.verifying, "P-C-x"),
        (.committing, "x-x-x"),
        (.retrying, "P-CWx"),
        (.paused, "-WCxx"),
        (.finished, "xxxxA"),
        (.failed, "xxxWA"),
        (.cancelled, "xx-xA"),
    ]

    @Test("Each state allows what the table says", arguments: table)
    func states(_ state: Transfer.State, _ row: String) {
        for (command, letter) in zip(Self.commands, row) {
            let effect = command.effect(on: state, isAcknowledged: false)
            switch letter {
            case "P": #expect(effect == .changes(to: .paused, event: .paused))
            case "W": #expect(effect == .changes(to: .waiting, event: .resumed))
            case "C": #expect(effect == .changes(to: .cancelled, event: .cancelled))
            case "A": #expect(effect == .acknowledges)
            case "-": #expect(effect == .nothing)
            default:
                guard case .refused(let reason) = effect else {
                    Issue.record("\(command) on \(state): \(effect)")
                    continue
                }
                #expect(!reason.isEmpty)
            }
        }
    }

    @Test("A new deadline also counts for a transfer that waits, and is refused for one that runs")
    func deadline() {
        let command = UserCommand.retry(deadline: 7)
        #expect(
            command.effect(on: .waiting, isAcknowledged: false)
                == .changes(to: .waiting, event: .resumed))
        for state in [Transfer.State.running, .verifying, .committing] {
            #expect(
                command.effect(on: state, isAcknowledged: false)
                    == .refused("is running, so that its deadline cannot be changed"))
        }
    }

    @Test("The table has each state once")
    func complete() {
        #expect(Self.table.map(\.0).count == Transfer.State.allCases.count)
        #expect(Set(Self.table.map(\.0)) == Set(Transfer.State.allCases))
    }

    @Test("An acknowledged transfer is not acknowledged again, and not tried again")
    func acknowledged() {
        #expect(UserCommand.acknowledge.effect(on: .failed, isAcknowledged: true) == .nothing)
        guard
            case .refused = UserCommand.retry(deadline: nil).effect(
                on: .failed, isAcknowledged: true)
        else {
            Issue.record("retried")
            return
        }
    }
}
