// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
package import NetworkReachability

extension HTTPConnectivityProbe {
    /// The same probe of a server that answers NetworkManager, read as NetworkManager reads it: the header field
    /// `X-NetworkManager-Status: online` suffices, and the content only begins with the text.
    package var asNetworkManager: HTTPConnectivityProbe {
        var probe = self
        probe.isAsNetworkManager = true
        return probe
    }

    /// The maximum duration of both requests, in milliseconds. The caller gives up half a second later.
    private static let patienceForBoth = patience - 500

    /// Asks the API of a captive portal, and checks unless the portal holds packets back. Waits for the result.
    ///
    /// - Parameter portal: the address of the API, if the network announces one.
    package func checkAndWait(over interface: String, portal: String?) -> ConnectivityAnswer {
        check(over: interface, portal: portal, until: nil)
    }

    /// - Parameter cancellation: ends the check before there is a result; `nil` for nothing.
    func check(
        over interface: String, portal: String?, until cancellation: WakeUpEvent?
    ) -> ConnectivityAnswer {
        let query = portal.flatMap { CaptivePortalQuery($0, userAgent: userAgent) }
        guard let query else { return check(over: interface, until: cancellation) }
        let end = MonotonicClock.milliseconds + Self.patienceForBoth
        func askServer() -> ConnectivityAnswer {
            let rest = Int64(MonotonicClock.milliseconds(until: end))
            return check(over: interface, until: cancellation, patience: max(rest, 0))
        }
        switch query.askAndWait(over: interface, until: cancellation) {
        case nil: return .cancelled
        case .success(let portal) where portal.isCaptive:
            return ConnectivityAnswer(
                .portal, detail: "the API of the captive portal says so", captivePortal: portal)
        case .success(let portal):
            var answer = askServer()
            answer.captivePortal = portal
            return answer
        case .failure(let failure):
            var answer = askServer()
            answer.detail += "; the API of the captive portal does not say: \(failure)"
            return answer
        }
    }

    /// Asks the server, and waits for the result.
    ///
    /// - Parameters:
    ///   - cancellation: ends the check before there is a result; `nil` for nothing.
    ///   - patience: the maximum duration, in milliseconds.
    func check(
        over interface: String, until cancellation: WakeUpEvent?, patience: Int64 = patience
    ) -> ConnectivityAnswer {
        do {
            let exchange = try ProbeExchange(
                to: parts, over: interface, userAgent: userAgent, patience: patience,
                ProbeReading(expectation, isAsNetworkManager: isAsNetworkManager))
            return exchange.waitForAnswer(until: cancellation) ?? .cancelled
        } catch {
            return .failed(error)
        }
    }
}

extension ConnectivityAnswer {
    /// The result of a check that was cancelled.
    fileprivate static var cancelled: ConnectivityAnswer {
        ConnectivityAnswer(.limited, detail: "the check was cancelled")
    }
}
