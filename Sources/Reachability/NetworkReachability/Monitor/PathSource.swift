// SPDX-License-Identifier: Apache-2.0

/// A source of paths for monitors: the kernel's network, or a scripted one in tests.
package protocol PathSource: AnyObject, Sendable {
    /// Throws an error if the network cannot be queried.
    func checkAccess() throws(NetworkAccessError)
    /// Evaluates a question once, on the caller's thread. This method waits for nothing but the
    /// kernel.
    func look(_ question: PathQuestion) throws(NetworkAccessError) -> NetworkPath
    /// Delivers the current path for a subscriber's question, and then each newer one.
    func subscribe(_ subscriber: any PathSubscriber)
    /// Ends the deliveries to a subscriber.
    func unsubscribe(_ subscriber: any PathSubscriber)
    /// How the source learns of changes.
    var mode: PathMonitor.Mode { get }
    /// The sources of changes that cannot be observed, with the reasons.
    var limitations: [NetworkAccessError] { get }
    /// The source's counters.
    var statistics: PathMonitor.Statistics { get }
    /// The current facts beside the path that conditions depend on.
    var circumstances: Circumstances { get }
    /// The closures to call when the circumstances have changed otherwise than by the passing of time.
    var circumstanceObservers: CircumstanceObservers { get }
    /// Follows a circumstance for one more user, or for one less. While it has no user, the power is unknown, and it can be
    /// noticed late that the clock was set.
    func follow(_ circumstance: Circumstance, _ isFollowed: Bool)
}

extension PathSource {
    package var circumstances: Circumstances { .current }

    /// Does nothing: the source need not follow the circumstances to know them.
    package func follow(_ circumstance: Circumstance, _ isFollowed: Bool) {}
}

/// A receiver of paths.
package protocol PathSubscriber: AnyObject, Sendable {
    /// The question whose path the subscriber receives.
    var question: PathQuestion { get }
    /// Receives a path. The source may call this method on any thread, and concurrently: the
    /// sequence number tells which path is newer.
    func receive(_ update: PathUpdate)
}

/// A path, as its source delivers it.
package struct PathUpdate: Sendable, Hashable {
    /// The path.
    package var path: NetworkPath
    /// How often the whole network was read again before this path, because messages of the kernel were lost.
    let resyncs: Int
    /// A number that increases with each update of a source.
    package let sequence: Int
    /// Whether the first answers of NetworkManager and ModemManager about the cost are still waited for.
    var awaitsAnswers = false
}

/// The subscribers with their questions, and the newest answers.
package struct SubscriberTable: Sendable {
    private var subscribers: [ObjectIdentifier: any PathSubscriber] = [:]
    /// The number of subscribers for each question.
    private var askers: [PathQuestion: Int] = [:]
    private var newest: [PathQuestion: PathUpdate] = [:]
    private var sequence = 0

    /// An update for a subscriber, to be delivered after all locks are released.
    package typealias Delivery = (subscriber: any PathSubscriber, update: PathUpdate)

    /// Delivers updates. The caller must not hold a lock.
    package static func deliver(_ deliveries: [Delivery]) {
        for delivery in deliveries { delivery.subscriber.receive(delivery.update) }
    }

    /// Creates an empty table.
    package init() {}

    /// The questions of the current subscribers.
    package private(set) var questions: Set<PathQuestion> = []

    /// The newest answer to a question; `nil` if it is not asked, or there is no answer yet.
    func newest(_ question: PathQuestion) -> NetworkPath? { newest[question]?.path }

    /// Adds a subscriber.
    ///
    /// - Returns: the update for the subscriber, if its question already has an answer.
    package mutating func add(_ subscriber: any PathSubscriber) -> [Delivery] {
        if subscribers.updateValue(subscriber, forKey: ObjectIdentifier(subscriber)) == nil {
            askers[subscriber.question, default: 0] += 1
            questions.insert(subscriber.question)
        }
        return newest[subscriber.question].map { [(subscriber, $0)] } ?? []
    }

    /// Removes a subscriber.
    ///
    /// - Returns: whether no subscriber is left.
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

    /// Stores the current paths.
    ///
    /// - Parameter awaitsAnswers: whether the first answers on what the paths cost are still waited for.
    /// - Returns: the deliveries of the paths that changed, or of all if the wait for the answers has ended.
    package mutating func publish(
        _ paths: some Sequence<(PathQuestion, NetworkPath)>,
        resyncs: Int,
        awaitsAnswers: Bool = false
    ) -> [Delivery] {
        var different: Set<PathQuestion> = []
        // An answer without a subscriber would become outdated.
        for (question, path) in paths
        where questions.contains(question)
            && (newest[question]?.path != path || newest[question]?.awaitsAnswers != awaitsAnswers)
        {
            sequence += 1
            newest[question] = PathUpdate(
                path: path, resyncs: resyncs, sequence: sequence, awaitsAnswers: awaitsAnswers)
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
