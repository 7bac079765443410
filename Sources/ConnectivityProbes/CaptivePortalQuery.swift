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
    /// - Parameter address: the address that the network tells (RFC 8910).
    /// - Returns: `nil` if the address is not one of an API, which must be one of `https` (RFC 8908, section 4.1).
    package init?(_ address: String, userAgent: String) {
        guard let url = try? URLParts(address), url.scheme == .https else { return nil }
        self.url = url
        self.userAgent = userAgent
    }

    /// Asks, and waits for the answer.
    package func askAndWait(
        over interface: String
    ) -> Result<CaptivePortal, CaptivePortalFailure> {
        do throws(SystemError) {
            let exchange = try ProbeExchange(
                to: url, over: interface, fields: [("Accept", CaptivePortalReading.mediaType)],
                userAgent: userAgent, patience: Self.patience, CaptivePortalReading())
            return exchange.waitForAnswer() ?? .failure(CaptivePortalFailure("cancelled"))
        } catch {
            return .failure(CaptivePortalFailure(error.description))
        }
    }
}

extension HTTPConnectivityProbe {
    /// The maximum duration of both requests, in milliseconds. Whoever waits for the result gives up half a second later.
    private static let patienceForBoth = patience - 500

    /// Asks the API of a captive portal, and checks unless the portal holds packets back. Waits for the result.
    ///
    /// - Parameter portal: the address of the API, if the network tells one.
    package func checkAndWait(over interface: String, portal: String?) -> ConnectivityAnswer {
        let query = portal.flatMap { CaptivePortalQuery($0, userAgent: userAgent) }
        guard let query else { return checkAndWait(over: interface) }
        let end = MonotonicClock.milliseconds + Self.patienceForBoth
        func check() -> ConnectivityAnswer {
            let rest = Int64(MonotonicClock.milliseconds(until: end))
            return checkAndWait(over: interface, patience: max(rest, 0))
        }
        switch query.askAndWait(over: interface) {
        case .success(let portal) where portal.isCaptive:
            return ConnectivityAnswer(
                .portal, detail: "the API of the captive portal says so", captivePortal: portal)
        case .success(let portal):
            var answer = check()
            answer.captivePortal = portal
            return answer
        case .failure(let failure):
            var answer = check()
            answer.detail += "; the API of the captive portal does not say: \(failure)"
            return answer
        }
    }
}
