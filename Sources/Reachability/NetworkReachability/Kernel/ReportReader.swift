// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Reads what other programs report about interfaces: NetworkManager's answers about cost and connectivity, ModemManager's
/// about modems, and the files that the metering sources list.
///
/// It belongs to one thread.
struct ReportReader: ~Copyable {
    /// The files of a source, and their contents.
    private struct SourceFiles {
        let files: MeteringSource.Files
        /// The watch for changes; `nil` if changes are not followed.
        let watched: FileWatch.Subject?
        /// The reports that were read last.
        var reports: (any ExternalReports)?
    }

    private var manager: NetworkManagerLink
    private var modems: ModemManagerLink
    /// The socket of the system bus.
    private let watchedBus: FileWatch.Subject?
    private var sources: [SourceFiles]
    private let root: SystemRoot
    private let files: FileWatch?

    /// Reads the files and queries NetworkManager, without waiting for its answer.
    ///
    /// - Parameters:
    ///   - files: reports changes of files; `nil` if changes are not followed.
    ///   - root: the root of the file system from which the sources' files are read.
    init(following files: FileWatch?, root: SystemRoot = .system) {
        let bus = BusAddress.system
        manager = NetworkManagerLink(follows: files != nil, address: bus)
        modems = ModemManagerLink(follows: files != nil, address: bus)
        watchedBus = files?.add([bus.socketPath].compactMap(\.self))
        sources = MeteringSource.all.compactMap(\.files).map { source in
            SourceFiles(
                files: source,
                // dhclient appends to its file and keeps it open.
                watched: files?.add(source.paths.map(root.path), seesWriting: true))
        }
        self.root = root
        self.files = files
        for source in sources.indices { read(source) }
    }

    /// Reads the files of a source. If that fails, the last reports stay.
    private mutating func read(_ source: Int) {
        do throws(SystemError) {
            sources[source].reports = try sources[source].files.read(root)
        } catch {
            files?.retry(after: error)
        }
    }

    /// Adds the descriptors to wait for.
    func add(to ready: inout PollSet) {
        if let interest = manager.interest { ready.add(interest) }
        if let interest = modems.interest { ready.add(interest) }
    }

    /// When to call ``receive(from:)`` even if no descriptor is ready, by ``MonotonicClock``; `nil`
    /// for never.
    var due: Int64? { MonotonicClock.earlier(manager.due, modems.due) }

    /// Has ModemManager asked as long as there is an interface of a modem, and not otherwise.
    mutating func followModems(of state: NetworkState) {
        modems.follow(hasModem: state.counts.steps(of: .wwan).pathKinds > 0)
    }

    /// Receives changes.
    ///
    /// - Parameter ready: the descriptors that are ready. The watch of the files has already
    ///   handled them.
    /// - Returns: whether ``apply(to:)`` may have something new.
    mutating func receive(from ready: borrowing PollSet) -> Bool {
        var isDifferent = false
        if let files {
            for source in sources.indices {
                guard let watched = sources[source].watched, files.readChange(of: watched) else {
                    continue
                }
                read(source)
                isDifferent = true
            }
            if let watchedBus, files.readChange(of: watchedBus) {
                manager.lookForBus()
                modems.lookForBus()
            }
        }
        if manager.hasNews(ready), manager.receive() { isDifferent = true }
        if modems.hasNews(ready), modems.receive() { isDifferent = true }
        return isDifferent
    }

    /// Whether NetworkManager checks the connectivity of its devices.
    var checksConnectivity: Bool { manager.checksConnectivity }

    /// Whether a check of ``checkConnectivity()`` has not ended.
    var isCheckingConnectivity: Bool { manager.isCheckingConnectivity }

    /// Has NetworkManager check the connectivity of its devices now, if it does at all.
    mutating func checkConnectivity() { manager.checkConnectivity() }

    /// Whether the names of NetworkManager's connections are asked for.
    var followsConnectionNames: Bool {
        get { manager.followsConnectionNames }
        set { manager.followsConnectionNames = newValue }
    }

    /// Whether an answer of NetworkManager or of ModemManager is pending.
    var areAwaited: Bool { manager.isAsked || modems.isAsked }

    /// Whether NetworkManager's answer is pending.
    var isNetworkManagerAwaited: Bool { manager.isAsked }

    /// Whether NetworkManager has answered.
    var networkManager: ServiceAvailability { manager.reports.availability }

    /// Why NetworkManager's answer is missing; `nil` if it is not.
    var missingAnswerReason: String? { manager.reports.availability.missingAnswerReason }

    /// Waits for the answers of NetworkManager and of ModemManager.
    ///
    /// - Parameter deadline: the end of the wait, by ``MonotonicClock``.
    mutating func waitForAnswers(until deadline: Int64) {
        manager.waitForAnswer(until: deadline)
        modems.waitForAnswer(until: deadline)
    }

    /// Continues the queries of NetworkManager and of ModemManager with what has arrived, without waiting.
    mutating func proceed() {
        manager.proceed()
        modems.proceed()
    }

    /// Applies the reports to a state.
    ///
    /// - Returns: whether any interface changed.
    func apply(to state: inout NetworkState) -> Bool {
        var isDifferent = state.replaceReports(with: manager.reports)
        if state.replaceReports(with: manager.connectivity) { isDifferent = true }
        if state.replaceReports(with: manager.connections) { isDifferent = true }
        if state.replaceReports(with: modems.reports) { isDifferent = true }
        for source in sources {
            if let reports = source.reports, state.replaceReports(with: reports) {
                isDifferent = true
            }
        }
        return isDifferent
    }
}
