// SPDX-License-Identifier: Apache-2.0

extension Metered.Source {
    /// The user, by an ``InterfaceOverride``.
    public static let override = Metered.Source(rawValue: "override")
}

extension MeteringSource {
    /// The user, by an ``InterfaceOverride``. (A scripted network reports a statement of the user's, too.)
    static let override = MeteringSource(
        name: .override,
        priorities: [.override: "no override matches"]
    ) { subject in
        let reported = subject.interface.reports[MeteredStatement.self]
        guard let override = subject.override, let isMetered = override.isMetered else {
            return reported
        }
        let statement = MeteredStatement(
            .override, isMetered ? .yes : .no, .override, "the override for \(override.subject)")
        return [statement, reported].compactMap(\.self).deciding
    }
}
