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
    /// - Parameters:
    ///   - interface: the name of the interface over which packets leave.
    ///   - portal: the address of the API, if the network announces one.
    ///   - patience: the maximum duration of both requests, in milliseconds; `nil` for the usual one.
    package func checkAndWait(
        over interface: String, portal: String?, patience: Int64? = nil
    ) -> ConnectivityAnswer {
        check(over: interface, portal: portal, until: nil, patience: patience)
    }

    /// - Parameters:
    ///   - cancellation: ends the check before there is a result; `nil` for nothing.
    ///   - patience: the maximum duration of both requests, in milliseconds; `nil` for the usual one.
    func check(
        over interface: String, portal: String?, until cancellation: WakeUpEvent?,
        patience: Int64? = nil
    ) -> ConnectivityAnswer {
        let query = portal.flatMap { CaptivePortalQuery($0, userAgent: userAgent) }
        guard let query else {
            return check(
                over: interface, until: cancellation, patience: patience ?? Self.patience)
        }
        let end = MonotonicClock.milliseconds + (patience ?? Self.patienceForBoth)
        func askServer() -> ConnectivityAnswer {
            let rest = Int64(MonotonicClock.milliseconds(until: end))
            return check(over: interface, until: cancellation, patience: max(rest, 0))
        }
        // The probe needs time, too.
        let patienceForPortal = patience.map { $0 / 2 } ?? CaptivePortalQuery.patience
        let asked = query.askAndWait(
            over: interface, until: cancellation, patience: patienceForPortal)
        switch asked {
        case nil: return .cancelled
        case .success(let portal) where portal.isCaptive: return .captive(portal)
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
    /// Asks the API of a captive portal, and waits for its answer. Without a usable one, the result is `unknown`.
    ///
    /// - Parameters:
    ///   - portal: the address that the network announces.
    ///   - interface: the name of the interface over which packets leave.
    ///   - userAgent: the name and the version of the program.
    ///   - patience: the maximum duration, in milliseconds.
    package static func ofPortal(
        _ portal: String, over interface: String, userAgent: String, patience: Int64
    ) -> ConnectivityAnswer {
        guard let query = CaptivePortalQuery(portal, userAgent: userAgent) else {
            return ConnectivityAnswer(.unknown, detail: "it has no API (RFC 8908)")
        }
        switch query.askAndWait(over: interface, until: nil, patience: patience) {
        case nil: return .cancelled
        case .success(let portal) where portal.isCaptive: return .captive(portal)
        case .success(let portal):
            return ConnectivityAnswer(
                .full, detail: "the API of the captive portal says that it holds nothing back",
                captivePortal: portal)
        case .failure(let failure): return ConnectivityAnswer(.unknown, detail: "\(failure)")
        }
    }

    fileprivate static func captive(_ portal: CaptivePortal) -> ConnectivityAnswer {
        ConnectivityAnswer(
            .portal, detail: "the API of the captive portal says so", captivePortal: portal)
    }

    /// The result of a check that was cancelled.
    fileprivate static var cancelled: ConnectivityAnswer {
        ConnectivityAnswer(.limited, detail: "the check was cancelled")
    }
}
