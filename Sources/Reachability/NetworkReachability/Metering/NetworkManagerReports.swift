// SPDX-License-Identifier: Apache-2.0

/// What NetworkManager reports: what it says of its devices, and whether that is all it knows.
struct NetworkManagerReports: ExternalReports {
    /// What it says of its devices, by the names of their interfaces.
    var devices: [String: NetworkManagerReport] = [:]
    /// Whether it has answered.
    var availability = ServiceAvailability.answered

    /// The answer for an interface; `nil` if NetworkManager does not know the interface, or does not run.
    func report(of interface: NetworkState.Interface) -> NetworkManagerAnswer? {
        var answer: NetworkManagerAnswer?
        if let device = devices[interface.name],
            interface.mayHave(hardwareAddress: device.hardwareAddress)
        {
            answer = device.answer
        }
        guard let reason = availability.missingAnswerReason else { return answer }
        return answer?.whileMissing(reason) ?? .missing(reason)
    }

    func namesDiffering(from old: NetworkManagerReports?) -> [String]? {
        guard availability.missingAnswerReason == old?.availability.missingAnswerReason else {
            return nil
        }
        return devices.namesDiffering(from: old?.devices ?? [:])
    }
}

/// What NetworkManager says of a device.
struct NetworkManagerReport: Sendable, Hashable {
    /// What it says of the cost.
    var answer: NetworkManagerAnswer
    /// The device's hardware address; empty if it has none.
    var hardwareAddress = ""
}

/// What NetworkManager answers for an interface.
enum NetworkManagerAnswer: Sendable, Hashable {
    /// It has said what it knows of the cost.
    case metered(NetworkManagerMetered)
    /// It may know the cost, and the answer is missing for this reason.
    case missing(String)

    /// What counts of it while other answers are missing, for a reason. Its guesses go by the device alone, and
    /// what carries it may cost.
    func whileMissing(_ reason: String) -> NetworkManagerAnswer {
        switch self {
        case .metered(.yes), .metered(.no), .metered(.guessYes): self
        case .metered(.guessNo), .metered(.unknown), .missing: .missing(reason)
        }
    }
}

/// What NetworkManager says of a device's cost (`NMMetered`).
package enum NetworkManagerMetered: UInt32, Sendable, Hashable {
    case unknown = 0
    case yes = 1
    case no = 2
    case guessYes = 3
    case guessNo = 4
}
