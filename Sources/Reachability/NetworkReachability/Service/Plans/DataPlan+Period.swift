// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

extension DataPlan {
    /// The period in which a time is; `nil` for a plan that never renews.
    ///
    /// - Parameters:
    ///   - time: the time, in milliseconds since 1970.
    ///   - clock: shows the local time.
    package func period(at time: Int64, _ clock: WallClock = WallClock()) -> TimePeriod? {
        renewal.period(at: time, clock)
    }

    /// The first plan of several that matches a network.
    ///
    /// - Parameters:
    ///   - plans: the plans, in the order of the configuration.
    ///   - interface: the name of the interface at the bottom that carries the traffic.
    ///   - ssid: the bytes of the Wi-Fi network's name; `nil` if there is none.
    ///   - place: the name of the place; `nil` if there is none.
    static func first(
        of plans: [DataPlan], interface: String, ssid: [UInt8]?, place: String?
    ) -> DataPlan? {
        plans.first { $0.fits(interface: interface, ssid: ssid, place: place) }
    }

    private func fits(interface name: String, ssid own: [UInt8]?, place ownPlace: String?) -> Bool {
        if let interface, !name.matches(pattern: interface) { return false }
        if let ssid {
            guard let own else { return false }
            // A name can have the characters of a pattern.
            let isSame = own.elementsEqual(ssid.utf8)
            guard isSame || String(decoding: own, as: UTF8.self).matches(pattern: ssid) else {
                return false
            }
        }
        if let place { return ownPlace?.isSameText(as: place) ?? false }
        return true
    }

    /// The largest number of bytes in a direction; larger ones count as this one. The sum of two of them does not
    /// overflow.
    static let mostBytes: UInt64 = 1 << 61

    /// The bytes that the plan has used with more bytes. A sum that is too large is the largest number.
    package func adding(_ bytes: ByteCounts, to used: Int64) -> Int64 {
        let received = Int64(min(bytes.received, Self.mostBytes))
        let sent = Int64(min(bytes.sent, Self.mostBytes))
        return switch counts {
        case .both: used.addingClamped(received + sent)
        case .received: used.addingClamped(received)
        case .sent: used.addingClamped(sent)
        }
    }

    /// The bytes at the end of a period at the pace of the period so far.
    ///
    /// - Parameters:
    ///   - used: the bytes that the plan has used in the period.
    ///   - period: the period.
    ///   - time: the time, in milliseconds since 1970.
    /// - Returns: `nil` in the first 5 % of the period.
    package static func forecast(used: Int64, in period: TimePeriod, at time: Int64) -> Int64? {
        let (length, passed) = (period.end - period.from, min(time, period.end) - period.from)
        guard passed > 0, passed >= (length + 19) / 20 else { return nil }
        let forecast = Double(used) * Double(length) / Double(passed)
        return Int64(exactly: forecast.rounded()) ?? .max
    }

    /// Whether the used share of the limit is not greater than the share of a period that has passed.
    func isOnPace(used: Int64, in period: TimePeriod, at time: Int64) -> Bool {
        let length = period.end - period.from
        let passed = max(0, min(time, period.end) - period.from)
        let (one, other) = (
            used.multipliedFullWidth(by: length), limit.multipliedFullWidth(by: passed)
        )
        return (one.high, one.low) <= (other.high, other.low)
    }

    /// The limit for people: `2 GB`.
    var limitText: String { ByteAmount.text(limit) }
}

extension DataPlan.Renewal {
    /// The period in which a time is; `nil` for ``never``.
    ///
    /// - Parameters:
    ///   - time: the time, in milliseconds since 1970.
    ///   - clock: shows the local time.
    package func period(at time: Int64, _ clock: WallClock) -> TimePeriod? {
        let day = clock.day(time)
        guard var number = number(of: day) else { return nil }
        func start(_ number: Int64) -> Int64 { clock.times(on: self.day(number), at: 0)[0] }
        // A clock that is turned back around midnight shows a day again after the next one has begun.
        while start(number) > time { number -= 1 }
        while start(number + 1) <= time { number += 1 }
        return TimePeriod(from: start(number), end: start(number + 1))
    }

    /// The number of the last renewal that a day has seen. Renewals are numbered in ascending order.
    fileprivate func number(of day: Int64) -> Int64? {
        switch self {
        case .never: nil
        case .daily: day
        // 1970-01-01 was a Thursday.
        case .weekly(let weekday): (day + 3 - weekday.position).floorDivided(by: 7).quotient
        case .monthly:
            { date in date.year * 12 + date.month - 1 }(Timestamp.date(daysSince1970: day))
        case .every(let days, let first):
            (day - first.number).floorDivided(by: Int64(max(1, days))).quotient
        }
    }

    /// The day of a renewal, since 1970-01-01.
    fileprivate func day(_ number: Int64) -> Int64 {
        switch self {
        case .never, .daily: return number
        case .weekly(let weekday): return number * 7 - 3 + weekday.position
        case .monthly(let day):
            let (year, monthOfYear) = number.floorDivided(by: 12)
            let month = monthOfYear + 1
            let last = Timestamp.days(of: month, in: year)
            return Timestamp.daysSince1970(
                year: year, month: month, day: max(1, min(Int64(day), last)))
        case .every(let days, let first): return first.number + number * Int64(max(1, days))
        }
    }
}
