// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import ConnectivityProbes
import NetworkReachability
import ReachCommand

/// A check of a path for `reach`, which has described it on standard input. The answer goes to standard output.
enum ProbeCommand {
    /// - Returns: the exit code.
    static func run() -> Int32 {
        guard let bytes = try? InputFile.readStandardInput(limit: 1 << 20),
            let request = ProbeRequest(bytes)
        else {
            try? StandardStream.error.write("reach-transfer: there is no request to check a path\n")
            return 64
        }
        let probe: HTTPConnectivityProbe
        do throws(HTTPConnectivityProbe.AddressError) {
            probe = try HTTPConnectivityProbe(
                url: request.url, expectedText: request.expectedText)
        } catch {
            // `reach` has checked the address, or is of another version.
            try? StandardStream.error.write("reach-transfer: connectivity.url: \(error.reason)\n")
            return 78
        }
        do {
            let answer = probe.checkAndWait(over: request.interface, portal: request.portal)
            try StandardStream.output.write(answer.bytes)
            return 0
        } catch {
            return 74
        }
    }
}

extension HTTPConnectivityProbe {
    /// Creates the probe of a configuration.
    init(_ settings: ConnectivitySettings) throws(AddressError) {
        try self.init(url: settings.url, expectedText: settings.expectedText)
    }

    /// - Parameter expectedText: the text that the server answers with; `nil` for status 204.
    fileprivate init(url: String, expectedText: String?) throws(AddressError) {
        try self.init(
            url: url, expecting: expectedText.map { .text($0) } ?? .noContent,
            userAgent: "reach/\(version)")
    }
}
