// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// Something beside the path on which conditions can depend.
package enum Circumstance: Sendable, Hashable {
    /// The local time of day.
    case clock
    /// The power of the machine.
    case power
}

/// The facts beside the path on which conditions can depend: the time of day, the power of the machine, and whether the
/// answers are there that tell what the path costs.
///
/// It is a value, so that decisions do no I/O: ``current`` is read once for each. A scripted network has circumstances of its
/// own.
package struct Circumstances: Sendable {
    /// Milliseconds since 1970.
    package var now: Int64
    /// Returns the clock that shows the local time.
    var clock: @Sendable () -> WallClock
    /// Returns the power of the machine; `nil` if it is not known yet. It is called only by requirements that depend on it.
    package var power: @Sendable () -> PowerState?
    /// Whether the first answers of NetworkManager and ModemManager are still waited for. Meanwhile, requirements that
    /// depend on them do not hold.
    var awaitsAnswers = false

    /// Creates circumstances.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - clock: returns the clock that shows the local time. It is called only by requirements that depend on it.
    ///   - power: returns the power of the machine; `nil` if it is not known yet. By default, UPower or sysfs is asked.
    package init(
        now: Int64, clock: @escaping @Sendable () -> WallClock = { WallClock() },
        power: @escaping @Sendable () -> PowerState? = { PowerState.current }
    ) {
        self.now = now
        self.clock = clock
        self.power = power
    }

    /// The current ones.
    package static var current: Circumstances { Circumstances(now: RealTimeClock.milliseconds) }
}
