// SPDX-License-Identifier: Apache-2.0

/// One thing that a condition can require of the network. The table ``all`` lists every one.
///
/// A requirement has everything about it in one place: its option, how it is stored, which paths meet it, and the
/// reasons why a path does not. The parser, the help, the storage and the tests of the schemas go over the table.
package struct Requirement: Sendable {
    /// How the command line writes a requirement.
    package struct Option: Sendable {
        /// The long name, with dashes.
        package var name: String
        /// The value; `nil` for a flag.
        package var value: Value?
        /// The help text.
        package var help: String

        init(_ name: String, value: Value? = nil, help: String) {
            self.name = name
            self.value = value
            self.help = help
        }
    }

    /// The value of an option. It is read by the table alone, so that a new kind of value needs no other place.
    package struct Value: Sendable {
        /// The name of the value in help. Completions have interfaces for `name`, and types for `type,…`.
        package let name: String
        /// The allowed values in words, for messages: `a host name or an address`.
        package let allowed: String
        /// A value, for tests of the command line.
        package let example: String
        /// The allowed values, if these are a fixed list.
        package var choices: [String] = []
        /// Whether the option can be given several times, and each value counts. Otherwise a second value must be the same.
        package var isRepeatable = false
        /// Adds a value to a condition. It returns what is wrong with the text, as the end of a sentence that begins with the
        /// name of the option and a colon; `nil` if the text is a value.
        package let add: @Sendable (String, inout Condition) -> String?

        init(
            _ name: String, allowed: String, example: String, choices: [String] = [],
            isRepeatable: Bool = false,
            add: @escaping @Sendable (String, inout Condition) -> String?
        ) {
            self.name = name
            self.allowed = allowed
            self.example = example
            self.choices = choices
            self.isRepeatable = isRepeatable
            self.add = add
        }

        /// Returns what is wrong with a text; `nil` if it is a value.
        package func fault(in text: String) -> String? {
            var condition = Condition()
            return add(text, &condition)
        }
    }

    /// A requirement of the library, which is a property of `NetworkConstraints`.
    struct Constraint: Sendable {
        typealias Reasons =
            @Sendable (NetworkConstraints, NetworkPath, Circumstances) ->
            [NetworkConstraints.Reason]

        let encode:
            @Sendable (NetworkConstraints, inout KeyedEncodingContainer<MemberKey>) throws -> Void
        let decode:
            @Sendable (inout NetworkConstraints, KeyedDecodingContainer<MemberKey>) throws -> Void
        /// The words of the description; empty if the constraints do not require it.
        let words: @Sendable (NetworkConstraints) -> [String]
        /// Why a satisfied path does not meet it; empty if the path does, or if nothing is required.
        let reasons: Reasons
        /// When its result changes next although the path stays as it is, in milliseconds since 1970; `nil` for never. The
        /// closure is `nil` if the path decides alone. Each wait evaluates its condition again at that time, and when
        /// the clock is set.
        var nextChange: (@Sendable (NetworkConstraints, Circumstances) -> Int64?)?
        /// The text of a reason while the condition is waited for; `nil` for the same text. It does not change while time passes.
        var waitingText: (@Sendable (NetworkConstraints.Reason) -> String)?
        /// Whether its loss counts at once, without the grace that a short loss of the network has: traffic would cost,
        /// or the hours are over.
        var isLostAtOnce = false
        /// The text of a reason, for which the path is known.
        var text: @Sendable (NetworkConstraints.Reason, NetworkPath) -> String = { reason, _ in
            reason.description
        }
    }

    /// A requirement of the command line, for which the library has no constraint.
    struct Demand: Sendable {
        /// Its name; `nil` if it has a value, for which the condition has a property.
        let name: Condition.Demand?
        /// The word of the description.
        let word: @Sendable (Condition) -> String
        /// Why a satisfied path does not meet it; `nil` if the path does.
        let reason: @Sendable (Condition, NetworkPath, Circumstances) -> Verdict.Reason?
    }

    /// The option; `nil` if the command line has none of its own.
    package let option: Option?
    /// The name of its member in stored constraints; `nil` if nothing is stored.
    package let member: String?
    /// The codes of the reasons that it can give.
    package let codes: [String]
    /// Whether the requirement is about properties of the path. The others are about the existence of a path, its
    /// destination, or the meaning of other requirements.
    package var isAboutPath = true
    /// Whether it can hold only on a satisfied path. A condition of other requirements alone needs no path.
    var needsPath = true
    /// Whether another interface could be wrong although the path is right: a connection must not leave by it.
    var isAboutInterface = false
    /// Whether an answer of NetworkManager or of ModemManager can change its result: about the cost, roaming, or the name of
    /// a connection.
    var dependsOnAnswers = false
    /// Whether `--certain` qualifies it: its reasons then reject what is guessed or unknown.
    var isQualifiedByCertainty = false
    /// Whether a condition has the requirement.
    var isRequired: @Sendable (Condition) -> Bool
    /// Adds the requirement to a condition, if its option is a flag.
    package var require: @Sendable (inout Condition) -> Void = { _ in }
    /// Why a condition that has the requirement cannot hold or makes no sense; `nil` if it does.
    package var contradiction: @Sendable (Condition) -> String? = { _ in nil }
    /// The assumption by which a satisfied path meets the requirement, in words; `nil` if there is none.
    var assumption: @Sendable (NetworkPath) -> String? = { _ in nil }
    var constraint: Constraint?
    var demand: Demand?
}

extension Requirement {
    /// Creates a requirement that is a property of `NetworkConstraints`.
    ///
    /// - Parameters:
    ///   - property: the property. It is required if its value is not the default.
    ///   - member: the name of the property.
    ///   - given: the value that the flag sets; `nil` if the option has a value.
    ///   - encoded: the value as it is stored; `nil` if it is not.
    ///   - words: the words of the description.
    ///   - codes: the codes of the reasons.
    ///   - isAboutInterface: whether a connection must not leave by another interface.
    ///   - reasons: why a path does not meet the property's value, which is not the default.
    init<Value: Codable & Equatable & Sendable>(
        _ property: any WritableKeyPath<NetworkConstraints, Value> & Sendable,
        _ member: String,
        option: Option? = nil,
        given: Value? = nil,
        encoded: @escaping @Sendable (Value) -> (any Encodable)? = { $0 },
        words: @escaping @Sendable (Value) -> [String],
        codes: [String] = [],
        isAboutInterface: Bool = false,
        reasons: @escaping Constraint.Reasons = { _, _, _ in [] }
    ) {
        let key = MemberKey(member)
        let unset = NetworkConstraints()[keyPath: property]
        self.init(
            option: option, member: member, codes: codes, isAboutInterface: isAboutInterface,
            isRequired: { $0.constraints[keyPath: property] != unset })
        if let given { require = { $0.constraints[keyPath: property] = given } }
        constraint = Constraint(
            encode: { constraints, container in
                guard let value = encoded(constraints[keyPath: property]) else { return }
                try container.encode(value, forKey: key)
            },
            decode: { constraints, container in
                guard let value = try container.decodeIfPresent(Value.self, forKey: key)
                else { return }
                constraints[keyPath: property] = value
            },
            words: { constraints in
                let value = constraints[keyPath: property]
                return value == unset ? [] : words(value)
            }, reasons: reasons)
    }

    /// Creates a requirement that only the command line has.
    ///
    /// - Parameters:
    ///   - demand: its name, which is that of its member.
    ///   - word: the word of the description.
    ///   - codes: the codes of the reasons.
    ///   - reason: why a satisfied path does not meet it; `nil` if the path does.
    init(
        _ demand: Condition.Demand, option: Option, word: String, codes: [String],
        reason: @escaping @Sendable (Condition, NetworkPath, Circumstances) -> Verdict.Reason?
    ) {
        self.init(
            option: option, member: demand.rawValue, codes: codes,
            isRequired: { $0.demands.contains(demand) }, require: { $0.demands.insert(demand) })
        self.demand = Demand(name: demand, word: { _ in word }, reason: reason)
    }
}

extension Requirement {
    /// The requirements that are properties of `NetworkConstraints`. Evaluations go over these alone: thousands of conditions
    /// can be evaluated with each change of the network.
    static let constraints = all.compactMap(\.constraint)

    /// The requirements that only the command line has.
    static let demands = all.filter { $0.demand != nil }

    /// The constraints whose results change by themselves.
    fileprivate static let changing = constraints.filter { $0.nextChange != nil }
}

extension NetworkConstraints {
    /// When the constraints have another result although the path stays as it is, in milliseconds since 1970; `nil` for
    /// never.
    func nextChange(_ circumstances: Circumstances) -> Int64? {
        Requirement.changing.lazy.compactMap { $0.nextChange?(self, circumstances) }.min()
    }

    /// Whether the result can change although the path stays as it is.
    func dependsOnCircumstances(_ circumstances: Circumstances) -> Bool {
        dependsOnPower || nextChange(circumstances) != nil
    }

    /// Whether an answer of NetworkManager or of ModemManager can change the result.
    package var dependsOnAnswers: Bool { Condition(constraints: self).dependsOnAnswers }
}

extension NetworkConstraints {
    /// Whether the constraints can hold only on a satisfied path: ``requiresPath`` demands it, or a requirement is about the path.
    var needsPath: Bool { Condition(constraints: self).needsPath }

    /// Whether the result depends on the power of the machine.
    package var dependsOnPower: Bool { requiresExternalPower || batteryLevelAbove != nil }

    /// The circumstances on which the result depends.
    var circumstancesNeeded: Set<Circumstance> {
        var circumstances: Set<Circumstance> = []
        if hours != nil { circumstances.insert(.clock) }
        if dependsOnPower { circumstances.insert(.power) }
        return circumstances
    }
}

extension Condition {
    /// The requirements that the condition has.
    package var requirements: [Requirement] { Requirement.all.filter { $0.isRequired(self) } }

    /// Whether a requirement can hold only on a satisfied path.
    package var hasPathRequirement: Bool { requirements.contains(where: \.needsPath) }

    /// Whether the condition can hold only on a satisfied path.
    var needsPath: Bool { constraints.requiresPath || hasPathRequirement }

    /// Whether an answer of NetworkManager or of ModemManager can change the result.
    var dependsOnAnswers: Bool {
        Requirement.all.contains { $0.dependsOnAnswers && $0.isRequired(self) }
    }

    /// Whether a connection must not leave by another interface than that of the path that meets the condition.
    package var isAboutInterface: Bool { requirements.contains(where: \.isAboutInterface) }
}

/// The name of a member of encoded constraints.
package struct MemberKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    /// Creates a name.
    package init(_ name: String) { stringValue = name }
    package init?(stringValue: String) { self.init(stringValue) }
    package init?(intValue: Int) { nil }
}
