// SPDX-License-Identifier: Apache-2.0

/// Who has asked what, and the newest answers.
package struct PathBoard: Sendable {
    private var subscribers: [ObjectIdentifier: any PathSubscriber] = [:]
    private var newest: [PathQuestion: PathUpdate] = [:]
    private var sequence = 0

    /// What is to be told to whom, once no lock is held.
    package typealias Delivery = (subscriber: any PathSubscriber, update: PathUpdate)

    /// Tells what is to be told. No lock may be held.
    package static func deliver(_ deliveries: [Delivery]) {
        for delivery in deliveries { delivery.subscriber.receive(delivery.update) }
    }

    /// An empty board.
    package init() {}

    /// What is asked at present.
    package var questions: Set<PathQuestion> { Set(subscribers.values.map(\.question)) }

    /// Takes a subscriber in.
    ///
    /// - Returns: what it is told, if its question has an answer already.
    package mutating func add(_ subscriber: any PathSubscriber) -> [Delivery] {
        subscribers[ObjectIdentifier(subscriber)] = subscriber
        return newest[subscriber.question].map { [(subscriber, $0)] } ?? []
    }

    /// Lets a subscriber go.
    ///
    /// - Returns: whether nobody is left.
    package mutating func remove(_ subscriber: any PathSubscriber) -> Bool {
        subscribers[ObjectIdentifier(subscriber)] = nil
        let questions = questions
        newest = newest.filter { questions.contains($0.key) }
        return subscribers.isEmpty
    }

    /// Takes in what paths are now.
    ///
    /// - Returns: whom to tell of those that differ.
    package mutating func publish(
        _ paths: [PathQuestion: NetworkPath],
        resyncs: Int
    ) -> [Delivery] {
        var different: Set<PathQuestion> = []
        for (question, path) in paths where newest[question]?.path != path {
            sequence += 1
            newest[question] = PathUpdate(path: path, resyncs: resyncs, sequence: sequence)
            different.insert(question)
        }
        guard !different.isEmpty else { return [] }
        return subscribers.values.compactMap { subscriber in
            guard different.contains(subscriber.question), let update = newest[subscriber.question]
            else { return nil }
            return (subscriber, update)
        }
    }
}
