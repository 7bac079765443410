// SPDX-License-Identifier: Apache-2.0

/// The kind of network that a modem is registered with.
package struct ModemRegistration: Sendable, Hashable {
    /// The registration in ModemManager's words, such as `roaming` or `searching`.
    let word: String
    /// Whether the network is a foreign one; `nil` if the modem is not registered for data, or does not report it.
    let isRoaming: Bool?

    /// Creates the registration of a modem that is used for data.
    package init(isRoaming: Bool) { self.init(isRoaming ? "roaming" : "home", isRoaming) }

    private init(_ word: String, _ isRoaming: Bool?) {
        self.word = word
        self.isRoaming = isRoaming
    }

    /// The states of `MMModem3gppRegistrationState`, by their numbers.
    private static let threeGPP = [
        ModemRegistration("idle", nil),
        ModemRegistration(isRoaming: false),
        ModemRegistration("searching", nil),
        ModemRegistration("denied", nil),
        unknown,
        ModemRegistration(isRoaming: true),
        ModemRegistration("home, SMS only", false),
        ModemRegistration("roaming, SMS only", true),
        ModemRegistration("emergency calls only", nil),
        ModemRegistration("home, CSFB not preferred", false),
        ModemRegistration("roaming, CSFB not preferred", true),
        ModemRegistration("restricted local operator services", nil),
    ]

    /// The states of `MMModemCdmaRegistrationState`, by their numbers.
    private static let cdma = [
        unknown,
        ModemRegistration("registered", nil),
        ModemRegistration(isRoaming: false),
        ModemRegistration(isRoaming: true),
    ]

    /// The registration is unknown.
    private static let unknown = ModemRegistration("unknown", nil)

    /// Returns the registration of a modem. A modem can be registered in several ways at once: a roaming registration
    /// decides, then one at home.
    ///
    /// - Parameters:
    ///   - threeGPP: `MMModem3gppRegistrationState`; `nil` if the modem has none.
    ///   - cdma: the `MMModemCdmaRegistrationState` of each of its systems. Numbers of later versions count as unknown.
    static func of(threeGPP: UInt32?, cdma: some Collection<UInt32> = []) -> ModemRegistration {
        let registrations =
            [threeGPP].compactMap(\.self).map { state($0, in: Self.threeGPP) }
            + cdma.map { state($0, in: Self.cdma) }
        return registrations.first { $0.isRoaming == true }
            ?? registrations.first { $0.isRoaming == false }
            ?? registrations.first { $0 != unknown } ?? unknown
    }

    private static func state(_ number: UInt32, in states: [ModemRegistration]) -> ModemRegistration
    {
        number < states.count ? states[Int(number)] : unknown
    }
}
