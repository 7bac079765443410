// SPDX-License-Identifier: Apache-2.0

// MARK: - Data plans

extension Requirement {
    /// The data plan of the path is not used up. A path without a plan must not count as metered.
    static let withinPlan: Requirement = {
        var row = Requirement(
            \.withinPlan, "withinPlan",
            option: Option(
                "--within-plan",
                help: """
                    On a path with a data plan of the configuration, require that the plan is not used up and that \
                    reach record counts it. On any other path, require what --unmetered does.
                    """), given: true,
            words: { _ in ["within the data plan"] }, codes: codesOfPlans, isAboutInterface: true
        ) { constraints, path, _ in
            constraints.withinPlan ? constraints.reasonsOfPlan(path) : []
        }
        row.isQualifiedByCertainty = true
        row.dependsOnAnswers = true
        row.constraint?.isLostAtOnce = true
        row.assumption = assumptionWithoutPlan
        return row
    }()

    /// The data plan of the path is on its pace: the used share is not greater than the share of the period that has passed.
    static let onPace: Requirement = {
        var row = Requirement(
            \.onPace, "onPace",
            option: Option(
                "--on-pace",
                help: """
                    What --within-plan requires; in addition, the used share of the plan must not be greater than the share \
                    of its period that has passed.
                    """), given: true,
            words: { _ in ["on the pace of the data plan"] },
            codes: codesOfPlans + ["planAheadOfPace"], isAboutInterface: true
        ) { constraints, path, _ in
            guard constraints.onPace else { return [] }
            let reasons = constraints.reasonsOfPlan(path)
            // They are those of the other requirement, too.
            guard reasons.isEmpty else { return constraints.withinPlan ? [] : reasons }
            return path.planAheadOfPace.map { [.planAheadOfPace($0)] } ?? []
        }
        row.isQualifiedByCertainty = true
        row.dependsOnAnswers = true
        row.constraint?.isLostAtOnce = true
        row.assumption = assumptionWithoutPlan
        return row
    }()

    private static let codesOfPlans = [
        "planUsedUp", "planUnknown", "metered", "unknownMetering", "notCertain",
    ]

    private static let assumptionWithoutPlan: @Sendable (NetworkPath) -> String? = { path in
        path.plan == nil ? unmetered.assumption(path) : nil
    }
}

extension NetworkConstraints {
    /// Why a path does not meet what a data plan allows; empty if it does.
    fileprivate func reasonsOfPlan(_ path: NetworkPath) -> [Reason] {
        guard let plan = path.plan else {
            // A constraint on the cost has these reasons already.
            return allowsExpensiveNetworkAccess ? reasonsOfCost(path) : []
        }
        return switch plan.state {
        case .within, .warning: []
        case .over: [.planUsedUp(plan)]
        case .unknown: [.planUnknown(plan)]
        }
    }
}

extension NetworkPath {
    /// The first of the path's data plans that is ahead of its pace; `nil` if none is.
    fileprivate var planAheadOfPace: Plan? { decision.plans.first { !$0.isOnPace } }
}
