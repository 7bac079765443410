// SPDX-License-Identifier: Apache-2.0

/// Where monitors have their paths from: the kernel's network, or one that a test scripts.
package protocol PathSource: AnyObject, Sendable {
    /// Throws where the network cannot be asked about.
    func checkAccess() throws(NetworkAccessError)
    /// Looks once, on the caller's thread.
    func look(_ question: PathQuestion) throws(NetworkAccessError) -> NetworkPath
    /// Begins to tell a subscriber the newest path that answers its question, the path as it is
    /// first.
    func subscribe(_ subscriber: any PathSubscriber)
    /// Ends that.
    func unsubscribe(_ subscriber: any PathSubscriber)
    /// How it learns of changes.
    var mode: PathMonitor.Mode { get }
    /// What it cannot follow although it learns of changes, and why.
    var limitations: [NetworkAccessError] { get }
    /// What it has counted.
    var statistics: PathMonitor.Statistics { get }
}

/// Who is told of paths.
package protocol PathSubscriber: AnyObject, Sendable {
    /// What is asked.
    var question: PathQuestion { get }
    /// Takes a path in. It may be called on any thread, and on several at once: the sequence tells
    /// which path is newer.
    func receive(_ update: PathUpdate)
}

/// A path as its source tells it.
package struct PathUpdate: Sendable {
    /// The path.
    package let path: NetworkPath
    /// How often everything was read afresh until then, because the kernel's messages were lost.
    let resyncs: Int
    /// Rises from one update of a source to the next.
    let sequence: Int
}
