// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

/// The changes and withdrawals of servers that are not in the store yet, for example because another process holds its lock.
///
/// Reads apply them, so that a changed or withdrawn answer is not used as a valid one meanwhile.
struct PendingChanges: Sendable {
    /// The maximum number of addresses of each kind. Above it, all answers of the client count as changed or withdrawn.
    static let limit = AnswerStore.rememberedChanges

    /// The addresses whose resource has changed, each with the number of its last change.
    private(set) var changed: [String: Int] = [:]
    /// The keys of withdrawn answers, each with the number of its withdrawal.
    private(set) var withdrawn: [AnswerKey: Int] = [:]
    /// The number of the change with which there were too many addresses; `nil` if there are not.
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

    /// Notes that a server has withdrawn the answers with a key.
    mutating func withdraw(_ key: AnswerKey) {
        lastNumber += 1
        withdrawn[key] = lastNumber
        guard withdrawn.count > Self.limit else { return }
        for key in withdrawn.keys { withdrawnAccounts[key.account] = lastNumber }
        withdrawn = [:]
    }

    /// Removes the changes that are in the store now. Changes that were noted meanwhile stay.
    mutating func remove(_ stored: PendingChanges) {
        let last = stored.lastNumber
        changed = changed.filter { $0.value > last }
        withdrawn = withdrawn.filter { $0.value > last }
        withdrawnAccounts = withdrawnAccounts.filter { $0.value > last }
        if let number = allChanged, number <= last { allChanged = nil }
    }

    /// A stored answer after the changes; `nil` if it was withdrawn.
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
