// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

// MARK: - Power

extension Requirement {
    /// No battery discharges.
    static let externalPower: Requirement = {
        var row = Requirement(
            \.requiresExternalPower, "requiresExternalPower",
            option: Option(
                "--on-power",
                help: """
                    Require that no battery of the machine discharges. Holds on a machine without a battery. With \
                    --battery-above and --between alone, no path is required.
                    """), given: true,
            words: { _ in ["on power"] }, codes: ["onBattery"]
        ) { constraints, _, circumstances in
            guard constraints.requiresExternalPower else { return [] }
            return circumstances.power()?.isOnBattery == false ? [] : [.onBattery]
        }
        row.needsPath = false
        return row
    }()

    /// The batteries are fuller than a level.
    static let batteryLevel: Requirement = {
        var row = Requirement(
            \.batteryLevelAbove, "batteryLevelAbove",
            option: Option(
                "--battery-above",
                value: Value("percent", allowed: "a percentage from 0 to 100", example: "30") {
                    text, condition in
                    guard let level = percentage(text) else {
                        return "'\(text)' is not a whole number from 0 to 100"
                    }
                    condition.constraints.batteryLevelAbove = level
                    return nil
                },
                help: """
                    Require that the batteries of the machine are together fuller than this. Holds on a machine without a \
                    battery.
                    """),
            encoded: { $0 }, words: { level in level.map { ["battery above \($0) %"] } ?? [] },
            codes: ["batteryLow"]
        ) { constraints, _, circumstances in
            guard let limit = constraints.batteryLevelAbove else { return [] }
            guard let power = circumstances.power() else {
                return [.batteryLow(percent: nil, limit: limit)]
            }
            guard let level = power.batteryLevel, level <= Double(limit) else { return [] }
            return [.batteryLow(percent: Int(level), limit: limit)]
        }
        row.needsPath = false
        row.constraint?.waitingText = { reason in
            guard case .batteryLow(_, let limit) = reason else { return "\(reason)" }
            return "the battery is not above \(limit) % (--battery-above)"
        }
        return row
    }()

    /// Returns the percentage that a text of one to three digits is.
    private static func percentage(_ text: String) -> Int? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy(digits.contains),
            let number = Int(text), number <= 100
        else { return nil }
        return number
    }
}
