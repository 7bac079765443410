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
    /// The parts that the source cannot follow although it learns of changes, with the reasons.
    var limitations: [NetworkAccessError] { get }
    /// The source's counters.
    var statistics: PathMonitor.Statistics { get }
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
package struct PathUpdate: Sendable {
    /// The path.
    package let path: NetworkPath
    /// How often the whole network was read again before, because messages of the kernel were lost.
    let resyncs: Int
    /// A number that increases with each update of a source.
    package let sequence: Int
    /// Whether NetworkManager has still to answer what connections cost.
    var awaitsCosts = false
}
