// SPDX-License-Identifier: Apache-2.0

/// Keeps the reports of NetworkManager on interfaces that cost, for ten seconds after they are gone.
///
/// NetworkManager or the bus has stopped then, and usually starts again soon (an update, a crash). The connection does
/// not become free by that, also while a NetworkManager that has just started does not know the cost yet. One that has
/// given the report all the time, and then says that it does not know the cost, is believed at once: it has disconnected
/// the device.
struct NetworkManagerGracePeriod {
    /// How long a report is kept, in milliseconds.
    static let duration: Int64 = 10_000

    private struct Kept {
        var report: NetworkManagerReport
        /// Since when NetworkManager does not give it any more, by ``MonotonicClock``; `nil` if it does.
        var missingSince: Int64?
    }

    private var kept: [String: Kept] = [:]

    /// When the next report expires, by ``MonotonicClock``; `nil` if none does.
    private(set) var due: Int64?

    /// Whether a report has expired.
    func isDue(_ now: Int64) -> Bool { due.map { $0 <= now } ?? false }

    /// Takes in what NetworkManager reports now of each interface, by name.
    ///
    /// - Returns: these reports, and the kept ones of interfaces that are missing among them.
    mutating func extend(
        _ reports: [String: NetworkManagerReport], now: Int64
    ) -> [String: NetworkManagerReport] {
        for (name, report) in reports {
            switch report.answer {
            case .metered(.yes), .metered(.guessYes): kept[name] = Kept(report: report)
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
