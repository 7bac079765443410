// SPDX-License-Identifier: Apache-2.0

extension NetworkPath.Parts {
    /// Creates the parts of a path from what xdg-desktop-portal says: there are no interfaces.
    ///
    /// - Parameters:
    ///   - report: what the portal says. It is about the internet, and counts for every host.
    ///   - allowsAll: whether interfaces of every type count. If not, no path is known over those that do.
    ///   - hasNameServer: whether a name server is configured.
    init(_ report: DesktopPortalReport, allowsAll: Bool, hasNameServer: Bool) {
        kernelRefusal = report.refusal
        guard report.isSatisfied, allowsAll else {
            decision = NetworkPath.Decision(
                status: .unsatisfied,
                unsatisfiedReason: report.isSatisfied ? .noInterface : .noRoute)
            return
        }
        decision = NetworkPath.Decision(
            status: .satisfied, connection: .other, supportsDNS: hasNameServer,
            metered: report.metered, connectivity: report.finding)
    }
}

extension DesktopPortalReport {
    /// Whether there is a route to the internet. Behind a captive portal, a network does not count as available (of
    /// NetworkManager's states, only `NM_STATE_CONNECTED_GLOBAL` does), but there is a route.
    fileprivate var isSatisfied: Bool { isAvailable || finding.value != .unknown }

    /// The portal does not know that a network is free, and what it calls metered may be a guess.
    fileprivate var metered: Metered {
        isMetered
            ? Metered(
                .guessYes, source: .desktopPortal, detail: "xdg-desktop-portal says it is metered")
            : Metered(
                .unknown, source: .desktopPortal,
                detail: "xdg-desktop-portal does not say that it is metered")
    }

    /// What has been found out. That the internet answers may be a guess by the routes.
    fileprivate var finding: NetworkPath.Connectivity {
        switch connectivity {
        case Self.limited: NetworkPath.Connectivity(.limited, source: .desktopPortal)
        case Self.captivePortal: NetworkPath.Connectivity(.portal, source: .desktopPortal)
        default: .unknown
        }
    }

    /// What the portal says, in words.
    var text: String {
        let says =
            switch connectivity {
            case Self.limited: "the network is limited"
            case Self.captivePortal: "the network has a captive portal"
            default: isAvailable ? "a network is available" : "no network is available"
            }
        return isMetered ? "\(says), and is metered" : says
    }
}
