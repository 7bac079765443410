// SPDX-License-Identifier: Apache-2.0

/// The requests that are under way, without those that were sent before a removal of their stored answers.
struct CurrentRequests {
    private var keys: [Int: AnswerKey] = [:]
    private var lastNumber = 0

    /// Adds a request.
    ///
    /// - Returns: its number, which is higher than that of each request that was sent before.
    mutating func add(_ key: AnswerKey) -> Int {
        lastNumber += 1
        keys[lastNumber] = key
        return lastNumber
    }

    /// Notes that a request has ended.
    mutating func remove(_ number: Int) { keys[number] = nil }

    /// Whether a request is under way.
    func contains(_ number: Int) -> Bool { keys[number] != nil }

    /// Leaves the requests whose answers would be stored under a key; all requests without a key.
    mutating func leave(_ key: AnswerKey?) {
        keys = keys.filter { key != nil && $0.value != key }
    }
}
