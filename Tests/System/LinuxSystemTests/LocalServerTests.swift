// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@Suite struct LocalServerTests {
    @Test("A server whose queue is full differs from no server")
    func busy() throws {
        let root = try TemporaryRoot()
        let path = root.path + "/socket"
        guard case .none = try LocalClient.connect(to: path) else {
            Issue.record("nothing listens there")
            return
        }
        let server = try LocalServer(at: path)
        // The queue has 16 places (listen(2)). A client keeps its own until the server accepts it.
        var clients: [LocalClient] = []
        connecting: while clients.count < 100 {
            switch try LocalClient.connect(to: path) {
            case .connected(let client): clients.append(client)
            case .busy: break connecting
            case .none:
                Issue.record("a full queue looks like no server")
                return
            }
        }
        #expect((16...99).contains(clients.count))
        #expect(server.receive().count == clients.count)
    }
}
