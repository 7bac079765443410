// SPDX-License-Identifier: Apache-2.0

/// A power supply as sysfs describes it (`/sys/class/power_supply/NAME`): a battery, a mains adapter, a USB port.
///
/// A property that cannot be read is `nil`. See the kernel's `Documentation/ABI/testing/sysfs-class-power`.
package struct PowerSupply: Hashable, Sendable {
    /// The name of its folder: `BAT0`, `AC`.
    package var name: String
    /// `Battery`, `UPS`, `Mains`, `USB`, `Wireless` …
    package var type: String?
    /// `System` for what supplies the machine, `Device` for the battery of a mouse or a headset.
    package var scope: String?
    /// Of a battery: `Charging`, `Discharging`, `Not charging`, `Full`, `Unknown`.
    package var status: String?
    /// Of a battery: how full it is, in percent.
    package var capacity: Int?
    /// Of a battery: whether it is there. A bay without one can have a folder, too.
    package var present: Int?
    /// Of an adapter: 0 without power; otherwise another number.
    package var online: Int?
    /// Of a battery: the energy now, in µWh.
    package var energy: Int?
    /// Of a battery: the energy when it is full, in µWh.
    package var fullEnergy: Int?

    package init(name: String) { self.name = name }

    /// Reads all power supplies, in the order of their names; none if the machine has no such folder.
    ///
    /// Reading can take milliseconds, because drivers ask the firmware.
    ///
    /// - Throws: ``SystemError`` if a resource is exhausted, such as descriptors.
    package static func all(root: SystemRoot = .system) throws(SystemError) -> [PowerSupply] {
        let path = root.path("/sys/class/power_supply")
        guard let folder = try Folder(path: path) else { return [] }
        var supplies: [PowerSupply] = []
        for name in try folder.entries(withPrefix: "").sorted() where !name.begins(with: ".") {
            // One that was unplugged in the meantime has no folder.
            guard let entry = try Folder(path: "\(path)/\(name)") else { continue }
            supplies.append(try PowerSupply(name: name, entry))
        }
        return supplies
    }

    private init(name: String, _ folder: borrowing Folder) throws(SystemError) {
        self.name = name
        type = try folder.line("type")
        scope = try folder.line("scope")
        status = try folder.line("status")
        capacity = try folder.number("capacity")
        present = try folder.number("present")
        online = try folder.number("online")
        energy = try folder.number("energy_now")
        fullEnergy = try folder.number("energy_full")
    }
}

extension Folder {
    /// The first line of a small file; `nil` if there is none, or the driver cannot tell.
    fileprivate borrowing func line(_ name: String) throws(SystemError) -> String? {
        try read(name)?.firstLine
    }

    /// The number in a small file; `nil` if there is none.
    fileprivate borrowing func number(_ name: String) throws(SystemError) -> Int? {
        try line(name).flatMap { Int($0) }
    }
}
