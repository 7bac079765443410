// SPDX-License-Identifier: Apache-2.0

/// What xdg-desktop-portal says of the network, where a sandbox refuses to let the kernel be queried.
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
