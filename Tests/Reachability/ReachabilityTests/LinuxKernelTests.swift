// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import TestSupport
import Testing

@testable import NetworkReachability

/// The access to the kernel of this machine.
@Suite("The kernel of this machine") struct LinuxKernelTests {
    private static let probes = PathProbes.standard.addresses.map(\.bytes)
    /// More addresses than a filter can have.
    private static let many = (0..<5000).compactMap { number in
        IPAddress("10.0.\(number / 250).\(number % 250)")?.bytes
    }

    @Test("Routes are filtered while changes are followed, unless there are too many addresses")
    func filter() throws {
        let kernel = LinuxKernel(following: FileWatch())
        #expect(try kernel.open() == nil)
        #expect(!kernel.filter(watching: Self.probes, nextHops: []))
        #expect(kernel.filter(watching: Self.many, nextHops: []))
        kernel.close()
        #expect(kernel.filter(watching: Self.probes, nextHops: []))
        #expect(!kernel.hasChanges)
    }

    @Test("A subscription to Wi-Fi for which there is no descriptor is tried again")
    func exhaustedWireless() async {
        await #expect(processExitsWith: .success) {
            // One for the changes of routes, and one for suspends. Other threads may take some.
            let listener = (2...8).lazy.compactMap { count in
                try? withDescriptors(count) { try KernelChangeListener(receiveBuffer: 0) }
            }.first { $0.failures.map(\.source) == [.wifi] }
            #expect(listener?.due != nil)
        }
    }

    @Test("A kernel that is read once reports no changes")
    func look() throws {
        let kernel = LinuxKernel(following: nil)
        #expect(try kernel.open() == nil)
        #expect(kernel.filter(watching: Self.probes, nextHops: []))
        #expect(!kernel.hasChanges && kernel.limitations.isEmpty)
        // Loopback is in every namespace.
        #expect(try kernel.readSnapshot()[1]?.name == "lo")
    }
}
