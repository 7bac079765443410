// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Follows the power of the machine while it is needed: by UPower's signals where it runs, else by reading sysfs each
/// minute.
///
/// It belongs to one thread. It does not start UPower: reading sysfs is enough where nothing else needs UPower.
struct PowerFollower: ~Copyable {
    /// The power of the machine; `nil` if it could not be read, or is not needed.
    private(set) var state: PowerState?
    /// Whether something depends on the power.
    private(set) var isNeeded = false
    private var link: UPowerLink
    private let root: SystemRoot
    /// When sysfs is read again, by ``MonotonicClock``; `nil` while UPower answers.
    private var nextLook: Int64?
    /// How long UPower's first answer is waited for the next time, in milliseconds.
    private var patience = Self.longestPatience

    /// The time between two readings of sysfs, in milliseconds.
    static let interval: Int64 = 60_000
    /// How long UPower's first answer is waited for at most, in milliseconds. A bus that hangs must not hang its users.
    private static let longestPatience: Int64 = 1000

    /// Creates a follower of a power that is not needed yet. It does no I/O.
    ///
    /// - Parameters:
    ///   - follows: whether to follow changes, too.
    ///   - address: the address of the bus.
    ///   - root: the root of the file system.
    init(
        follows: Bool = true, address: BusAddress = .system, root: SystemRoot = .system
    ) {
        link = UPowerLink(follows: follows, address: address)
        self.root = root
    }

    /// Begins or ends to follow the power. At the beginning, asks UPower, waits for its answer, and reads sysfs if no
    /// answer comes.
    mutating func setNeeded(_ isNeeded: Bool) {
        guard isNeeded != self.isNeeded else { return }
        self.isNeeded = isNeeded
        guard isNeeded else {
            link.disconnect()
            (state, nextLook) = (nil, nil)
            return
        }
        link.connect()
        link.waitForAnswer(until: MonotonicClock.milliseconds + patience)
        // A bus that hangs is waited for once.
        patience = link.isAsked ? 0 : Self.longestPatience
        update()
    }

    /// Adds the descriptor to wait for.
    func add(to ready: inout PollSet) {
        if let interest = link.interest { ready.add(interest) }
    }

    /// When to call ``receive(_:)`` although nothing is ready, by ``MonotonicClock``; `nil` for never.
    var due: Int64? { MonotonicClock.earlier(link.due, nextLook) }

    /// Receives changes.
    ///
    /// - Returns: whether the state differs.
    mutating func receive(_ ready: borrowing PollSet) -> Bool {
        guard isNeeded else { return false }
        let before = state
        if link.hasNews(ready) { link.receive() }
        update()
        return state != before
    }

    private mutating func update() {
        if let power = link.power {
            state = power
            nextLook = nil
            return
        }
        let now = MonotonicClock.milliseconds
        if let nextLook, nextLook > now { return }
        nextLook = now + Self.interval
        // The bus may have been started since.
        link.lookForBus()
        // Where no descriptor is free, the last state stays until the next reading.
        if let supplies = try? PowerSupply.all(root: root) { state = PowerState(supplies) }
    }
}
