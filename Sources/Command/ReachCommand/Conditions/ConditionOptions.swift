// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
import LinuxSystem
public import NetworkReachability

/// The options for the conditions of `check`, `wait`, `run`, `fetch` and `upload`. All given conditions must hold.
///
/// The table `Requirement.all` has the names and the help. It has all of a flag: no property here is about a single one.
package struct ConditionOptions: ParsableArguments {
    @Flag var flags: [RequirementFlag] = []

    @Option(.types) var types: TypeList?

    @Option(.notTypes) var notType: TypeList?

    @Option(.interface) var interface: String?

    @Option(.host) var to: String?

    @Flag(help: "Invert the result: succeed when the conditions do not hold.")
    package var not = false

    @Option(.unknownMetered) var unknownMetered: NetworkConstraints.UnknownMetering = .allow

    /// The condition that the options describe.
    package var condition: Condition {
        get throws {
            var condition = conditionAnywhere
            condition.host = try host
            return condition
        }
    }

    /// The condition without the host of `--to`.
    private var conditionAnywhere: Condition {
        var condition = Condition(isNegated: not)
        for flag in flags { flag.requirement.require(&condition) }
        condition.constraints.allowedInterfaceTypes = types?.types
        condition.constraints.prohibitedInterfaceTypes = notType?.types ?? []
        condition.constraints.requiredInterface = interface
        condition.constraints.unknownMetering = unknownMetered
        return condition
    }

    private var host: HostName? {
        get throws {
            guard let to else { return nil }
            guard let host = HostName(to, allowsZone: true) else {
                throw Failure.usage(
                    "--to: '\(to.escaped)' \(HostName.fault(in: to, allowsZone: true)?.explanation ?? "is not a host")"
                )
            }
            return host
        }
    }

    /// Whether the condition has a demand.
    package func has(_ demand: Condition.Demand) -> Bool {
        conditionAnywhere.demands.contains(demand)
    }

    /// The given options that demand more of a path than to exist.
    package var pathOptions: [String] {
        conditionAnywhere.requirements.filter(\.isAboutPath).compactMap(\.option?.name)
    }

    package init() {}

    package func validate() throws {
        if let contradiction { throw ValidationError(contradiction) }
    }

    /// The reason why the conditions contradict each other; `nil` if they do not.
    private var contradiction: String? {
        if has(.offline) {
            let online = flags.first(where: \.isOnline).map { [$0.requirement.optionName] } ?? []
            let others = online + pathOptions
            return others.isEmpty
                ? nil
                : "--offline cannot be combined with \(others.joined(separator: ", ")): "
                    + "they are about a path, and while offline there is none"
        }
        var condition = conditionAnywhere
        condition.host = to.flatMap { HostName($0, allowsZone: true) }
        return condition.requirements.lazy.compactMap { $0.contradiction(condition) }.first
    }
}

extension NetworkConstraints.UnknownMetering: ExpressibleByArgument {
    /// The values. The parser takes longer to list the cases.
    public static let allValueStrings = ["allow", "deny"]
}

/// A flag that adds a requirement to a condition.
struct RequirementFlag: EnumerableFlag, CustomStringConvertible {
    let requirement: Requirement

    static let allCases = Requirement.all
        .filter { $0.option != nil && $0.option?.value == nil }.map(RequirementFlag.init)

    var description: String { requirement.optionName }

    static func == (one: RequirementFlag, other: RequirementFlag) -> Bool {
        one.requirement.optionName == other.requirement.optionName
    }

    static func name(for flag: RequirementFlag) -> NameSpecification {
        flag.requirement.nameSpecification
    }

    static func help(for flag: RequirementFlag) -> ArgumentHelp? { flag.requirement.help }

    /// Whether the flag only states the default.
    var isOnline: Bool { requirement.optionName == "--online" }
}

extension Requirement {
    fileprivate var optionName: String { option?.name ?? "" }

    fileprivate var nameSpecification: NameSpecification {
        .customLong(String(decoding: optionName.utf8.dropFirst(2), as: UTF8.self))
    }

    fileprivate var help: ArgumentHelp {
        ArgumentHelp(option?.help ?? "", valueName: option?.value)
    }
}

extension Option {
    /// An option that need not be given, as the table of requirements describes it.
    fileprivate init<Wrapped: ExpressibleByArgument>(_ requirement: Requirement)
    where Value == Wrapped? {
        self.init(wrappedValue: nil, name: requirement.nameSpecification, help: requirement.help)
    }

    /// An option with a default, as the table of requirements describes it.
    fileprivate init(wrappedValue: Value, _ requirement: Requirement)
    where Value: ExpressibleByArgument {
        self.init(
            wrappedValue: wrappedValue, name: requirement.nameSpecification, help: requirement.help)
    }
}

extension HostName.Fault {
    /// The fault as the end of a sentence that begins with the host.
    fileprivate var explanation: String {
        switch self {
        case .notASCII:
            "is not ASCII; write an internationalized name in its ASCII form (xn--…)"
        case .number:
            "is not an address such as 192.0.2.7, nor a host name, which cannot end in a number"
        case .malformed: "is neither a host name nor an address"
        }
    }
}

/// A comma-separated list of interface types.
struct TypeList: ExpressibleByArgument {
    /// The types.
    let types: Set<InterfaceType>

    /// The types that a connection can have.
    static let media = InterfaceType.media
    /// The types that only `--not-type` accepts.
    static let others: [InterfaceType] = [.vpn]

    /// Returns the types as text.
    static func list(_ types: [InterfaceType]) -> String {
        types.map(\.rawValue).joined(separator: ", ")
    }

    init?(argument: String) {
        guard Self.fault(in: argument) == nil else { return nil }
        types = Set(
            argument.pieces(separatedBy: ",").compactMap { InterfaceType(rawValue: String($0)) })
    }

    /// Returns the first element that is not a type; `nil` if all are types.
    static func fault(in argument: String) -> String? {
        argument.pieces(separatedBy: ",", omittingEmpty: false).map(String.init).first {
            InterfaceType(rawValue: $0).map { $0 == .loopback } ?? true
        }
    }

    /// Returns the type that a word means or resembles; `nil` if there is none.
    static func guess(_ word: String, among types: [InterfaceType]) -> String? {
        let word = word.lowercased()
        let type =
            synonyms.first { $0.words.contains(word) }?.type.rawValue
            ?? Suggestions.nearest(to: word, among: types.map(\.rawValue)).first
        return types.map(\.rawValue).first { $0 == type }
    }

    private static let synonyms: [(type: InterfaceType, words: [String])] = [
        (
            .wwan,
            [
                "cellular", "mobile", "modem", "cell", "gsm", "umts", "lte", "2g", "3g", "4g", "5g",
                "broadband",
            ]
        ),
        (.wifi, ["wlan", "wireless", "wi-fi", "802.11"]),
        (.ethernet, ["wired", "lan", "cable", "eth"]), (.bluetooth, ["bt", "pan"]),
        (.vpn, ["tunnel", "wireguard", "wg", "tun", "openvpn"]),
    ]
}
