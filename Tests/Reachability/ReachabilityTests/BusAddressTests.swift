// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import NetworkReachability

/// The addresses of buses, in the syntax of the D-Bus specification.
@Suite struct BusAddressTests {
    @Test(
        "The socket is a file if the only address says so and escapes nothing",
        arguments: [
            ("unix:path=/run/dbus/system_bus_socket", "/run/dbus/system_bus_socket"),
            ("unix:path=/run/bus,guid=1234", "/run/bus"),
            ("unix:path=/run/bus;unix:path=/run/other", nil),
            ("unix:path=/run/a%20b", nil), ("unix:abstract=/run/bus", nil),
            ("tcp:host=localhost", nil), ("", nil),
        ] as [(String, String?)])
    func socketPath(text: String, path: String?) {
        #expect(BusAddress(text).socketPath == path)
    }

    @Test("A bus is absent if its socket is a file that does not exist")
    func absence() throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "bus-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let bus = BusAddress("unix:path=\(file.path)")
        #expect(bus.isAbsent)
        // The bus may be at the second address.
        #expect(!BusAddress("unix:path=\(file.path);unix:path=/run/other").isAbsent)
        try Data().write(to: file)
        #expect(!bus.isAbsent)
        #expect(!BusAddress("tcp:host=localhost").isAbsent)
    }
}
