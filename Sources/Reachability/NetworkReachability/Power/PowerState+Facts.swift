// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

#if NetworkManager
    internal import SystemBus
#endif

// Interprets the facts of sysfs and of UPower. It does no I/O.

extension PowerState {
    /// Returns a number as a level in percent; `nil` if it cannot be one. Some firmware reports a little more than 100
    /// for a full battery.
    fileprivate static func level(_ percentage: Double) -> Double? {
        percentage.isFinite && percentage >= 0 ? min(percentage, 100) : nil
    }

    /// The mean of levels; `nil` without any.
    private static func mean(_ levels: [Double]) -> Double? {
        levels.isEmpty ? nil : levels.reduce(0, +) / Double(levels.count)
    }
}

// MARK: - sysfs

extension PowerState {
    /// Decides what the power supplies of sysfs mean, as UPower does: several batteries count as one, by their energy.
    init(_ supplies: [PowerSupply]) {
        // A battery of scope Device is that of a mouse or a headset.
        let supplies = supplies.filter { $0.scope != "Device" }
        let batteries = supplies.filter { $0.isBattery && $0.present != 0 }
        let adapters = supplies.filter { !$0.isBattery }.compactMap(\.online)
        // Where a driver cannot tell what its battery does, the adapters tell.
        let isUnplugged = !adapters.isEmpty && adapters.allSatisfy { $0 == 0 }
        isOnBattery = batteries.contains { battery in
            switch battery.status {
            case "Discharging": true
            case "Charging", "Full", "Not charging": false
            default: isUnplugged
            }
        }
        batteryLevel = Self.level(of: batteries)
    }

    /// How full batteries are together: by their energy if all tell it, else the mean of what they say.
    private static func level(of batteries: [PowerSupply]) -> Double? {
        let known = batteries.filter { level(of: $0) != nil }
        let energies = known.compactMap(energy)
        // A single battery has the number that its driver and the desktop show.
        guard known.count > 1, energies.count == known.count else {
            return mean(known.compactMap { level(of: $0) })
        }
        let full = energies.reduce(0) { $0 + $1.full }
        return level(100 * energies.reduce(0) { $0 + $1.now } / full)
    }

    private static func level(of battery: PowerSupply) -> Double? {
        if let capacity = battery.capacity, let level = level(Double(capacity)) { return level }
        return energy(battery).flatMap { level(100 * $0.now / $0.full) }
    }

    private static func energy(_ battery: PowerSupply) -> (now: Double, full: Double)? {
        guard let now = battery.energy, let full = battery.fullEnergy, now >= 0, full > 0 else {
            return nil
        }
        return (Double(now), Double(full))
    }
}

extension PowerSupply {
    fileprivate var isBattery: Bool { type == "Battery" || type == "UPS" }
}

// MARK: - UPower

#if NetworkManager
    extension PowerState {
        /// Decides what UPower's answers mean.
        ///
        /// `OnBattery` is false while an adapter is too weak for the load, so that a battery discharges beside it.
        init(_ report: UPowerReport) {
            let batteries = report.devices.filter {
                $0.isPowerSupply && $0.isPresent
                    && UPowerReport.Device.batteryTypes.contains($0.type)
            }
            let display = report.display.flatMap { $0.isPresent ? $0 : nil }
            isOnBattery =
                report.isOnBattery
                || (batteries + [display].compactMap(\.self)).contains(where: \.isDischarging)
            // The device that stands for all batteries is the sum of their energies.
            batteryLevel =
                display?.level ?? Self.mean(batteries.compactMap(\.level))
        }
    }

    extension UPowerReport.Device {
        /// `UP_DEVICE_KIND_BATTERY` and `UP_DEVICE_KIND_UPS`.
        fileprivate static let batteryTypes: [UInt32] = [2, 3]

        /// `UP_DEVICE_STATE_DISCHARGING`.
        fileprivate var isDischarging: Bool { state == 2 }

        fileprivate var level: Double? { percentage.flatMap(PowerState.level) }
    }
#endif
