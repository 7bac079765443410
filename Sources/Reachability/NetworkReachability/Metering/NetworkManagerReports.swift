// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The reports of NetworkManager about its devices, and whether they are complete.
struct NetworkManagerReports: ExternalReports {
    /// The devices, by the names of their interfaces.
    var devices: [ExactText: NetworkManagerReport] = [:]
    /// Whether it has answered.
    var availability = ServiceAvailability.answered

    /// The answer for an interface; `nil` if NetworkManager does not know the interface, or does not run.
    func report(of interface: NetworkState.Interface) -> NetworkManagerAnswer? {
        var answer: NetworkManagerAnswer?
        if let device = devices[ExactText(interface.name)],
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

/// The report of NetworkManager about a device.
struct NetworkManagerReport: Sendable, Hashable {
    /// The answer on the cost.
    var answer: NetworkManagerAnswer
    /// The device's hardware address; empty if it has none.
    var hardwareAddress = ""
}

/// The answer of NetworkManager on the cost of an interface.
enum NetworkManagerAnswer: Sendable, Hashable {
    /// NetworkManager has answered.
    case metered(NetworkManagerMetered)
    /// NetworkManager may know the cost, and its answer is missing for this reason.
    case missing(String)

    /// The answer that counts while other answers are missing, for a reason. NetworkManager guesses by the device alone,
    /// and an interface below may be metered.
    func whileMissing(_ reason: String) -> NetworkManagerAnswer {
        switch self {
        case .metered(.yes), .metered(.no), .metered(.guessYes): self
        case .metered(.guessNo), .metered(.unknown), .missing: .missing(reason)
        }
    }
}

/// The cost of a device, by NetworkManager (`NMMetered`).
enum NetworkManagerMetered: UInt32, Sendable, Hashable {
    case unknown = 0
    case yes = 1
    case no = 2
    case guessYes = 3
    case guessNo = 4
}

/// Keeps NetworkManager's reports on metered interfaces for ten seconds after they are gone.
///
/// NetworkManager or the bus has stopped then, and usually starts again soon (an update, a crash). The connection is still
/// metered, also while a NetworkManager that has just started does not know the cost yet. If NetworkManager does not know
/// the cost after it has given the report all the time, it has disconnected the device, and the report is dropped at once.
struct NetworkManagerGracePeriod {
    /// How long a report is kept, in milliseconds.
    static let duration: Int64 = 10_000

    /// The reports of interfaces that cost, and since when NetworkManager does not give them any more, by
    /// ``MonotonicClock``; `nil` if it does.
    private var kept: [ExactText: (report: NetworkManagerReport, missingSince: Int64?)] = [:]

    /// When the next report expires, by ``MonotonicClock``; `nil` if none does.
    private(set) var due: Int64?

    /// Whether a report has expired.
    func isDue(_ now: Int64) -> Bool { due.map { $0 <= now } ?? false }

    /// Records the current reports of NetworkManager, by the names of the interfaces.
    ///
    /// - Returns: these reports, and the kept reports of the interfaces that are missing.
    mutating func extend(
        _ reports: [ExactText: NetworkManagerReport], now: Int64
    ) -> [ExactText: NetworkManagerReport] {
        for (name, report) in reports {
            switch report.answer {
            case .metered(.yes), .metered(.guessYes): kept[name] = (report, nil)
            case .metered(.no), .metered(.guessNo): kept[name] = nil
            case .metered(.unknown), .missing: break
            }
        }
        var extended = reports
        for (name, old) in kept {
            let report = reports[name]
            if report == old.report { continue }
            let missingSince = old.missingSince ?? now
            let isContradicted =
                report.map {
                    old.missingSince == nil || $0.hardwareAddress != old.report.hardwareAddress
                } ?? false
            if isContradicted || now - missingSince >= Self.duration {
                kept[name] = nil
            } else {
                kept[name]?.missingSince = missingSince
                extended[name] = old.report
            }
        }
        due = kept.values.compactMap(\.missingSince).min().map { $0 + Self.duration }
        return extended
    }
}
