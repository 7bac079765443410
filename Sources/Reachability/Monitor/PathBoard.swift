// SPDX-License-Identifier: Apache-2.0

/// Who has asked what, and the newest answers.
package struct PathBoard: Sendable {
    private var subscribers: [ObjectIdentifier: any PathSubscriber] = [:]
    /// How many ask each question.
    private var askers: [PathQuestion: Int] = [:]
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
    package private(set) var questions: Set<PathQuestion> = []

    /// Takes a subscriber in.
    ///
    /// - Returns: what it is told, if its question has an answer already.
    package mutating func add(_ subscriber: any PathSubscriber) -> [Delivery] {
        if subscribers.updateValue(subscriber, forKey: ObjectIdentifier(subscriber)) == nil {
            askers[subscriber.question, default: 0] += 1
            questions.insert(subscriber.question)
        }
        return newest[subscriber.question].map { [(subscriber, $0)] } ?? []
    }

    /// Lets a subscriber go.
    ///
    /// - Returns: whether nobody is left.
    package mutating func remove(_ subscriber: any PathSubscriber) -> Bool {
        let question = subscriber.question
        if subscribers.removeValue(forKey: ObjectIdentifier(subscriber)) != nil {
            let others = askers[question, default: 1] - 1
            askers[question] = others == 0 ? nil : others
            if others == 0 {
                questions.remove(question)
                newest[question] = nil
            }
        }
        return subscribers.isEmpty
    }

    /// Takes in what paths are now.
    ///
    /// - Returns: whom to tell of those that differ.
    package mutating func publish(
        _ paths: some Sequence<(PathQuestion, NetworkPath)>,
        resyncs: Int
    ) -> [Delivery] {
        var different: Set<PathQuestion> = []
        // An answer that is kept for nobody would grow old.
        for (question, path) in paths
        where questions.contains(question) && newest[question]?.path != path {
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
