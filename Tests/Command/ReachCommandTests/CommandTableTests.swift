// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import ReachCommand
@testable import reach_transfer

/// The tables of the commands of `reach` and `reach-transfer`.
@Suite struct CommandTableTests {
    @Test("Both programs have the same commands about transfers, with the same summaries")
    func commands() {
        let handed = Reach.commands.filter { $0 is any TransferSubcommand.Type }
            .map { $0.configuration }
        let performed = ReachTransfer.commands.map { $0.configuration }
        #expect(handed.map(\.commandName) == performed.map(\.commandName))
        #expect(handed.map(\.abstract) == performed.map(\.abstract))
    }

    @Test("The word of each command is its name in help")
    func words() {
        for row in Reach.table + ReachTransfer.table {
            let name = row.command().configuration.commandName
            #expect(name == row.word)
        }
    }
}
