// SPDX-License-Identifier: Apache-2.0

/// Whether a battery supplies the machine, and how full the batteries are.
package struct PowerState: Hashable, Sendable {
    /// Whether a battery discharges.
    package var isOnBattery: Bool
    /// How full the batteries are together, in percent; `nil` if there is none, or that is unknown.
    package var batteryLevel: Double?

    /// Creates a state; by default that of a machine without a battery.
    package init(isOnBattery: Bool = false, batteryLevel: Double? = nil) {
        self.isOnBattery = isOnBattery
        self.batteryLevel = batteryLevel
    }
}

extension PowerState {
    /// The power of the machine now: UPower's answer, which is waited for a second at most, or that of sysfs; `nil` if it
    /// could not be read.
    package static var current: PowerState? {
        var follower = PowerFollower(follows: false)
        follower.setNeeded(true)
        return follower.state
    }
}
