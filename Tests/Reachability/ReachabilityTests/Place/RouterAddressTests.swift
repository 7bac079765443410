// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// How the hardware addresses of routers are followed: a script plays the kernel.
@Suite struct RouterAddressTests {
    private static let router = Neighbor(
        interface: 2, address: AddressBytes(family: .ipv4, high: 0, low: 0xC000_0201))
    private static let (home, work): ([UInt8], [UInt8]) = ([2, 0, 0, 0, 0, 1], [2, 0, 0, 0, 0, 2])
    private static let question = PathQuestion(places: [
        NetworkPlace("home", networks: [.init(gateway: .hardware(HardwareAddress(home)))]),
        NetworkPlace("work", networks: [.init(gateway: .hardware(HardwareAddress(work)))]),
    ])

    private let kernel = ScriptedKernel()

    init() {
        kernel.state = network([link(2, "eth0", bus: "pci")], addresses: [2: ["192.0.2.7"]])
        kernel.state.set(NetworkDevice(), of: 2)
        kernel.routes = ScriptedRoutes(routes: [
            ScriptedRoutes.Route(
                destination: .ipv4, hops: [hop(2, via: "192.0.2.1")], source: "192.0.2.7")
        ])
        kernel.hardwareAddresses = [Self.router: Self.home]
    }

    private func follow(
        _ question: PathQuestion = question
    ) -> TrackingDriver<ScriptedKernel> {
        TrackingDriver([question], of: kernel, showsAll: false)
    }

    /// Lets the kernel tell of an entry, and returns the places of the paths that differ.
    private func tell(
        _ address: [UInt8]?, _ driver: inout TrackingDriver<ScriptedKernel>
    ) -> [String?] {
        let message = NeighborMessage(
            Self.router, state: address == nil ? 0x20 : 0x04, hardwareAddress: address)
        kernel.report([.event(.neighbor(message))])
        driver.wake()
        var places: [String?] = []
        while let changed = driver.next() { places += changed.map(\.path.place) }
        return places
    }

    @Test("The first path has the place, and the filter knows the address")
    func begins() {
        let driver = follow()
        #expect(driver.path(Self.question)?.place == "home")
        #expect(kernel.followedNextHops.map(\.hardwareAddress) == [Self.home])
    }

    @Test("A message with another address changes the place, and one without an address ends it")
    func follows() {
        var driver = follow()
        for (address, place) in [(Self.work, "work"), (nil, nil), (Self.home, "home")] {
            kernel.hardwareAddresses[Self.router] = address
            #expect(tell(address, &driver) == [place])
            #expect(kernel.followedNextHops.map(\.hardwareAddress) == [address ?? []])
        }
        // The same again is no change.
        #expect(tell(Self.home, &driver).isEmpty)
    }

    @Test("An address that changed back before the filter was set is looked up again")
    func changedBack() {
        var driver = follow()
        // The message tells of an address that the table does not have any more.
        #expect(tell(Self.work, &driver).isEmpty)
        #expect(driver.path(Self.question)?.place == "home")
        #expect(kernel.followedNextHops.map(\.hardwareAddress) == [Self.home])
    }

    @Test("After messages were lost, the address is looked up")
    func loss() {
        var driver = follow()
        kernel.hardwareAddresses[Self.router] = Self.work
        kernel.report([.loss])
        driver.wake()
        while driver.next() != nil {}
        #expect(driver.path(Self.question)?.place == "work")
    }

    @Test("Without a place that needs it, nothing is looked up, and the filter knows no address")
    func unneeded() {
        kernel.hardwareAddresses = [:]
        let question = PathQuestion(places: [
            NetworkPlace("home", networks: [.init(gateway: GatewayAddress("192.0.2.1"))])
        ])
        var driver = follow(question)
        #expect(driver.path(question)?.place == "home")
        #expect(kernel.hardwareAddressLookups == 0)
        #expect(kernel.followedNextHops.map(\.hardwareAddress) == [nil])
        // Another question may need it, and then no longer.
        kernel.hardwareAddresses = [Self.router: Self.home]
        driver.follow([Self.question])
        #expect(driver.path(Self.question)?.place == "home")
        #expect(kernel.hardwareAddressLookups > 0)
        driver.follow([question])
        driver.wake()
        while driver.next() != nil {}
        let lookups = kernel.hardwareAddressLookups
        #expect(tell(Self.work, &driver).isEmpty)
        #expect(kernel.hardwareAddressLookups == lookups)
    }

    @Test("The names of connections are followed while a place needs them")
    func connections() {
        var driver = follow()
        #expect(!kernel.followsConnectionNames)
        let question = PathQuestion(places: [
            NetworkPlace("work", networks: [.init(connection: "Work*")])
        ])
        driver.follow([question])
        #expect(kernel.followsConnectionNames)
        driver.follow([Self.question])
        #expect(!kernel.followsConnectionNames)
    }
}
