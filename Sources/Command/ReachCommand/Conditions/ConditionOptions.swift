// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
package import NetworkReachability

/// The options for the conditions of `check`, `wait`, `run`, `fetch`, `upload` and `defer`. All given conditions must hold.
///
/// The table `Requirement.all` has the names, the help and the values: no property here is about a single requirement.
///
/// The parser finds the options of a type by reflection, and reads their values by name. So the mirror shows an option for
/// each row of the table that takes a value, and the decoder is asked for each. `RequirementOptionTests` goes over the rows.
package struct ConditionOptions: ParsableArguments, CustomReflectable {
    @Flag var flags: [RequirementFlag] = []

    /// The values as they were given, by the names of their options.
    private var given: [String: [String]] = [:]

    @Flag(help: "Invert the result: succeed when the conditions do not hold.")
    package var not = false

    private static let valueRows = Requirement.all.filter { $0.option?.value != nil }

    /// The options of the rows. The parser looks at the mirror many times.
    private static let valueOptions = valueRows.map { row in
        Option<[String]>(wrappedValue: [], name: row.nameSpecification, help: row.help)
    }

    package init() {}

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MemberKey.self)
        _flags = try container.decode(Flag<[RequirementFlag]>.self, forKey: MemberKey("flags"))
        for row in Self.valueRows {
            given[row.optionName] = try container.decode(
                [String].self, forKey: MemberKey(row.optionName))
        }
        _not = try container.decode(Flag<Bool>.self, forKey: MemberKey("not"))
    }

    package var customMirror: Mirror {
        let values = zip(Self.valueRows, Self.valueOptions).map { row, option -> Mirror.Child in
            (row.optionName, option)
        }
        return Mirror(self, children: [("flags", _flags)] + values + [("not", _not)])
    }

    /// The condition that the options describe.
    package var condition: Condition {
        var condition = Condition(isNegated: not)
        for flag in flags { flag.requirement.require(&condition) }
        _ = addValues(to: &condition)
        // Conditions that are not about the network need no path, if they are the only ones.
        if !condition.requirements.isEmpty, !condition.hasPathRequirement,
            !flags.contains(where: \.isOnline)
        {
            condition.constraints.requiresPath = false
        }
        return condition
    }

    /// Whether the condition has a demand.
    package func has(_ demand: Condition.Demand) -> Bool {
        condition.demands.contains(demand)
    }

    /// Whether an option is given, even if it only states the default.
    package var areGiven: Bool { not || !flags.isEmpty || given.values.contains { !$0.isEmpty } }

    /// The given options that demand more of a path than to exist.
    package var pathOptions: [String] {
        condition.requirements.filter(\.isAboutPath).compactMap(\.option?.name)
    }

    package func validate() throws {
        if let fault { throw ValidationError(fault) }
    }

    /// The reason why a value is not allowed, or why the conditions contradict each other; `nil` if all is well.
    private var fault: String? {
        var condition = Condition()
        if let fault = addValues(to: &condition) { return fault.escaped }
        if has(.offline) {
            let online = flags.first(where: \.isOnline).map { [$0.requirement.optionName] } ?? []
            let others = online + pathOptions
            guard others.isEmpty else {
                return "--offline cannot be combined with \(others.joined(separator: ", ")): "
                    + "they are about a path, and while offline there is none"
            }
        }
        condition = self.condition
        return condition.requirements.lazy.compactMap { $0.contradiction(condition) }.first
    }

    /// Adds the values to a condition.
    ///
    /// - Returns: the reason why a value is not allowed, or contradicts another one of its option; `nil` if all are well.
    private func addValues(to condition: inout Condition) -> String? {
        for row in Self.valueRows {
            guard let value = row.option?.value, let texts = given[row.optionName] else { continue }
            for text in texts {
                if let fault = value.add(text, &condition) { return "\(row.optionName): \(fault)" }
            }
            guard !value.isRepeatable, let first = texts.first,
                let other = texts.first(where: { !$0.isSameText(as: first) })
            else { continue }
            return
                "\(row.optionName) is given twice, with '\(first)' and with '\(other)'; give one value"
        }
        return nil
    }
}

/// A flag that adds a requirement to a condition.
struct RequirementFlag: EnumerableFlag, CustomStringConvertible {
    let requirement: Requirement
    /// Stored, because the parser reads it many times.
    private let name: NameSpecification
    private let help: ArgumentHelp

    private init(_ requirement: Requirement) {
        self.requirement = requirement
        name = requirement.nameSpecification
        help = requirement.help
    }

    static let allCases = Requirement.all
        .filter { $0.option != nil && $0.option?.value == nil }.map(RequirementFlag.init)

    var description: String { requirement.optionName }

    static func == (one: RequirementFlag, other: RequirementFlag) -> Bool {
        one.requirement.optionName == other.requirement.optionName
    }

    static func name(for flag: RequirementFlag) -> NameSpecification { flag.name }

    static func help(for flag: RequirementFlag) -> ArgumentHelp? { flag.help }

    /// Whether the flag only states the default.
    var isOnline: Bool { requirement.optionName == "--online" }
}

extension Requirement {
    fileprivate var optionName: String { option?.name ?? "" }

    fileprivate var nameSpecification: NameSpecification {
        .customLong(String(decoding: optionName.utf8.dropFirst(2), as: UTF8.self))
    }

    fileprivate var help: ArgumentHelp {
        ArgumentHelp(option?.help ?? "", valueName: option?.value?.name)
    }
}
