// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The address of a bus: the variables and the defaults of the D-Bus specification.
struct BusAddress: Sendable {
    /// The address, in the syntax of the section "Server Addresses".
    let text: String
    /// Why the bus cannot be asked if nothing is at its address.
    let absence: String

    init(_ text: String, absence: String = "there is no system bus") {
        self.text = text
        self.absence = absence
    }

    /// The address of the system bus.
    static var system: BusAddress {
        BusAddress(
            ProcessEnvironment.value(of: "DBUS_SYSTEM_BUS_ADDRESS")
                ?? "unix:path=/run/dbus/system_bus_socket")
    }

    /// The address of the user's session bus; `nil` if the user has no session.
    static var session: BusAddress? {
        let text =
            ProcessEnvironment.value(of: "DBUS_SESSION_BUS_ADDRESS")
            ?? ProcessEnvironment.value(of: "XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
        return text.map { BusAddress($0, absence: "there is no session bus") }
    }

    /// The path of the bus's socket, if it is a file.
    var socketPath: String? {
        let (address, prefix) = (Array(text.utf8), Array("unix:path=".utf8))
        guard address.starts(with: prefix), !address.contains(UInt8(ascii: "%")) else {
            return nil
        }
        let path = address.dropFirst(prefix.count).prefix {
            $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ";")
        }
        return String(decoding: path, as: UTF8.self)
    }

    /// Whether there is no bus, as far as a look at files can tell.
    var isAbsent: Bool { socketPath.map(isMissing) ?? false }
}
