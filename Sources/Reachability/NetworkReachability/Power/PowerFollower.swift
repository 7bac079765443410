// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Follows the power of the machine while something depends on it: by UPower's signals where it runs, else by a look at sysfs
/// each minute.
///
/// It belongs to one thread. UPower is not started: the looks are enough where nothing else needs it.
struct PowerFollower: ~Copyable {
    /// The power of the machine; `nil` if it could not be read.
    private(set) var state: PowerState?
    private var link: UPowerLink
    private let root: SystemRoot
    /// When sysfs is looked at again, by ``MonotonicClock``; `nil` while UPower answers.
    private var nextLook: Int64?

    /// The time between two looks at sysfs, in milliseconds.
    static let interval: Int64 = 60_000
    /// How long UPower's first answer is waited for, in milliseconds. A bus that hangs must not hang its users.
    static let patience: Int64 = 1000

    /// Asks UPower, waits for its answer, and looks at sysfs if it does not come.
    ///
    /// - Parameters:
    ///   - follows: whether to follow changes, too.
    ///   - patience: how long to wait for UPower, in milliseconds.
    ///   - address: the address of the bus.
    ///   - root: the root of the file system.
    init(
        follows: Bool = true, patience: Int64 = Self.patience, address: BusAddress = .system,
        root: SystemRoot = .system
    ) {
        link = UPowerLink(follows: follows, address: address)
        self.root = root
        link.waitForAnswer(until: MonotonicClock.milliseconds + patience)
        update()
    }

    /// Whether UPower's first answer is pending.
    var isAsked: Bool { link.isAsked }

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
        // Without descriptors the last state stays; the next look is as soon as one can be hoped for.
        if let supplies = try? PowerSupply.all(root: root) { state = PowerState(supplies) }
    }
}
