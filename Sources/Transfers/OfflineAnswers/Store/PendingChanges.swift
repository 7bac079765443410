// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

/// What servers have said about stored answers, and the store does not have yet: another process may hold its lock.
///
/// Looks go by it, so that an answer that was changed or withdrawn is not used as a valid one meanwhile.
struct PendingChanges: Sendable {
    /// How many addresses are kept of each kind. Above that, all answers that the client can use count as changed or withdrawn.
    static let limit = AnswerStore.rememberedChanges

    /// The addresses whose resource has changed, and the number of the last change of each.
    private(set) var changed: [String: Int] = [:]
    /// What is stored under these was withdrawn.
    private(set) var withdrawn: [AnswerKey: Int] = [:]
    /// The number of the change that made the addresses too many; `nil` if they are not.
    private(set) var allChanged: Int?
    /// The accounts with too many withdrawn answers. A client has one.
    private(set) var withdrawnAccounts: [String: Int] = [:]
    private var lastNumber = 0

    var isEmpty: Bool {
        changed.isEmpty && withdrawn.isEmpty && allChanged == nil && withdrawnAccounts.isEmpty
    }

    /// Notes that the resources of addresses have changed.
    mutating func change(_ urls: [String]) {
        lastNumber += 1
        for url in urls { changed[url] = lastNumber }
        guard changed.count > Self.limit else { return }
        changed = [:]
        allChanged = lastNumber
    }

    /// Notes that a server has withdrawn what is stored under a key.
    mutating func withdraw(_ key: AnswerKey) {
        lastNumber += 1
        withdrawn[key] = lastNumber
        guard withdrawn.count > Self.limit else { return }
        for key in withdrawn.keys { withdrawnAccounts[key.account] = lastNumber }
        withdrawn = [:]
    }

    /// Forgets what the store has now. What was noted again meanwhile stays.
    mutating func remove(_ stored: PendingChanges) {
        let last = stored.lastNumber
        changed = changed.filter { $0.value > last }
        withdrawn = withdrawn.filter { $0.value > last }
        withdrawnAccounts = withdrawnAccounts.filter { $0.value > last }
        if let number = allChanged, number <= last { allChanged = nil }
    }

    /// A stored answer as it is after the changes; `nil` if it was withdrawn.
    func applied(to answer: StoredAnswer, under key: AnswerKey) -> StoredAnswer? {
        guard withdrawn[key] == nil, withdrawnAccounts[key.account] == nil else { return nil }
        var answer = answer
        let followsSource = answer.response.redirectionLifetime != nil
        if allChanged != nil || changed[key.url] != nil
            || (followsSource && changed[answer.source] != nil)
        {
            answer.response.isInvalidated = true
        }
        return answer
    }
}
