// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The bytes that data plans have used, as `reach record` counts them.
///
/// The recorder keeps the sums in `plans.json`, a user's own in `$XDG_RUNTIME_DIR/reach`, root's in `/run/reach`. The
/// user's is asked first. The bytes since then are added from the kernel's counters, so that the answer is up to date
/// although the recorder sleeps. While no recorder runs, the answer is `nil`; likewise 10 seconds after a plan has renewed, if
/// the recorder hangs and has not begun the next period. For a source that has seen the last period, the time that the machine
/// sleeps does not count.
///
/// The recorder has an exclusive lock (flock(2)) on `plans.lock` beside the file until it ends, even if it is killed.
/// Readers take a shared lock for some microseconds to find out, so a recorder that starts tries for a second.
public final class RecordedPlanUsage: PlanUsage {
    /// The source that monitors use by default.
    public static let shared = RecordedPlanUsage()

    private let folders: [String]
    private let renewals = Lock(PlanRenewals())

    /// Creates a source.
    public convenience init() { self.init(folders: PlanSums.folders) }

    /// Creates a source that reads the files of some folders.
    ///
    /// - Parameter folders: the folders of the files, in the order in which they are asked.
    package init(folders: [String]) { self.folders = folders }

    /// The files. Each line that a recorder writes replaces the sums. The lock is open for writing as long as the recorder
    /// runs, and the kernel reports that it is closed, also if the recorder is killed.
    var files: [String] {
        folders.flatMap { ["\($0)/\(PlanSums.fileName)", "\($0)/\(PlanSums.lockName)"] }
    }

    /// Returns the bytes that a plan has used in its current period; `nil` where no recorder counts it, or the kernel's
    /// counters cannot be read.
    public func bytesUsed(by plan: DataPlan) -> Int64? {
        for folder in folders {
            guard let sums = PlanSums(in: folder) else { continue }
            var areCountersReadable = true
            let time = RealTimeClock.milliseconds
            let patience = renewals.withLock {
                $0.patience(
                    for: plan, in: sums, of: folder, at: time,
                    offset: ClockOffset.current.milliseconds, now: MonotonicClock.milliseconds)
            }
            let used = sums.used(by: plan, at: time, patience: patience) { interfaces in
                let counters = Self.readCounters(interfaces)
                areCountersReadable = counters != nil
                return counters
            }
            // The next folder may have another recorder's sum, which is not newer.
            if used != nil || !areCountersReadable { return used }
        }
        return nil
    }

    /// The counters of some interfaces, `nil` for one that does not exist; `nil` for all if they cannot be read.
    static func readCounters(_ interfaces: [UInt32]) -> [PlanSums.Traffic?]? {
        do throws(NetlinkError) {
            let socket = try NetlinkSocket(.route)
            return try interfaces.map { (index) throws(NetlinkError) in
                guard let link = try socket.countedLink(index), let name = link.link.name else {
                    return nil
                }
                return PlanSums.Traffic(interface: name, counters: ByteCounts(link.counters))
            }
        } catch { return nil }
    }
}

/// The periods of plans that a reader has seen end, to tell a recorder that hangs from one that was suspended with the
/// machine, or whose clock was set.
struct PlanRenewals {
    /// A period that a reader has seen going on.
    private struct Period {
        /// The offset of the time of day when it went on, in milliseconds.
        var offset: Int64
        /// When its end was seen first, by ``MonotonicClock``; `nil` while it goes on.
        var endSeenAt: Int64?
    }

    private struct Key: Hashable {
        let folder: String
        let plan: ExactText
    }

    private var periods: [Key: Period] = [:]

    /// Returns how many milliseconds after the end of its period a plan is taken to be about to begin the next one.
    ///
    /// A reader that has seen the period before gives the recorder ten seconds more from the time at which it finds the
    /// period ended, if the machine was suspended or its clock was set meanwhile.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - sums: the content of the recorder's file.
    ///   - folder: the folder of the file.
    ///   - time: the time, in milliseconds since 1970.
    ///   - offset: the offset of the time of day (``ClockOffset``), in milliseconds.
    ///   - now: the time by ``MonotonicClock``.
    mutating func patience(
        for plan: DataPlan, in sums: PlanSums, of folder: String, at time: Int64, offset: Int64,
        now: Int64
    ) -> Int64 {
        let key = Key(folder: folder, plan: ExactText(plan.name))
        guard let end = sums.sum(of: plan)?.period?.end else {
            periods[key] = nil
            return PlanSums.renewalPatience
        }
        if end > time {
            periods[key] = Period(offset: offset)
        } else if let period = periods[key] {
            let seenAt = period.endSeenAt ?? now
            periods[key]?.endSeenAt = seenAt
            if now - seenAt <= PlanSums.renewalPatience {
                return PlanSums.renewalPatience + max(0, offset - period.offset)
            }
        }
        return PlanSums.renewalPatience
    }
}
