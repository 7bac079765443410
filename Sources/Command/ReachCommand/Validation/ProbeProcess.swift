// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import NetworkReachability

/// Checks paths by the program `reach-transfer`, which can speak HTTP: `reach` itself never loads that.
final class ProbeProcess: PathProber {
    private let settings: ConnectivitySettings
    /// The check that is under way.
    private var process: HelperProcess?
    /// The result of a check that could not be started.
    private var failure: ConnectivityAnswer?

    init(_ settings: ConnectivitySettings) { self.settings = settings }

    /// Makes sure that the program is installed.
    ///
    /// - Throws: ``Failure`` if it is not.
    static func check() throws { _ = try program }

    /// Reports on standard error that the program is not installed: an upgrade may have taken it away for a while.
    static func notifyAbsence() {
        do { try check() } catch {
            StandardStream.error.notify(
                "reach: \(Failure(error).reason); the path is checked once the program is there\n")
        }
    }

    /// The program. It is looked for before each check, because an upgrade takes it away for a while.
    private static var program: Executable {
        get throws { try TransferProgram.executable(for: "--validated with a URL") }
    }

    func start(_ attempt: ValidationMachine.Attempt) {
        let request = ProbeRequest(
            settings, over: attempt.interface, portal: attempt.portal)
        do {
            let program = try Self.program
            process = try HelperProcess(
                program, [program.path, Array(ProbeRequest.argument.utf8)], input: request.bytes)
        } catch {
            failure = ConnectivityAnswer(.limited, detail: Failure(error).reason)
        }
    }

    func cancel() {
        process = nil
        failure = nil
    }

    func add(to ready: inout PollSet) {
        if let process { ready.add(PollSet.Interest(process.descriptor, reads: true)) }
    }

    var due: Int64? { failure == nil ? nil : MonotonicClock.milliseconds }

    func receive() -> ConnectivityAnswer? {
        if let failure {
            self.failure = nil
            return failure
        }
        guard let output = process?.read() else { return nil }
        process = nil
        return ConnectivityAnswer(output)
            ?? ConnectivityAnswer(.limited, detail: "reach-transfer gave no answer")
    }
}
