// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// What is said of costs from outside the kernel: by NetworkManager, and in the leases that DHCP clients
/// keep. It belongs to one thread.
struct CostAnnouncements: ~Copyable {
    private var manager: NetworkManagerLink
    private let leaseFiles = LeaseFiles()
    private var leases: [DHCPLease]
    private let files: FileWatch?
    /// The leases, and the socket of the system bus; `nil` if changes are not wanted.
    private let followed: FileWatch.Subject?

    /// How long one look of the library waits for NetworkManager, in milliseconds.
    static let patience: Int64 = 200

    /// Reads and asks, without waiting for an answer.
    ///
    /// - Parameter files: tells when files change; `nil` if changes are not wanted.
    init(following files: FileWatch?) {
        manager = NetworkManagerLink(follows: files != nil)
        self.files = files
        // dhclient appends to its file and keeps it open.
        followed = files?.add(
            leaseFiles.folders + [manager.socketPath].compactMap(\.self), seesWriting: true)
        leases = []
        readLeases()
    }

    /// Reads the leases. While that fails, what is known of them stays.
    private mutating func readLeases() {
        do throws(SystemError) { leases = try leaseFiles.readMetered() } catch {
            files?.putOff(after: error)
        }
    }

    /// Adds what to wait for.
    func add(to ready: inout Readiness) {
        if let interest = manager.interest { ready.add(interest) }
    }

    /// How long until there is something to ``take(from:)`` anyway.
    var milliseconds: Int32? { manager.milliseconds }

    /// Takes in what has changed.
    ///
    /// - Parameter ready: which descriptors have something to tell. What files tell has been taken in.
    /// - Returns: whether there was something, to be told with ``announce(to:)``.
    mutating func take(from ready: borrowing Readiness) -> Bool {
        var isDifferent = false
        if let files, let followed, files.takeChange(of: followed) {
            readLeases()
            manager.lookForBus()
            isDifferent = true
        }
        if manager.hasNews(ready), manager.take() { isDifferent = true }
        return isDifferent
    }

    /// Whether NetworkManager is still to answer.
    var areAwaited: Bool { manager.isAsked }

    /// Why what NetworkManager may know was not heard; `nil` if it was, or it does not run.
    var unheardReason: String? { manager.silence?.unheardReason }

    /// Waits until NetworkManager has answered.
    ///
    /// - Parameter deadline: until when at the latest, by ``MonotonicClock``.
    mutating func waitForAnswer(until deadline: Int64) {
        manager.waitForAnswer(until: deadline)
    }

    /// Brings a state up to date.
    ///
    /// - Returns: whether that changed what is known of an interface.
    func announce(to state: inout NetworkState) -> Bool {
        let isManagerDifferent = state.set(
            networkManager: manager.words, silence: manager.silence)
        return state.set(meteredLeases: leases) || isManagerDifferent
    }
}
