// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The reports of one program about interfaces: NetworkManager's about its devices, DHCP clients'
/// about their leases.
///
/// The state keeps one value of each type and assigns each interface its report. The type that
/// conforms defines what a report means.
protocol ExternalReports: Sendable, Equatable {
    /// The report about one interface.
    associatedtype Report: Sendable, Hashable

    /// The report about an interface; `nil` if there is none. It may depend on the interface's
    /// index, names, addresses, wireless network and PPP transport: the state updates the report
    /// whenever one of these changes.
    func report(of interface: NetworkState.Interface) -> Report?

    /// The names of the interfaces whose reports may differ from earlier reports, once each; `nil` if any may.
    ///
    /// - Parameter old: the earlier reports; `nil` if there were none.
    func namesDiffering(from old: Self?) -> [String]?

    /// Replaces this program's report among all reports about an interface.
    ///
    /// All types share an implementation. It is a requirement, so that the compiler makes code for each type: a generic
    /// function would ask the runtime for metadata at each change of an address.
    func update(_ reports: inout InterfaceReports, of interface: NetworkState.Interface)
}

extension ExternalReports {
    func update(_ reports: inout InterfaceReports, of interface: NetworkState.Interface) {
        reports[Report.self] = report(of: interface)
    }
}

extension NetworkState.Interface {
    /// Whether a device of the interface's name with a hardware address can be the interface. The bus over which a device
    /// is reported may be another network namespace's, with interfaces of the same names.
    ///
    /// - Parameter text: the hardware address of the device; empty if it has none.
    func mayHave(hardwareAddress text: String) -> Bool {
        guard !text.isEmpty, let hardwareAddress else { return true }
        return hardwareAddress.description == text.lowercased()
    }
}

extension Dictionary where Key == ExactText, Value: Equatable {
    /// The names whose values differ from earlier ones, once each.
    func namesDiffering(from old: [ExactText: Value]) -> [String] {
        (old.keys.filter { old[$0] != self[$0] } + keys.filter { old[$0] == nil }).map(\.text)
    }
}

/// The external reports about one interface: at most one of each type.
struct InterfaceReports: Sendable, Hashable {
    private struct AnyReport: Sendable, Hashable {
        let value: any Sendable & Hashable

        static func == (one: AnyReport, other: AnyReport) -> Bool {
            AnyHashable(one.value) == AnyHashable(other.value)
        }

        func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
    }

    private var reports: [ObjectIdentifier: AnyReport] = [:]

    /// The report of a type; `nil` if there is none.
    subscript<Report: Sendable & Hashable>(type: Report.Type) -> Report? {
        get {
            // Most interfaces have none.
            reports.isEmpty ? nil : reports[ObjectIdentifier(type)]?.value as? Report
        }
        set {
            if newValue == nil && reports.isEmpty { return }
            reports[ObjectIdentifier(type)] = newValue.map { AnyReport(value: $0) }
        }
    }
}

/// The report of xdg-desktop-portal about the network, where a sandbox forbids queries of the kernel.
struct DesktopPortalReport: Sendable, Hashable {
    /// Whether there is a network that leads to the internet.
    var isAvailable: Bool
    /// Whether the network is known or guessed to be metered. `false` includes that it is unknown.
    var isMetered: Bool
    /// How far packets get (`GNetworkConnectivity`).
    var connectivity: UInt32
    /// Why the kernel cannot be queried.
    var refusal: String

    /// Packets leave the machine, and the internet does not answer.
    static let limited: UInt32 = 2
    /// A captive portal answers in place of the internet.
    static let captivePortal: UInt32 = 3
}

/// Whether a service of a bus, such as NetworkManager, has answered.
package enum ServiceAvailability: Sendable, Hashable {
    /// It has answered.
    case answered
    /// It does not run, for this reason. Nothing is missing.
    case notRunning(String)
    /// It runs, or may, and an answer is missing for this reason. A guess that the network is free does not count.
    case missing(String)

    /// Why it reports nothing, or not everything; `nil` if it has answered.
    var limitation: String? {
        switch self {
        case .answered: nil
        case .notRunning(let reason), .missing(let reason): reason
        }
    }
}
