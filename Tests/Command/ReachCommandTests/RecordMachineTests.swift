// SPDX-License-Identifier: Apache-2.0

import NetworkReachability
import TestSupport
import Testing

@testable import ReachCommand

/// What a recorder writes about traffic, and when.
@Suite struct RecordMachineTests {
    private static let hour: Int64 = 3_600_000
    /// Months of 30 days.
    private static let month: Int64 = 30 * 24 * hour

    private static func machine() -> RecordMachine {
        RecordMachine(interval: hour) { ($0 / month + 1) * month }
    }

    /// A moment, by clocks that agree.
    private static func at(_ time: Int64, uptime: Int64? = nil) -> RecordMoment {
        RecordMoment(time: time, uptime: uptime ?? time, awake: uptime ?? time)
    }

    private static let network = TrafficNetwork(ssid: "Home", metered: "no")
    private static let other = TrafficNetwork(ssid: "Train", metered: "yes")

    private static func wifi(
        _ received: UInt64, _ sent: UInt64 = 0, index: Int = 2
    ) -> InterfaceTraffic {
        InterfaceTraffic(
            "wlan0", index: index, type: .wifi,
            counters: ByteCounts(received: received, sent: sent))
    }

    private static func interface(
        _ network: TrafficNetwork, index: Int = 2
    ) -> (interface: InterfaceNetwork, network: TrafficNetwork) {
        (InterfaceNetwork("wlan0", index: index, type: .wifi), network)
    }

    /// The end of a record with one row in this boot.
    private static func end(_ received: UInt64, index: Int = 2) -> RecordEnd {
        var end = RecordEnd()
        end.add(
            RecordEntry(
                boot: "", uptime: 0, event: .traffic,
                rows: [TrafficRow(wifi(received, index: index), network)]))
        return end
    }

    /// Each row: the end of the record, the counter now, and the bytes that count at the start.
    @Test(
        "A start counts what was carried while no recorder ran, but not what was before the record",
        arguments: [
            ("no record", RecordEnd(), 500, nil),
            ("killed, and nothing carried", end(500), 500, nil),
            ("killed", end(500), 700, 200),
            ("another boot", RecordEnd(isEmpty: false), 700, 700),
            ("another index", end(500, index: 3), 700, 700),
            ("a counter that fell", end(500), 100, 100),
        ] as [(String, RecordEnd, UInt64, UInt64?)])
    func start(_: String, former: RecordEnd, received: UInt64, missed: UInt64?) {
        var machine = Self.machine()
        let rows = machine.start(
            [Self.wifi(received)], [2: Self.network], after: former, now: Self.at(0))
        // A start line without the next one loses nothing: the counters are those from which it counts.
        let base = received - (missed ?? 0)
        #expect(rows.first == [TrafficRow(Self.wifi(base), Self.network)])
        #expect(rows.missed.map(\.bytes.received) == (missed.map { [$0] } ?? []))
        #expect(machine.count([Self.wifi(received)]).isEmpty)
    }

    @Test("Bytes count under the network that the interface had meanwhile")
    func networks() {
        var machine = Self.machine()
        _ = machine.start(
            [Self.wifi(100)], [2: Self.network], after: RecordEnd(), now: Self.at(0))
        #expect(machine.update([Self.interface(Self.network)]) { _ in Self.wifi(150) } == [])
        let rows = machine.update([Self.interface(Self.other)]) { _ in Self.wifi(160, 7) }
        #expect(rows.map(\.network) == [Self.network])
        #expect(rows.map(\.bytes.received) == [60])
        #expect(rows.map(\.bytes.sent) == [7])
        #expect(rows.map(\.counters) == [.init(received: 160, sent: 7)])
        #expect(machine.count([Self.wifi(161, 7)]).map(\.network) == [Self.other])
    }

    @Test("An interface that is gone is counted once, and the next one with its index from 0")
    func removal() {
        var machine = Self.machine()
        _ = machine.start(
            [Self.wifi(100)], [2: Self.network], after: RecordEnd(), now: Self.at(0))
        // A count that no longer finds it says nothing.
        #expect(machine.count([]) == [])
        #expect(machine.remove([Self.wifi(130)]).map(\.bytes.received) == [30])
        #expect(machine.count([Self.wifi(400)]).map(\.bytes.received) == [400])
    }

    @Test("An interface that comes and goes unseen counts with its last counters")
    func brief() {
        var machine = Self.machine()
        _ = machine.start([], [:], after: RecordEnd(), now: Self.at(0))
        #expect(machine.remove([Self.wifi(30)]).map(\.bytes.received) == [30])
        #expect(machine.remove([Self.wifi(0)]) == [])
    }

    @Test("A new interface counts from 0, under the network that it had first")
    func arrival() {
        var machine = Self.machine()
        _ = machine.start([], [:], after: RecordEnd(), now: Self.at(0))
        #expect(machine.update([Self.interface(Self.network)]) { _ in Self.wifi(9) } == [])
        let rows = machine.update([Self.interface(Self.other)]) { _ in Self.wifi(50) }
        #expect(rows.map(\.bytes.received) == [50])
        #expect(rows.map(\.network) == [Self.network])
    }

    /// Each row: the start, the moment of the look, the moment of the count, and the next delay.
    @Test(
        "All interfaces are counted each interval and at the end of a month",
        arguments: [
            ("at once", at(0), at(1), nil, hour - 1),
            ("an hour later", at(0), at(hour), at(hour), hour),
            // The clock was set, or the machine slept.
            (
                "the clock says an hour, but none has passed", at(0), at(hour, uptime: 5), nil,
                hour - 5
            ),
            ("the month ends", at(month - 5), at(month), at(month - 1), hour),
            ("the month ended a moment ago", at(month - 5), at(month + 9), at(month - 1), hour),
            (
                "the month ended while the machine slept", at(month - 5), at(month + hour),
                at(month + hour), hour
            ),
            ("the end comes before the interval", at(month - 50), at(month - 20), nil, 20),
            (
                "the clock was set back over the end", at(2 * month + 5),
                at(2 * month - 7, uptime: 2 * month + 6), nil, 7
            ),
        ] as [(String, RecordMoment, RecordMoment, RecordMoment?, Int64)])
    func times(
        _: String, start: RecordMoment, now: RecordMoment, count: RecordMoment?, delay: Int64
    ) {
        var machine = Self.machine()
        _ = machine.start([], [:], after: RecordEnd(), now: start)
        #expect(machine.takeDueCount(now) == count)
        #expect(machine.delay(now) == delay)
    }

    /// Kills, reboots, new networks and new devices, beside a model that only adds.
    @Test("In a random world each byte counts once, under its network", arguments: 0..<200)
    func randomWorld(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var world = RecordWorld()
        for _ in 0..<200 { world.step(&random) }
        world.restart()
        #expect(world.recorded == world.carried.filter { $0.value > 0 })
    }
}

/// A machine with interfaces, and its recorder.
private struct RecordWorld {
    private struct Device {
        var traffic: InterfaceTraffic
        var network = TrafficNetwork(ssid: "first")
        /// The bytes that a power cut would lose, as no line has them.
        var unwritten: UInt64 = 0
    }

    /// At most three interfaces. The kernel gives no index twice in a boot.
    private var devices: [Int: Device] = [:]
    private var lastIndex = 0
    private var boot = 0
    private var end = RecordEnd(boot: "0")
    private var uptime: Int64 = 0
    private var machine = RecordMachine(interval: 1) { $0 + 1 }
    /// The bytes of each network in the lines.
    private(set) var recorded: [String: UInt64] = [:]
    /// The bytes that each network has carried since the first start, less those that were lost.
    private(set) var carried: [String: UInt64] = [:]

    init() {
        addDevice()
        devices[1]?.traffic.counters.received = 1000
        restart()
        devices[1]?.unwritten = 0
    }

    private mutating func addDevice() {
        lastIndex += 1
        devices[lastIndex] = Device(
            traffic: InterfaceTraffic("if", index: lastIndex, type: .ethernet))
    }

    /// Takes rows as the lines of the file.
    private mutating func write(_ rows: [TrafficRow], _ event: RecordEntry.Event = .traffic) {
        var entry = RecordEntry()
        (entry.event, entry.boot, entry.rows) = (event, "\(boot)", rows)
        uptime += 1
        entry.uptime = uptime
        end.add(entry)
        for row in rows where row.bytes.received > 0 {
            recorded[row.network.ssid ?? "", default: 0] += row.bytes.received
            devices[row.index]?.unwritten = 0
        }
    }

    /// Starts a recorder after the former one was killed.
    ///
    /// - Parameter isTorn: whether it is killed too, when it has written its first line.
    mutating func restart(isTorn: Bool = false) {
        machine = RecordMachine(interval: 1) { $0 + 1 }
        let rows = machine.start(
            devices.values.map(\.traffic), devices.mapValues(\.network), after: end,
            now: RecordMoment(time: 0, uptime: 0, awake: 0))
        write(rows.first, .start)
        if !isTorn { write(rows.missed) }
    }

    /// The recorder takes the path with all interfaces.
    private mutating func observe() {
        let devices = devices
        let networks = devices.values.map { device in
            (
                InterfaceNetwork("if", index: device.traffic.index, type: .ethernet),
                device.network
            )
        }
        write(machine.update(networks) { devices[$0]?.traffic })
    }

    mutating func step(_ random: inout some RandomNumberGenerator) {
        let index = devices.keys.sorted().randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<5:
            guard let network = devices[index]?.network.ssid else { return addDevice() }
            let bytes = UInt64.random(in: 0...100, using: &random)
            devices[index]?.traffic.counters.received += bytes
            devices[index]?.unwritten += bytes
            carried[network, default: 0] += bytes
        case 5, 6:
            observe()
            devices[index]?.network.ssid = ["Home", "Train"].randomElement(using: &random)
            observe()
        case 7:
            observe()
            guard let device = devices[index] else { return }
            write(machine.remove([device.traffic]))
            devices[index] = nil
        case 8:
            observe()
            write(machine.count(devices.values.map(\.traffic)))
        case 9:
            if devices.count < 3 { addDevice() }
            observe()
        case 10:
            if Bool.random(using: &random) { restart(isTorn: true) }
            restart()
        default:
            // The power is cut: what no line has is lost, and the devices begin at 0.
            for (index, device) in devices {
                carried[device.network.ssid ?? "", default: 0] -= device.unwritten
                devices[index]?.traffic.counters.received = 0
                devices[index]?.unwritten = 0
            }
            boot += 1
            (end, uptime) = (RecordEnd(boot: "\(boot)", isEmpty: end.isEmpty), 0)
            restart()
        }
    }
}
