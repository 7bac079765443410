// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The user's settings for interfaces, as far as they apply on a path: those for a place apply to the interfaces that carry
/// the path while it has that place.
struct PathOverrides: Sendable, Hashable {
    /// The settings without those for other places.
    private var overrides: [InterfaceOverride]
    /// The interfaces to which the settings for a place apply; empty if there are none.
    private var carriers: Set<UInt32> = []

    /// Creates the settings on a path that has no place.
    init(_ overrides: [InterfaceOverride] = []) {
        // Few users have settings for places.
        self.overrides =
            overrides.contains { $0.place != nil }
            ? overrides.filter { $0.place == nil } : overrides
    }

    /// Creates the settings on a path.
    ///
    /// - Parameters:
    ///   - decision: the decision on the path so far: its place, and the interfaces that carry it.
    ///   - interfaces: all interfaces.
    init(
        _ overrides: [InterfaceOverride], at decision: NetworkPath.Decision,
        _ interfaces: InterfaceTable<NetworkState.Interface>
    ) {
        self.init(overrides)
        guard let place = decision.place, overrides.contains(where: { $0.isFor(place) }) else {
            return
        }
        self.overrides = overrides.filter { $0.place == nil || $0.isFor(place) }
        for index in decision.carriers {
            carriers.formUnion([index] + interfaces.carriers(of: index))
        }
    }

    /// The first setting that fits an interface; `nil` if none does.
    func first(for interface: NetworkState.Interface) -> InterfaceOverride? {
        overrides.first { override in
            (override.place == nil || carriers.contains(interface.link.index))
                && override.fits(interface.inheritable)
        }
    }

    /// Whether a setting is about the amount of traffic.
    var constrain: Bool { overrides.contains { $0.constraint != nil } }
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
    /// Whether the setting is for a place.
    fileprivate func isFor(_ place: String) -> Bool {
        self.place?.isSameText(as: place) ?? false
    }

    /// How little traffic the user wants; `nil` if the setting does not say.
    var constraint: TrafficConstraint? {
        isUltraConstrained ? .ultra : isConstrained.map { $0 ? .constrained : .none }
    }
}
