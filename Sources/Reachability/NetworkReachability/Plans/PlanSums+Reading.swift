// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

extension PlanSums {
    /// The kernel's counters of an interface now.
    struct Traffic: Sendable, Hashable {
        var interface: String
        var counters: ByteCounts
    }

    /// The folders that a reader searches, in this order: the user's own first.
    static var folders: [String] { [userFolder, systemFolder].compactMap(\.self) }

    /// Reads the file in a folder; returns `nil` if no recorder of this user or of root keeps it in this boot.
    init?(in folder: String) {
        // The environment may name the folder of another user (`su` keeps XDG_RUNTIME_DIR), who could write anything there.
        guard let owner = try? FileFacts.of(folder, followsLink: true)?.owner,
            owner == 0 || owner == effectiveUser
        else { return nil }
        // For a program that may not read the file or its lock, the used amount is unknown. The state of the plan says
        // so.
        guard FileLock.isTaken("\(folder)/\(Self.lockName)") == true,
            let text = try? readFile("\(folder)/\(Self.fileName)", limit: 1 << 20),
            let sums = PlanSums(json: Array(text.utf8)), sums.boot == Boot.identifier
        else { return nil }
        self = sums
    }

    /// Reads the content of the file; returns `nil` if it is not one that this version can read.
    init?(json bytes: [UInt8]) {
        var schema: UInt64?
        self.init(boot: "", plans: [], counters: [])
        do throws(JSONReader.Fault) {
            var reader = JSONReader(bytes[...])
            try reader.object { (reader, name) throws(JSONReader.Fault) in
                switch name {
                case "schema": schema = try reader.count()
                case "boot": boot = try reader.string()
                case "plans":
                    try reader.array { (reader) throws(JSONReader.Fault) in
                        plans.append(try Sum(&reader))
                    }
                case "counters":
                    try reader.array { (reader) throws(JSONReader.Fault) in
                        counters.append(try Counter(&reader))
                    }
                default: try reader.skip()
                }
            }
            try reader.end()
        } catch { return nil }
        guard schema == 1, !boot.isEmpty else { return nil }
    }

    /// The time that the recorder has to begin the next period, in milliseconds. A recorder that hangs does not begin it,
    /// and still holds its lock.
    static let renewalPatience: Int64 = 10_000

    /// Returns the sum of a plan; `nil` if the recorder does not know the plan.
    func sum(of plan: DataPlan) -> Sum? { plans.first { $0.name.isSameText(as: plan.name) } }

    /// Returns the bytes that a plan has used in its current period; `nil` if the recorder does not know the plan or that
    /// period, or the counters cannot be read.
    ///
    /// - Parameters:
    ///   - plan: the plan, as the reader's configuration has it.
    ///   - time: the time, in milliseconds since 1970.
    ///   - patience: how many milliseconds after the end of a period the recorder is taken to be about to begin the next one.
    ///   - counters: returns the kernel's counters of interfaces now, `nil` for one that is gone; `nil` if they cannot be read.
    func used(
        by plan: DataPlan, at time: Int64, patience: Int64 = renewalPatience,
        counters: ([UInt32]) -> [Traffic?]?
    ) -> Int64? {
        guard let sum = sum(of: plan) else { return nil }
        // The recorder is about to begin the next period. Most of the bytes that were counted until now belong to the
        // last one.
        if let period = sum.period, period.end <= time {
            return time - period.end <= patience ? 0 : nil
        }
        let own = self.counters.filter { $0.plan?.isSameText(as: plan.name) ?? false }
        guard !own.isEmpty else { return sum.used }
        guard let counters = counters(own.map(\.index)) else { return nil }
        return zip(own, counters).reduce(sum.used) { used, pair in
            let (counter, now) = pair
            guard let now, now.interface.isSameText(as: counter.interface) else { return used }
            return plan.adding(now.counters.since(counter.bytes), to: used)
        }
    }
}

extension PlanSums.Sum {
    fileprivate init(_ reader: inout JSONReader) throws(JSONReader.Fault) {
        self.init(name: "", period: nil, used: 0)
        var (from, end): (Timestamp?, Timestamp?)
        try reader.object { (reader, member) throws(JSONReader.Fault) in
            switch member {
            case "name": name = try reader.string()
            case "from": from = try reader.optionalString().flatMap { Timestamp(text: $0) }
            case "renewsAt": end = try reader.optionalString().flatMap { Timestamp(text: $0) }
            case "used": used = Int64(try reader.bytes())
            default: try reader.skip()
            }
        }
        // A clock that is not set yet shows 1970, and a time before that is not read.
        if let end { period = TimePeriod(from: from?.milliseconds ?? 0, end: end.milliseconds) }
    }
}

extension PlanSums.Counter {
    fileprivate init(_ reader: inout JSONReader) throws(JSONReader.Fault) {
        self.init(interface: "", index: 0, plan: nil, bytes: ByteCounts())
        try reader.object { (reader, member) throws(JSONReader.Fault) in
            switch member {
            case "interface": interface = try reader.string()
            case "index": index = UInt32(clamping: try reader.count())
            case "plan": plan = try reader.optionalString()
            case "received": bytes.received = try reader.bytes()
            case "sent": bytes.sent = try reader.bytes()
            default: try reader.skip()
            }
        }
    }
}

extension JSONReader {
    /// Reads a number of bytes. One that is too large counts as the largest.
    fileprivate mutating func bytes() throws(Fault) -> UInt64 {
        min(try count(), DataPlan.mostBytes)
    }
}
