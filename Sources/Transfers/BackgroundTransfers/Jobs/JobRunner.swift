// SPDX-License-Identifier: Apache-2.0

/// Passes the requests of jobs and of completions to the launcher, and passes their ends back.
final class JobRunner {
    private let launcher: any JobLauncher
    private var nextNumber = 1
    /// What is done with the end of each request.
    private var handlers: [Int: (JobEnd) -> Void] = [:]

    init(_ launcher: any JobLauncher) { self.launcher = launcher }

    /// A descriptor that is readable when ``tend()`` may have something to do.
    var descriptor: Int32 { launcher.descriptor }
    /// When ``tend()`` must be called, by `MonotonicClock`; `nil` for never.
    var due: Int64? { launcher.due }
    /// Whether a command can be started.
    var isReady: Bool { launcher.isReady }

    /// Starts a command or a unit.
    ///
    /// - Parameters:
    ///   - request: the command.
    ///   - ended: is called from ``tend()``.
    /// - Returns: the number of the request.
    @discardableResult
    func start(_ request: JobRequest, ended: @escaping (JobEnd) -> Void) -> Int {
        var request = request
        request.number = nextNumber
        nextNumber += 1
        handlers[request.number] = ended
        launcher.start(request)
        return request.number
    }

    /// Tells a command whether its conditions hold.
    func set(_ conditions: JobRequest.Conditions, of number: Int) {
        launcher.set(conditions, of: number)
    }

    /// Ends a command.
    func stop(_ number: Int) { launcher.stop(number) }

    /// Handles the ends of requests.
    func tend() {
        for (number, end) in launcher.ended() { handlers.removeValue(forKey: number)?(end) }
    }
}
