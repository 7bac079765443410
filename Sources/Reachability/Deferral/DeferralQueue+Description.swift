// SPDX-License-Identifier: Apache-2.0

extension DeferralQueue.Activity: CustomStringConvertible {
    /// The counts, and why operations wait: `1 waiting (the queue is held), 2 running, 3 finished`.
    public var description: String {
        let why = reasons.map(\.description).joined(separator: "; ")
        return "\(waiting) waiting\(why.isEmpty ? "" : " (\(why))"), \(running) running, "
            + "\(finished) finished"
    }
}

extension DeferralQueue.Deadline: CustomStringConvertible {
    /// What is done, and when: `run after 60.0 seconds`.
    public var description: String { "\(action.rawValue) after \(duration)" }
}

extension DeferralQueue.ConfirmationRequest: CustomStringConvertible {
    /// The operation's key and constraints, and what the path costs.
    public var description: String {
        let name = key.map { "\($0)" } ?? "an operation"
        return "\(name) (\(constraints)) over \(path), \(path.metered)"
    }
}
