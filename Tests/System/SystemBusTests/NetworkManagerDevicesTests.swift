// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    import LinuxSystem
    import Testing

    @testable import SystemBus

    /// Which device NetworkManager means by an interface's name.
    @Suite struct NetworkManagerDevicesTests {
        private static func path(_ number: Int) -> String {
            "/org/freedesktop/NetworkManager/Devices/\(number)"
        }

        private static func device(
            _ interface: String, packets: String = "", metered: UInt32 = 0
        ) -> NetworkManagerDevice {
            NetworkManagerDevice(
                interface: interface, packetInterface: packets, metered: metered)
        }

        @Test("A device that carries an interface's packets counts more than one with its name")
        func packets() {
            var devices = NetworkManagerDevices()
            devices[Self.path(2)] = Self.device("ttyUSB0", packets: "wwan0", metered: 1)
            devices[Self.path(10)] = Self.device("wwan0", metered: 2)
            #expect(devices.byInterface["wwan0"]?.metered == 1)
            #expect(devices.byInterface["ttyUSB0"]?.metered == 1)
            devices.remove(Self.path(2))
            #expect(devices.byInterface["wwan0"]?.metered == 2)
            #expect(devices.byInterface["ttyUSB0"] == nil)
        }

        @Test("Of devices with one name the one that was made last counts")
        func last() {
            var devices = NetworkManagerDevices()
            for number in [10, 9, 100, 99] {
                devices[Self.path(number)] = Self.device("br0", metered: UInt32(number))
            }
            #expect(devices.byInterface["br0"]?.metered == 100)
            devices.remove(Self.path(100))
            #expect(devices.byInterface["br0"]?.metered == 99)
        }

        @Test("A message that changes nothing is no difference")
        func difference() {
            var devices = NetworkManagerDevices()
            func isDifferent(_ path: String, _ device: NetworkManagerDevice?) -> Bool {
                devices[path] = device
                return devices.takeDifference()
            }
            let device = Self.device("eth0", metered: 1)
            #expect(isDifferent(Self.path(1), device))
            #expect(!isDifferent(Self.path(1), device))
            #expect(isDifferent(Self.path(2), Self.device("eth0", metered: 2)))
            // The other one counts.
            #expect(!isDifferent(Self.path(1), Self.device("eth0", metered: 3)))
            #expect(!isDifferent(Self.path(1), nil))
            #expect(isDifferent(Self.path(2), nil))
            #expect(devices.byInterface.isEmpty)
        }

        @Test("The interfaces are in step with the devices, whatever happens to those")
        func inStep() {
            var devices = NetworkManagerDevices()
            var all: [Int: NetworkManagerDevice] = [:]
            var random = SystemRandomNumberGenerator()
            let names = ["", "eth0", "eth1", "wwan0"]
            for step in 0..<2000 {
                let number = Int.random(in: 1...12, using: &random)
                let device = Self.device(
                    names.randomElement(using: &random)!,
                    packets: names.randomElement(using: &random)!, metered: UInt32(step))
                let isGone = Int.random(in: 0..<4, using: &random) == 0
                all[number] = isGone ? nil : device
                devices[Self.path(number)] = isGone ? nil : device
                var expected: [ExactText: NetworkManagerDevice] = [:]
                let inOrder = all.sorted { $0.key < $1.key }.map(\.value)
                for device in inOrder { expected[ExactText(device.interface)] = device }
                for device in inOrder { expected[ExactText(device.packetInterface)] = device }
                expected[""] = nil
                guard devices.byInterface == expected else {
                    Issue.record("after \(step) changes: \(all)")
                    return
                }
            }
        }
    }
#endif
