// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The user's overrides and data plans, as far as they apply on a path: those for a place apply to the interfaces that carry
/// the path while it has that place.
struct PathSettings: Sendable, Hashable {
    /// The overrides without those for other places.
    private var overrides: [InterfaceOverride] = []
    private var plans: [DataPlan] = []
    /// The place of the path; `nil` if no setting is for it.
    private var place: String?
    /// The interfaces at that place.
    private var carriers: Set<UInt32> = []

    /// Creates the settings of a user who has none.
    init() {}

    /// Creates the settings on a path.
    ///
    /// - Parameters:
    ///   - question: the question, with all settings.
    ///   - place: the place of the path; `nil` if there is none.
    ///   - indexes: the interfaces that carry the path, below tunnels.
    ///   - interfaces: all interfaces.
    init(
        _ question: PathQuestion, at place: String?, over indexes: [UInt32],
        _ interfaces: InterfaceTable<NetworkState.Interface>
    ) {
        (overrides, plans) = (question.overrides, question.plans.plans)
        func isHere(_ name: String) -> Bool { place?.isSameText(as: name) ?? false }
        // Few users have settings for places.
        if overrides.contains(where: { $0.place != nil }) {
            overrides.removeAll { !($0.place.map(isHere) ?? true) }
        }
        let places = overrides.compactMap(\.place) + plans.compactMap(\.place)
        guard places.contains(where: isHere) else { return }
        self.place = place
        carriers = Set(indexes.flatMap { [$0] + interfaces.carriers(of: $0) })
    }

    /// The first override that fits an interface; `nil` if none does.
    func override(for interface: NetworkState.Interface) -> InterfaceOverride? {
        overrides.first { override in
            (override.place == nil || carriers.contains(interface.link.index))
                && override.fits(interface.inheritable)
        }
    }

    /// The first plan that matches an interface at the bottom; `nil` if none does.
    func plan(for interface: NetworkState.Interface) -> DataPlan? {
        if plans.isEmpty { return nil }
        return DataPlan.first(
            of: plans, interface: interface.name, ssid: interface.wireless?.ssid,
            place: carriers.contains(interface.link.index) ? place : nil)
    }

    /// Whether there is a plan.
    var hasPlans: Bool { !plans.isEmpty }

    /// Whether an override is about the amount of traffic.
    var hasConstraints: Bool { overrides.contains { $0.constraint != nil } }
}

/// How little traffic the user wants on a path.
enum TrafficConstraint: Int, Sendable, Hashable, Comparable {
    /// Any amount.
    case none
    /// Little (Apple's Low Data Mode).
    case constrained
    /// The least that is possible (Apple's ultra-constrained networks).
    case ultra

    static func < (one: TrafficConstraint, other: TrafficConstraint) -> Bool {
        one.rawValue < other.rawValue
    }
}

extension InterfaceOverride {
    /// How little traffic the user wants; `nil` if the override does not say.
    var constraint: TrafficConstraint? {
        isUltraConstrained ? .ultra : isConstrained.map { $0 ? .constrained : .none }
    }
}
