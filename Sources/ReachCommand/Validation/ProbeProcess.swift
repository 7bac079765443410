// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import NetworkReachability

/// Checks paths by the program `reach-transfer`, which can speak HTTP: `reach` itself never loads that.
final class ProbeProcess: PathProber {
    private let settings: ConnectivitySettings
    private let program: Executable
    /// The check that is under way.
    private var process: HelperProcess?
    /// The result of a check that could not be started.
    private var failure: ConnectivityAnswer?

    /// - Throws: ``Failure`` if the program is not installed.
    init(_ settings: ConnectivitySettings) throws {
        self.settings = settings
        program = try TransferHandOver.program(for: "--validated with a URL")
    }

    func start(_ attempt: ValidationMachine.Attempt) {
        let request = ProbeRequest(
            settings, over: attempt.interface, portal: attempt.portal)
        do throws(SystemError) {
            process = try HelperProcess(
                program, [program.path, Array(ProbeRequest.argument.utf8)], input: request.bytes)
        } catch {
            failure = ConnectivityAnswer(.limited, detail: error.description)
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
            ?? ConnectivityAnswer(.limited, detail: "\(program.text) gave no answer")
    }
}
