// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
public import BackgroundTransfers
import LinuxSystem
public import NetworkReachability
import ReachCommand

extension ValueKind {
    /// The values that only the commands about transfers have.
    static let ofTransfers: [String: ValueKind] = [
        "rate": ValueKind("a rate, such as \(DataRate.examples)") { text in
            DataRate(argument: text) == nil
                ? "'\(text.escaped)' is not a rate; examples: \(DataRate.examples)" : nil
        },
        "digest": ValueKind("the 64 hexadecimal digits of a SHA-256 digest") { text in
            ContentHash(argument: text) == nil
                ? "'\(text.escaped)' is not a SHA-256 digest, which has 64 hexadecimal digits" : nil
        },
        "attempts": ValueKind(attempts) { text in
            TransferOptions.Attempts(argument: text) == nil
                ? "'\(text.escaped)' is not a number of attempts: \(attempts)" : nil
        },
        "id": ValueKind("the number of a transfer") { text in
            Transfer.ID(argument: text) == nil
                ? "'\(text.escaped)' is not the number of a transfer" : nil
        },
        "field": ValueKind("a header field, 'Name: value'"),
        "sequence": number("the number of an event"),
        "period": ValueKind(JobPeriod.allowed, canBeNegative: true) { text in
            do throws(InvalidText) {
                _ = try JobPeriod.parse(text)
                return nil
            } catch {
                return error.explanation.escaped
            }
        },
        "code,…": ValueKind(ExitCodes.allowed) { text in
            ExitCodes(argument: text) == nil
                ? "'\(text.escaped)' is not a list of exit codes: \(ExitCodes.allowed)" : nil
        },
        "unit": ValueKind("a systemd unit, such as backup.service"),
    ]

    private static let attempts = "a number, at least 1, or unlimited"
}

// MARK: - Values of the library

extension Transfer.State: ExpressibleByArgument {}

extension TransferOptions.Existing: ExpressibleByArgument {}

extension TransferOptions.Deadline.Action: ExpressibleByArgument {
    /// The values, the default first.
    public static let allValueStrings = ["fail", "run"]
}

extension DeferralQueue.Priority: ExpressibleByArgument {
    /// The words, the lowest priority first.
    public static let allValueStrings = allCases.map(\.word)

    /// The word of the priority, whose raw value is a number.
    public var defaultValueDescription: String { word }

    /// Creates a priority by its word.
    public init?(argument: String) {
        guard let priority = Self.allCases.first(where: { $0.word == argument }) else { return nil }
        self = priority
    }
}

extension UploadMethod: ExpressibleByArgument {
    /// All but the default, which is the absence of the option.
    public static let allValueStrings = ["put", "post", "tus"]

    /// Creates a method by its name.
    public init?(argument: String) {
        guard Self.allValueStrings.contains(argument) else { return nil }
        self.init(rawValue: argument)
    }
}

extension JobPeriod: ExpressibleByArgument {}

extension Job.LossPolicy: ExpressibleByArgument {
    /// The values, the default first.
    public static let allValueStrings = allCases.map(\.rawValue)
}

extension Transfer.ID: ExpressibleByArgument {
    /// Creates a number as `reach queue` lists it.
    public init?(argument: String) {
        guard let number = positiveNumber(argument) else { return nil }
        self.init(rawValue: Int64(number))
    }
}

extension TransferOptions.Attempts: ExpressibleByArgument {
    /// Creates a number of attempts, at least 1, or `unlimited`.
    public init?(argument: String) {
        if argument == "unlimited" {
            self = .unlimited
        } else if let count = positiveNumber(argument) {
            self = .limited(count)
        } else {
            return nil
        }
    }
}

/// Returns a positive number without a sign; `nil` if the text is not one.
private func positiveNumber(_ text: String) -> Int? {
    guard text.utf8.first != UInt8(ascii: "+"), let number = Int(text), number >= 1 else {
        return nil
    }
    return number
}

// MARK: - Other values

/// Exit codes of a command that failed, as a shell has them: `1,75,143`. A signal is 128 and its number.
struct ExitCodes: ExpressibleByArgument, Hashable {
    var codes: Set<Int32>

    /// The allowed values, for messages.
    static let allowed = "numbers from 1 to 255 with commas, such as 1,75"

    init?(argument: String) {
        codes = []
        for text in argument.pieces(separatedBy: ",", omittingEmpty: false) {
            guard let code = positiveNumber(String(text)), code <= 255 else { return nil }
            codes.insert(Int32(code))
        }
    }
}

/// A rate on the command line, in bytes a second: a whole number, or one with the unit `K`, `M` or `G` of 1024
/// (`500K`, `1.5M`), as curl and wget have it.
struct DataRate: ExpressibleByArgument, Hashable {
    var bytesPerSecond: Int64

    /// Examples of rates, for messages.
    static let examples = "65536, 500K, 1.5M, 1G (bytes a second, in units of 1024)"

    init?(argument: String) {
        var text = argument.unicodeScalars[...]
        var unit: Int64 = 1
        if let last = text.last, let factor = Self.units[last] {
            unit = factor
            text = text.dropLast()
        }
        let parts = Substring(text).pieces(separatedBy: ".", maxSplits: 1, omittingEmpty: false)
        guard let first = parts.first, let whole = Self.number(first) else { return nil }
        var rate = whole.multipliedReportingOverflow(by: unit)
        if parts.count == 2 {
            // Bytes have no parts, and no rate needs more digits.
            guard unit > 1, parts[1].count <= 6, let fraction = Self.number(parts[1]) else {
                return nil
            }
            let scale = (0..<parts[1].count).reduce(Int64(1)) { scale, _ in scale * 10 }
            rate = rate.partialValue.addingReportingOverflow(fraction * unit / scale)
        }
        guard !rate.overflow, rate.partialValue > 0, whole <= Int64.max / unit else { return nil }
        bytesPerSecond = rate.partialValue
    }

    private static let units: [Unicode.Scalar: Int64] = [
        "K": 1 << 10, "k": 1 << 10, "M": 1 << 20, "m": 1 << 20, "G": 1 << 30, "g": 1 << 30,
    ]

    private static func number(_ digits: Substring) -> Int64? {
        // Int64 would accept a sign.
        digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? Int64(digits) : nil
    }
}

/// A SHA-256 digest on the command line: 64 hexadecimal digits, as `sha256sum` prints them.
struct ContentHash: ExpressibleByArgument, Hashable {
    var bytes: [UInt8]

    init?(argument: String) {
        let digits = argument.utf8.map(Self.digit)
        guard digits.count == 64 else { return nil }
        bytes = []
        for position in stride(from: 0, to: 64, by: 2) {
            guard let high = digits[position], let low = digits[position + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
