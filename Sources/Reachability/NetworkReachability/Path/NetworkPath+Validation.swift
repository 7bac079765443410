// SPDX-License-Identifier: Apache-2.0

extension NetworkPath {
    /// What a connectivity check of the path is about; `nil` if the path is unsatisfied.
    package var validationSubject: ValidationSubject? {
        guard let primary else { return nil }
        var subject = ValidationSubject(interface: primary.name, index: primary.index)
        subject.families = decision.primaries
        subject.underlay = namesOfUnderlay
        subject.gateways = gateways.map(\.description)
        // The server behind a tunnel may be asked, and would not know this machine.
        subject.portal = isVPN ? nil : connectivity.portal
        subject.networks = decision.used.compactMap { interface($0)?.ssid }
        return subject
    }

    /// Returns the path with another result of a connectivity check. The address of the portal stays.
    ///
    /// - Parameter connectivity: the result; `nil` for the path's own one.
    package func validated(_ connectivity: Connectivity?) -> NetworkPath {
        guard let connectivity, isSatisfied else { return self }
        return deciding { decision in
            decision.connectivity = Connectivity(
                connectivity.value, source: connectivity.source,
                portal: decision.connectivity.portal)
        }
    }
}
