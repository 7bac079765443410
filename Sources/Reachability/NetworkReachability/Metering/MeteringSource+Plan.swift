// SPDX-License-Identifier: Apache-2.0

extension Metered.Source {
    /// The user, by a ``DataPlan``.
    public static let plan = Metered.Source(rawValue: "plan")
}

extension MeteringSource {
    /// The user, by a ``DataPlan``: traffic uses it up.
    static let plan = MeteringSource(
        name: .plan, priorities: [.plan: "no data plan matches"]
    ) { subject in
        subject.plan.map { MeteredStatement(.plan, .yes, .plan, "the data plan “\($0.name)”") }
    }
}
