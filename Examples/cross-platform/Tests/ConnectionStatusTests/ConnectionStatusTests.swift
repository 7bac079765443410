// SPDX-License-Identifier: Apache-2.0

import ConnectionStatus
import Testing

@Suite(.timeLimit(.minutes(1))) struct ConnectionStatusTests {
    @Test("The first status comes at once, whatever the network is like")
    func firstStatus() async {
        let changes = ConnectionStatus.changes
        #expect(await changes.first { _ in true } != nil)
    }
}
