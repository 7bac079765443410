// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// Why NetworkManager says nothing of what connections cost, or not everything.
enum NetworkManagerSilence: Sendable, Hashable {
    /// It does not run, for this reason: nothing is missing.
    case absent(String)
    /// It runs, or may, and what it knows has not been heard, for this reason. What looks free may cost.
    case unheard(String)

    /// The reason in words.
    var reason: String {
        switch self {
        case .absent(let reason), .unheard(let reason): reason
        }
    }

    /// The reason, if it may know what has not been heard.
    var unheardReason: String? {
        switch self {
        case .absent: nil
        case .unheard(let reason): reason
        }
    }
}

/// What NetworkManager answers for an interface.
enum NetworkManagerAnswer: Sendable, Hashable {
    /// It has said what it knows of the cost.
    case says(NetworkManagerMetered)
    /// It may know the cost, and that has not been heard, for this reason.
    case unheard(String)

    /// What that says of an interface's cost: where the answer is missing, nothing may be guessed to be free.
    func statement(of type: InterfaceType) -> MeteredStatement? {
        switch self {
        case .says(let metered): metered.statement(of: type)
        case .unheard where type == .loopback: nil
        case .unheard(let reason):
            MeteredStatement(
                rung: .networkManagerSilence,
                metered: Metered(.unknown, source: .nobody, detail: reason))
        }
    }

    /// What counts of it while other answers are missing, for a reason. Its guesses go by the device alone, and
    /// what carries it may cost.
    func whileUnheard(_ reason: String) -> NetworkManagerAnswer {
        switch self {
        case .says(.yes), .says(.no), .says(.guessYes): self
        case .says(.guessNo), .says(.unknown), .unheard: .unheard(reason)
        }
    }
}

/// What NetworkManager says of a device.
struct NetworkManagerWord: Sendable, Hashable {
    /// What it says of the cost.
    var answer: NetworkManagerAnswer
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
