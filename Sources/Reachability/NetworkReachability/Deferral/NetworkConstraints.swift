// SPDX-License-Identifier: Apache-2.0

/// The conditions that the network must meet for work to be done over it (WorkManager's
/// `Constraints`, and the access properties of `URLSessionConfiguration`).
///
/// All conditions must hold. In addition, the path must be satisfied, unless ``requiresPath`` is `false`.
///
/// ```swift
/// let constraints = NetworkConstraints(
///     allowsExpensiveNetworkAccess: false,
///     unknownMetering: .deny,
///     prohibitedInterfaceTypes: [.bluetooth])
/// for reason in constraints.evaluate(path).reasons { print(reason) }
/// ```
public struct NetworkConstraints: Sendable, Hashable {
    /// How a path counts if it is unknown whether it is metered.
    public enum UnknownMetering: String, Sendable, Hashable, Codable, CaseIterable {
        /// A path of unknown cost counts as not metered.
        case allow
        /// A path of unknown cost counts as metered.
        case deny
    }

    /// Whether metered paths, or probably metered ones (``Metered/isExpensive``), are allowed, as
    /// in URLSession.
    public var allowsExpensiveNetworkAccess: Bool
    /// Whether constrained paths are allowed: networks on which the user wants little traffic
    /// (Apple's Low Data Mode), as in URLSession.
    public var allowsConstrainedNetworkAccess: Bool
    /// How a path counts if it is unknown whether it is metered.
    ///
    /// The value matters only if ``allowsExpensiveNetworkAccess`` is `false`, or if the queue asks
    /// for confirmation (``DeferralQueue/ConfirmationRequest``).
    public var unknownMetering: UnknownMetering
    /// The allowed types of the medium that carries the path, below VPNs and stacked interfaces;
    /// `nil` for any.
    ///
    /// If ``InterfaceType/vpn`` is one of them, every path through a VPN is allowed.
    public var allowedInterfaceTypes: Set<InterfaceType>?
    /// The types of interfaces that the path must not use, neither as its primary interface nor
    /// below it.
    public var prohibitedInterfaceTypes: Set<InterfaceType>
    /// The name, or an alternative name, of an interface that must be the primary of a family or
    /// carry it; `nil` for any.
    ///
    /// The interface need not exist yet.
    public var requiredInterface: String?
    /// Patterns for the name (SSID) of the Wi-Fi network that carries the path, such as `Home*` (see fnmatch(3)): one of
    /// them must match; `nil` for any network.
    ///
    /// The network is seen through VPNs and stacked interfaces. If several networks could carry a VPN, each must match.
    public var ssids: Set<String>?
    /// The required places: the path must have one of them (``NetworkPath/place``); `nil` for any place, and for none.
    public var places: Set<String>?
    /// The places that the path must not have.
    public var prohibitedPlaces: Set<String>
    /// Whether networks that are meant for the least traffic only (``NetworkPath/isUltraConstrained``) are allowed, as
    /// in URLSession.
    ///
    /// Such a network is constrained, too: ``allowsConstrainedNetworkAccess`` must allow it as well.
    public var allowsUltraConstrainedNetworkAccess: Bool
    /// Whether there must be a live route for IPv4.
    public var requiresIPv4: Bool
    /// Whether there must be a live route for IPv6.
    public var requiresIPv6: Bool
    /// Whether there must be a live route to a configured name server. No query is sent to it.
    public var requiresDNS: Bool
    /// Whether the path may use a VPN.
    public var allowsVPN: Bool
    /// Whether the path may use a modem that is known to be roaming (``NetworkPath/isRoaming``).
    ///
    /// If it is unknown whether the modem is roaming, it counts as not roaming.
    public var allowsRoaming: Bool
    /// Whether a connectivity check must have found that the internet answers over the path:
    /// ``NetworkPath/connectivity-swift.property`` is ``NetworkPath/Connectivity/Value/full``.
    ///
    /// A monitor with a probe (``PathMonitor/Configuration/validation``) checks its path while a queue or
    /// ``PathMonitor/path(when:timeout:stability:clock:)`` waits for such constraints. With another monitor,
    /// NetworkManager's finding counts.
    public var requiresValidation: Bool
    /// Whether it must be certain what ``allowsExpensiveNetworkAccess`` requires: a path that is only guessed not to be
    /// metered, or whose cost is unknown, is not allowed, whatever ``unknownMetering-swift.property`` says.
    ///
    /// The value matters only if ``allowsExpensiveNetworkAccess`` is `false`.
    public var requiresCertainty: Bool
    /// Whether the data plan of the path (``NetworkPath/plan-swift.property``) must not be used up, and something must record
    /// what it uses. A path without a plan must not count as metered, as without ``allowsExpensiveNetworkAccess``.
    public var withinPlan: Bool
    /// Whether, in addition to ``withinPlan``, the used share of the data plan must not be greater than the share of its
    /// period that has passed. So the work of a long queue spreads over the period.
    public var onPace: Bool
    /// Whether the machine must not run on battery: no battery discharges (`requiresExternalPower` of Apple's
    /// `BGProcessingTaskRequest`, WorkManager's `setRequiresCharging`). A machine without a battery meets it.
    ///
    /// A queue and ``PathMonitor/path(when:timeout:stability:clock:)`` follow UPower over the system bus. Where it does
    /// not run, they read `/sys/class/power_supply` each minute.
    public var requiresExternalPower: Bool
    /// The level in percent that the batteries together must be above; `nil` for any (WorkManager's
    /// `setRequiresBatteryNotLow`). A machine without a battery meets it.
    public var batteryLevelAbove: Int?
    /// Whether there must be a satisfied path although nothing else here is about the path
    /// (`requiresNetworkConnectivity` of Apple's `BGProcessingTaskRequest`).
    ///
    /// With `false`, ``requiresExternalPower``, ``batteryLevelAbove`` and ``hours`` can be required of work that needs no
    /// network. Any other constraint requires a path in any case, and so does a transfer.
    public var requiresPath: Bool
    /// The hours of the day, by the local clock; `nil` for any.
    ///
    /// A queue and ``PathMonitor/path(when:timeout:stability:clock:)`` sleep until the hours begin or end, and evaluate
    /// the constraints again when the clock of the machine is set.
    public var hours: DailyHours?

    /// Creates constraints. By default, every satisfied path meets them.
    ///
    /// - Parameters:
    ///   - allowsExpensiveNetworkAccess: whether metered paths are allowed.
    ///   - allowsConstrainedNetworkAccess: whether constrained paths are allowed.
    ///   - unknownMetering: how a path counts if it is unknown whether it is metered.
    ///   - allowedInterfaceTypes: the allowed types of the medium; `nil` for any.
    ///   - prohibitedInterfaceTypes: the types of interfaces that the path must not use.
    ///   - requiredInterface: the name of an interface that the path must use; `nil` for any.
    ///   - ssids: patterns for the name of the Wi-Fi network; `nil` for any network.
    ///   - places: the required places: the path must have one of them; `nil` for any.
    ///   - prohibitedPlaces: the places that the path must not have.
    ///   - allowsUltraConstrainedNetworkAccess: whether networks for the least traffic only are allowed.
    ///   - requiresIPv4: whether there must be a live route for IPv4.
    ///   - requiresIPv6: whether there must be a live route for IPv6.
    ///   - requiresDNS: whether there must be a live route to a name server.
    ///   - allowsVPN: whether the path may use a VPN.
    ///   - allowsRoaming: whether the path may use a modem that is known to be roaming.
    ///   - requiresValidation: whether a connectivity check must have found that the internet answers.
    ///   - requiresCertainty: whether it must be certain that the path is not metered, if that is required.
    ///   - withinPlan: whether the data plan of the path must not be used up.
    ///   - onPace: whether the data plan of the path must be on its pace, too.
    ///   - hours: the hours of the day; `nil` for any.
    ///   - requiresExternalPower: whether the machine must not run on battery.
    ///   - batteryLevelAbove: the level in percent that the batteries must be above; `nil` for any.
    ///   - requiresPath: whether there must be a path although nothing else is about the path.
    public init(
        allowsExpensiveNetworkAccess: Bool = true,
        allowsConstrainedNetworkAccess: Bool = true,
        unknownMetering: UnknownMetering = .allow,
        allowedInterfaceTypes: Set<InterfaceType>? = nil,
        prohibitedInterfaceTypes: Set<InterfaceType> = [],
        requiredInterface: String? = nil,
        ssids: Set<String>? = nil,
        places: Set<String>? = nil,
        prohibitedPlaces: Set<String> = [],
        allowsUltraConstrainedNetworkAccess: Bool = true,
        requiresIPv4: Bool = false,
        requiresIPv6: Bool = false,
        requiresDNS: Bool = false,
        allowsVPN: Bool = true,
        allowsRoaming: Bool = true,
        requiresValidation: Bool = false,
        requiresCertainty: Bool = false,
        withinPlan: Bool = false,
        onPace: Bool = false,
        hours: DailyHours? = nil,
        requiresExternalPower: Bool = false,
        batteryLevelAbove: Int? = nil,
        requiresPath: Bool = true
    ) {
        self.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
        self.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
        self.unknownMetering = unknownMetering
        self.allowedInterfaceTypes = allowedInterfaceTypes
        self.prohibitedInterfaceTypes = prohibitedInterfaceTypes
        self.requiredInterface = requiredInterface
        self.ssids = ssids
        self.places = places
        self.prohibitedPlaces = prohibitedPlaces
        self.allowsUltraConstrainedNetworkAccess = allowsUltraConstrainedNetworkAccess
        self.requiresIPv4 = requiresIPv4
        self.requiresIPv6 = requiresIPv6
        self.requiresDNS = requiresDNS
        self.allowsVPN = allowsVPN
        self.allowsRoaming = allowsRoaming
        self.requiresValidation = requiresValidation
        self.requiresCertainty = requiresCertainty
        self.withinPlan = withinPlan
        self.onPace = onPace
        self.hours = hours
        self.requiresExternalPower = requiresExternalPower
        self.batteryLevelAbove = batteryLevelAbove
        self.requiresPath = requiresPath
    }

    /// Any satisfied path (WorkManager's `NetworkType.CONNECTED`).
    public static let connected = NetworkConstraints()

    /// A path that is not metered, or probably not (WorkManager's `NetworkType.UNMETERED`). A path
    /// whose cost is unknown is allowed.
    public static let unmetered = NetworkConstraints(allowsExpensiveNetworkAccess: false)

    /// Constraints for work that no user waits for (URLSession's `isDiscretionary`): the path is
    /// neither metered nor constrained.
    public static let discretionary = NetworkConstraints(
        allowsExpensiveNetworkAccess: false, allowsConstrainedNetworkAccess: false)
}

extension NetworkConstraints: CustomStringConvertible {
    /// The conditions in a list: `connected`, or `connected, unmetered, not bluetooth`.
    public var description: String {
        let words = Requirement.constraints.flatMap { $0.words(self) }
        return ((requiresPath ? ["connected"] : []) + words).joined(separator: ", ")
    }
}

/// Constraints are encoded as a dictionary of their properties. A missing key has the value of
/// ``connected``, so that constraints that were stored by an older version can be decoded.
/// Interface types are written in a fixed order, so that equal constraints have equal encodings.
extension NetworkConstraints: Codable {
    /// Decodes constraints. Unknown keys are ignored.
    ///
    /// - Throws: `DecodingError` if a value has another type, or is not one of the known names.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: MemberKey.self)
        for constraint in Requirement.constraints { try constraint.decode(&self, container) }
    }

    /// Encodes constraints.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberKey.self)
        for constraint in Requirement.constraints { try constraint.encode(self, &container) }
    }
}
