// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import LinuxSystem

/// Sockets to addresses of this machine.
@Suite struct InternetSocketTests {
    @Test("A closed port refuses a datagram and a connection")
    func closed() throws {
        let address = "127.0.0.1"
        // The discard port, which nothing on a test machine serves.
        let datagram = try InternetSocket(.datagram, to: address, port: 9, over: "lo")
        try datagram.sendByte()
        let answer = PollSet.Interest(datagram.descriptor, reads: true)
        #expect(answer.isMet(within: 5000))
        #expect(datagram.takeError() == ECONNREFUSED)
        #expect(datagram.takeError() == 0)
        // A connection to this machine is refused at once, or later.
        do {
            let stream = try InternetSocket(.stream, to: address, port: 9, over: nil)
            #expect(PollSet.Interest(stream.descriptor, writes: true).isMet(within: 5000))
            #expect(stream.takeError() == ECONNREFUSED)
        } catch {
            #expect(error.errno == ECONNREFUSED)
        }
    }

    @Test(
        "A text that is no address, and an interface that does not exist, are errors",
        arguments: [("example.org", nil), ("", nil), ("127.0.0.1", "no-such-device")]
            as [(String, String?)])
    func invalid(address: String, interface: String?) {
        #expect(throws: SystemError.self) {
            try InternetSocket(.datagram, to: address, port: 9, over: interface)
        }
    }
}
