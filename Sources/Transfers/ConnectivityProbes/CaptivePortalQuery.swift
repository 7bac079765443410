// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
package import NetworkReachability

/// A question to the API of a captive portal (RFC 8908): a GET over an interface, without proxies and redirects, of at most
/// four seconds and 64 KiB.
package struct CaptivePortalQuery: Sendable {
    private let url: URLParts
    private let userAgent: String

    /// The maximum duration, in milliseconds. It leaves time for the probe after it.
    private static let patience: Int64 = 4_000

    /// Creates a question.
    ///
    /// - Parameter address: the address that the network announces (RFC 8910).
    /// - Returns: `nil` if the address cannot be that of an API: its scheme must be `https` (RFC 8908, section 4.1).
    package init?(_ address: String, userAgent: String) {
        // The address comes from the network. One that cannot be used counts as none.
        guard let url = try? URLParts(address), url.scheme == .https else { return nil }
        self.url = url
        self.userAgent = userAgent
    }

    /// Asks, and waits for the answer.
    ///
    /// - Parameter cancellation: ends the wait before there is an answer; `nil` for nothing.
    /// - Returns: the answer; `nil` if the wait was cancelled.
    func askAndWait(
        over interface: String, until cancellation: WakeUpEvent?
    ) -> Result<CaptivePortal, CaptivePortalError>? {
        do throws(SystemError) {
            let exchange = try ProbeExchange(
                to: url, over: interface, fields: [("Accept", CaptivePortalReading.mediaType)],
                userAgent: userAgent, patience: Self.patience, CaptivePortalReading())
            return exchange.waitForAnswer(until: cancellation)
        } catch {
            return .failure(CaptivePortalError(error.description))
        }
    }
}

extension HTTPConnectivityProbe {
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
}
