// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import Testing

@testable import NetworkReachability

#if NetworkManager
    import SystemBus
#endif

/// What the facts of sysfs and of UPower mean.
@Suite struct PowerStateTests {
    /// A power supply by the files of its folder.
    struct Supply: Sendable {
        var name: String
        var files: [String: String]

        static func battery(_ status: String, _ capacity: String, _ more: [String: String] = [:])
            -> Supply
        {
            let files = ["type": "Battery", "status": status, "capacity": capacity]
            return Supply(name: "BAT\(status)\(capacity)", files: files.merging(more) { $1 })
        }

        static func mains(_ online: String) -> Supply {
            Supply(name: "AC\(online)", files: ["type": "Mains", "online": online])
        }
    }

    static let rows: [([Supply], PowerState)] = [
        ([], PowerState()),
        ([.mains("1")], PowerState()), ([.mains("0")], PowerState()),
        ([.battery("Discharging", "50")], PowerState(isOnBattery: true, batteryLevel: 50)),
        ([.battery("Charging", "50")], PowerState(batteryLevel: 50)),
        ([.battery("Full", "100")], PowerState(batteryLevel: 100)),
        ([.battery("Not charging", "80")], PowerState(batteryLevel: 80)),
        // An adapter that is too weak.
        (
            [.mains("1"), .battery("Discharging", "50")],
            PowerState(isOnBattery: true, batteryLevel: 50)
        ),
        // The driver cannot tell what the battery does.
        (
            [.mains("0"), .battery("Unknown", "50")],
            PowerState(isOnBattery: true, batteryLevel: 50)
        ),
        ([.mains("1"), .battery("Unknown", "50")], PowerState(batteryLevel: 50)),
        ([.battery("Unknown", "50")], PowerState(batteryLevel: 50)),
        // A mouse, and an empty bay.
        ([.battery("Discharging", "5", ["scope": "Device"])], PowerState()),
        (
            [.battery("Discharging", "5", ["scope": "System"])],
            PowerState(isOnBattery: true, batteryLevel: 5)
        ),
        ([.battery("Discharging", "0", ["present": "0"])], PowerState()),
        (
            [.battery("Discharging", "40", ["type": "UPS"])],
            PowerState(isOnBattery: true, batteryLevel: 40)
        ),
        // Several batteries: one may discharge while the other waits.
        (
            [.battery("Discharging", "90"), .battery("Not charging", "10")],
            PowerState(isOnBattery: true, batteryLevel: 50)
        ),
        (
            [
                .battery("Charging", "90", ["energy_now": "9000000", "energy_full": "10000000"]),
                .battery("Charging", "10", ["energy_now": "3000000", "energy_full": "30000000"]),
            ], PowerState(batteryLevel: 30)
        ),
        // Nonsense counts as unknown.
        ([.battery("?", "x")], PowerState()), ([.battery("", "")], PowerState()),
        ([.battery("Charging", "-1")], PowerState()),
        ([.battery("Charging", "104")], PowerState(batteryLevel: 100)),
        ([.battery("Charging", "99999999999999999999")], PowerState()),
        (
            [.battery("Charging", "", ["energy_now": "1", "energy_full": "4"])],
            PowerState(batteryLevel: 25)
        ),
        ([.battery("Charging", "", ["energy_now": "1", "energy_full": "0"])], PowerState()),
        ([.battery("Charging", "60"), .battery("Charging", "x")], PowerState(batteryLevel: 60)),
    ]

    @Test("The power supplies of sysfs", arguments: rows)
    func supplies(supplies: [Supply], state: PowerState) throws {
        let root = FileManager.default.temporaryDirectory.appending(
            path: "power-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for supply in supplies {
            let folder = root.appending(path: "sys/class/power_supply/\(supply.name)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (file, text) in supply.files {
                try "\(text)\n".write(
                    to: folder.appending(path: file), atomically: false, encoding: .utf8)
            }
        }
        let read = try PowerSupply.all(root: SystemRoot(root.path))
        #expect(read.count == supplies.count)
        #expect(PowerState(read) == state)
    }

    #if NetworkManager
        private static func report(
            onBattery: Bool = false, display: (state: UInt32, percentage: Double)? = nil,
            _ devices: UPowerReport.Device...
        ) -> UPowerReport {
            var report = UPowerReport()
            report.isOnBattery = onBattery
            report.devices = devices
            report.display = UPowerReport.Device()
            if let display { report.display = device(2, display.state, display.percentage) }
            return report
        }

        private static func device(
            _ type: UInt32, _ state: UInt32, _ percentage: Double?, isPowerSupply: Bool = true
        ) -> UPowerReport.Device {
            var device = UPowerReport.Device()
            device.type = type
            device.state = state
            device.percentage = percentage
            device.isPowerSupply = isPowerSupply
            device.isPresent = true
            return device
        }

        static let reports: [(UPowerReport, PowerState)] = [
            (UPowerReport(), PowerState()), (report(), PowerState()),
            (report(onBattery: true), PowerState(isOnBattery: true)),
            (
                report(onBattery: true, display: (2, 41.5)),
                PowerState(isOnBattery: true, batteryLevel: 41.5)
            ),
            (report(display: (1, 41)), PowerState(batteryLevel: 41)),
            // An adapter that is too weak.
            (report(display: (2, 41)), PowerState(isOnBattery: true, batteryLevel: 41)),
            (
                report(display: (4, 100), device(2, 4, 100), device(2, 2, 90)),
                PowerState(isOnBattery: true, batteryLevel: 100)
            ),
            // Without the device that stands for all.
            (
                report(device(2, 2, 30), device(2, 1, 60)),
                PowerState(isOnBattery: true, batteryLevel: 45)
            ),
            (report(device(1, 0, nil)), PowerState()),
            // A mouse.
            (report(device(5, 2, 3, isPowerSupply: false)), PowerState()),
            (report(device(2, 2, 3, isPowerSupply: false)), PowerState()),
            (report(display: (1, .nan)), PowerState()), (report(display: (1, -5)), PowerState()),
            (report(display: (1, 500)), PowerState(batteryLevel: 100)),
        ]

        @Test("The answers of UPower", arguments: reports)
        func answers(report: UPowerReport, state: PowerState) {
            #expect(PowerState(report) == state)
        }
    #endif
}
