// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import NetworkReachability

/// How often a periodic job runs.
///
/// A job begins at once when it is added, and then once in each period. If the machine is off for several periods, the job
/// runs once afterwards.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum JobPeriod: Sendable, Hashable {
    /// Once in each hour of the local clock.
    case hourly
    /// Once in each day of the local calendar.
    case daily
    /// Once in each week of the local calendar. A week begins on Monday.
    case weekly
    /// Once in each month of the local calendar.
    case monthly
    /// Once in each span of this duration, counted from the time at which the job was added.
    ///
    /// A duration of less than a second counts as a second.
    case every(Duration)
}

// MARK: - Times

/// All times are milliseconds since 1970.
extension JobPeriod {
    /// The shortest period, in milliseconds.
    static let shortest: Int64 = 1000

    /// Returns the period in which a time is.
    ///
    /// - Parameters:
    ///   - time: the time.
    ///   - added: the time at which the job was added.
    ///   - clock: the local clock.
    func period(at time: Int64, added: Int64, _ clock: WallClock) -> TimePeriod {
        switch self {
        case .hourly: return Self.hour(of: time, clock)
        case .daily: return Self.calendarPeriod(.daily, time, clock)
        case .weekly: return Self.calendarPeriod(.weekly(on: .monday), time, clock)
        case .monthly: return Self.calendarPeriod(.monthly(on: 1), time, clock)
        case .every(let duration):
            let length = max(Self.shortest, duration.boundedMilliseconds)
            let passed = (time - added).floorDivided(by: length).remainder
            return TimePeriod(from: time - passed, end: time - passed + length)
        }
    }

    /// Returns when a job that begins at a time is due again: at the end of the period.
    ///
    /// Store the result with the begin, and call ``bounded(_:begun:now:added:_:)`` when the clock may have been set.
    ///
    /// - Parameters:
    ///   - begin: the time of the begin.
    ///   - added: the time at which the job was added.
    ///   - clock: the local clock.
    func due(after begin: Int64, added: Int64, _ clock: WallClock = WallClock()) -> Int64 {
        period(at: begin, added: added, clock).end
    }

    /// Returns when a job is due, after the clock or the time zone may have been set: at the start of a worker, and when the
    /// system reports it.
    ///
    /// A job that has begun in the current period is due at the end of it. Otherwise the stored time stays as it is, up to the
    /// end of the period after the current one: then the job has begun for that period already, by the former time. A
    /// time after that means that the clock was wrong; the job is due at the end of the current period. So a job never
    /// begins twice in a row for the same period, and is never put off for more than one period. Store the result, too: a
    /// machine that is off at the end of each period would otherwise never come to it.
    ///
    /// - Parameters:
    ///   - due: the time that ``due(after:added:_:)`` or this method has returned.
    ///   - begun: a time in the period in which the job has begun last; `nil` if only `due` is known.
    ///   - now: the current time.
    ///   - added: the time at which the job was added.
    ///   - clock: the local clock.
    func bounded(
        _ due: Int64, begun: Int64? = nil, now: Int64, added: Int64,
        _ clock: WallClock = WallClock()
    ) -> Int64 {
        let current = period(at: now, added: added, clock)
        if let begun, current.from <= begun, begun < current.end { return current.end }
        return due <= period(at: current.end, added: added, clock).end ? due : current.end
    }

    private static func calendarPeriod(
        _ renewal: DataPlan.Renewal, _ time: Int64, _ clock: WallClock
    ) -> TimePeriod {
        // Only plans that never renew have no period.
        renewal.period(at: time, clock) ?? TimePeriod(from: time, end: time + shortest)
    }

    private static let hour: Int64 = 3_600_000

    /// The hour of the local clock that has a time. It is shorter where the clock is turned by a part of an hour. An hour
    /// that the clock shows twice is two periods.
    private static func hour(of time: Int64, _ clock: WallClock) -> TimePeriod {
        let passed = clock.local(time).floorDivided(by: hour).remainder
        let (from, end) = (time - passed, time - passed + hour)
        let turns = clock.turns(after: from, until: end)
        return TimePeriod(
            from: turns.last { $0 <= time } ?? from, end: turns.first { $0 > time } ?? end)
    }
}
