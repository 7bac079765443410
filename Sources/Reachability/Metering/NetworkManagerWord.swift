// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What NetworkManager says of a device.
struct NetworkManagerWord: Sendable, Hashable {
    /// What it says of the cost.
    var metered: NetworkManagerMetered
    /// The device's hardware address; empty if it has none.
    var hardwareAddress = ""

    /// Whether it is about an interface of the device's name. The bus may be another network
    /// namespace's, with interfaces of the same names.
    func isAbout(_ interface: NetworkState.Interface) -> Bool {
        guard !hardwareAddress.isEmpty, let address = interface.hardwareAddress else { return true }
        return address.description == hardwareAddress.lowercased()
    }
}

/// What NetworkManager says of a device's cost (`NMMetered`).
package enum NetworkManagerMetered: UInt32, Sendable, Hashable {
    case unknown = 0
    case yes = 1
    case no = 2
    case guessYes = 3
    case guessNo = 4

    /// What that says of an interface's cost. Its guess-no goes by the class of the device, and is
    /// worth something for Ethernet and Wi-Fi alone.
    func statement(of type: InterfaceType) -> MeteredStatement? {
        func says(_ value: Metered.Value, _ rung: MeteredRung, _ word: String) -> MeteredStatement {
            MeteredStatement(
                rung: rung,
                metered: Metered(
                    value, source: .networkManager, detail: "NetworkManager says \(word)"))
        }
        switch (self, type) {
        case (.unknown, _): return nil
        case (.yes, _): return says(.yes, .networkManager, "yes")
        case (.no, _): return says(.no, .networkManager, "no")
        case (.guessYes, _): return says(.guessYes, .announced, "guess-yes")
        case (.guessNo, .ethernet), (.guessNo, .wifi):
            return says(.guessNo, .networkManagerGuess, "guess-no")
        case (.guessNo, .wwan), (.guessNo, .bluetooth), (.guessNo, .vpn), (.guessNo, .loopback),
            (.guessNo, .other):
            return nil
        }
    }
}
