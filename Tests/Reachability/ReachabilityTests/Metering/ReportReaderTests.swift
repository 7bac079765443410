// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import Testing

@testable import NetworkReachability

/// The files that metering sources name, below a folder that stands for `/`.
@Suite struct ReportReaderTests {
    private static let lease = """
        ADDRESS=192.0.2.7
        VENDOR_SPECIFIC=414e44524f49445f4d455445524544
        """

    private let root = FileManager.default.temporaryDirectory
        .appending(path: "reports-\(UUID().uuidString)")

    private var leases: URL { root.appending(path: "run/systemd/netif/leases") }

    /// systemd-networkd calls a lease by the index of the interface.
    private func writeLease() throws {
        try FileManager.default.createDirectory(at: leases, withIntermediateDirectories: true)
        try Self.lease.write(
            to: leases.appending(path: "2"), atomically: false, encoding: .utf8)
    }

    private func isMetered(_ state: NetworkState) -> Bool {
        var metering = InterfaceMetering(state.interfaces, TunnelPassage(), PathSettings())
        return metering.metered(2).source == .dhcp
    }

    @Test("Files are read at the beginning, and each new state gets what they report")
    func filesAtTheBeginning() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try writeLease()
        let reader = ReportReader(following: nil, root: SystemRoot(root.path))
        for _ in 1...2 {
            var state = network([link(2, "eth0", bus: "pci")], addresses: [2: ["192.0.2.7"]])
            let isDifferent = reader.apply(to: &state)
            #expect(isDifferent && isMetered(state))
            let isDifferentAgain = reader.apply(to: &state)
            #expect(!isDifferentAgain)
        }
    }

    @Test("Files that come, change and go are read again")
    func filesThatChange() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let files = FileWatch()
        var reader = ReportReader(following: files, root: SystemRoot(root.path))
        var state = network([link(2, "eth0", bus: "pci")], addresses: [2: ["192.0.2.7"]])
        _ = reader.apply(to: &state)
        #expect(!isMetered(state))
        let hasNews = reader.receive(from: PollSet())
        #expect(!hasNews)
        try writeLease()
        var isNoticed = waits(for: true, &reader, files, &state)
        #expect(isNoticed)
        try FileManager.default.removeItem(at: leases.appending(path: "2"))
        isNoticed = waits(for: false, &reader, files, &state)
        #expect(isNoticed)
    }

    /// Takes in changes until the interface is metered, or is not, for ten minutes at most.
    private func waits(
        for isMetered: Bool, _ reader: inout ReportReader, _ files: FileWatch,
        _ state: inout NetworkState
    ) -> Bool {
        let deadline = MonotonicClock.milliseconds + 600_000
        while self.isMetered(state) != isMetered {
            let rest = MonotonicClock.milliseconds(until: deadline)
            guard rest > 0 else { return false }
            var ready = PollSet()
            reader.add(to: &ready)
            files.add(to: &ready)
            ready.wait(milliseconds: rest)
            files.receive(from: ready)
            if reader.receive(from: ready) { _ = reader.apply(to: &state) }
        }
        return true
    }
}
