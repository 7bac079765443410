// SPDX-License-Identifier: Apache-2.0

extension Metered.Source {
    /// NetworkManager, over the D-Bus system bus.
    public static let networkManager = Metered.Source(rawValue: "networkManager")
}

extension MeteringSource {
    /// NetworkManager, by the property `Metered` of its devices. (`NetworkManagerLink` asks it.)
    static let networkManager = MeteringSource(
        name: .networkManager,
        priorities: [
            .connectionProfile: "not sure",
            .announcement: "none reports a metered network",
            .missingAnswer: "has answered, or does not run",
            .networkManagerGuess: "does not guess that the network is unmetered",
        ],
        statement: { subject in
            let type = subject.interface.classification.type
            return switch subject.interface.reports[NetworkManagerAnswer.self] {
            case .metered(let metered): metered.statement(of: type)
            // Where the answer is missing, nothing may be guessed to cost nothing.
            case .missing(let reason):
                type == .loopback ? nil : MeteredStatement(missingAnswer: reason)
            case nil: nil
            }
        },
        limitation: { $0.reports(NetworkManagerReports.self)?.availability.limitation })
}

extension NetworkManagerMetered {
    /// What that says of an interface's cost. Its guess-no goes by the class of the device, and is
    /// worth something for Ethernet and Wi-Fi alone.
    func statement(of type: InterfaceType) -> MeteredStatement? {
        func says(
            _ value: Metered.Value, _ priority: MeteredPriority, _ word: String
        ) -> MeteredStatement {
            MeteredStatement(priority, value, .networkManager, "NetworkManager says \(word)")
        }
        return switch (self, type) {
        case (.unknown, _): nil
        case (.yes, _): says(.yes, .connectionProfile, "yes")
        case (.no, _): says(.no, .connectionProfile, "no")
        case (.guessYes, _): says(.guessYes, .announcement, "guess-yes")
        case (.guessNo, .ethernet), (.guessNo, .wifi):
            says(.guessNo, .networkManagerGuess, "guess-no")
        case (.guessNo, .wwan), (.guessNo, .bluetooth), (.guessNo, .vpn), (.guessNo, .loopback),
            (.guessNo, .other):
            nil
        }
    }
}
