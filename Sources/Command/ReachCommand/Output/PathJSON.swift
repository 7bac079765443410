// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import NetworkReachability

/// The objects of the JSON format.
extension JSONWriter {
    /// Writes the members that begin every line: `schema` and `time`.
    mutating func writeStamp() {
        member("schema", 1)
        member("time", Timestamp(milliseconds: RealTimeClock.milliseconds))
    }

    /// Writes the members of a path.
    mutating func writeMembers(of path: NetworkPath, interfaces: [NetworkInterface]) {
        writeMembers(of: path) { json in json.array(interfaces) { $0.write($1) } }
    }

    /// Writes the members of a path. The closure writes the value of the last one, `interfaces`.
    mutating func writeMembers(
        of path: NetworkPath,
        _ writeInterfaces: (inout JSONWriter) throws -> Void
    ) rethrows {
        member("status", code: path.status.rawValue)
        member("unsatisfiedReason", code: path.unsatisfiedReason?.rawValue)
        key("connectivity")
        write(path.connectivity)
        member("isRoaming", flag: path.isRoaming)
        member("connection", code: path.connection.rawValue)
        member("primary", path.nameOfPrimary)
        member("underlay", path.namesOfUnderlay)
        member("isVPN", path.isVPN)
        member("isDegraded", path.isDegraded)
        member("isConstrained", path.isConstrained)
        member("supportsIPv4", path.supportsIPv4)
        member("supportsIPv6", path.supportsIPv6)
        member("supportsDNS", path.supportsDNS)
        key("gateways")
        array(path.gateways) { $0.value($1.description) }
        key("metered")
        write(path.metered)
        key("interfaces")
        try writeInterfaces(&self)
    }

    private mutating func write(_ connectivity: NetworkPath.Connectivity) {
        object { json in
            json.member("value", code: connectivity.value.rawValue)
            json.member("source", code: connectivity.source.rawValue)
            json.member("portal", connectivity.portal)
        }
    }

    private mutating func write(_ metered: Metered) {
        object { json in
            json.member("value", code: metered.value.rawValue)
            json.member("isExpensive", metered.isExpensive)
            json.member("source", code: metered.source.rawValue)
            json.member("detail", metered.detail)
        }
    }

    /// Writes an interface as an object.
    ///
    /// - Parameters:
    ///   - interface: the interface.
    ///   - quality: the quality of its link, which only the status has; `nil` elsewhere.
    mutating func write(_ interface: NetworkInterface, _ quality: LinkQuality? = nil) {
        object { json in
            json.writeOwnMembers(of: interface)
            json.writeCarried(ipv4: interface.carriesIPv4, ipv6: interface.carriesIPv6)
            json.writeCost(of: interface)
            if let quality {
                json.member("signal", number: quality.signal)
                json.member("linkSpeed", number: quality.speed)
            }
        }
    }

    /// Writes the members of an interface that do not depend on routes.
    mutating func writeOwnMembers(of interface: NetworkInterface) {
        member("name", interface.name)
        member("index", interface.index)
        member("type", code: interface.type.rawValue)
        member("kind", interface.kind)
        member("ssid", interface.ssid)
        member("isVirtual", interface.isVirtual)
        member("isUp", interface.isUp)
        member("hasCarrier", interface.hasCarrier)
        member("operationalState", code: interface.operationalState.description)
        member("mtu", interface.mtu)
        member("hardwareAddress", code: interface.hardwareAddress?.description)
        key("addresses")
        array(interface.addresses) { $0.write($1) }
        member("lowerInterfaces", interface.lowerInterfaces)
    }

    /// Writes `carriesIPv4` and `carriesIPv6`.
    mutating func writeCarried(ipv4: Bool, ipv6: Bool) {
        member("carriesIPv4", ipv4)
        member("carriesIPv6", ipv6)
    }

    /// Writes `metered`, `confidence` and `isRoaming`.
    mutating func writeCost(of interface: NetworkInterface) {
        key("metered")
        write(interface.metered)
        member("confidence", code: interface.confidence.rawValue)
        member("isRoaming", flag: interface.isRoaming)
    }

    private mutating func write(_ address: InterfaceAddress) {
        object { json in
            json.member("address", code: address.address.description)
            if let peer = address.peer { json.member("peer", code: peer.description) }
            json.member("prefixLength", address.prefixLength)
            json.member("scope", code: address.scope.description)
            json.key("flags")
            json.array(address.flags.names) { $0.value(code: $1) }
        }
    }

    /// Writes the member `captivePortal`: what the API of the captive portal says, or `null`.
    mutating func write(_ portal: CaptivePortal?) {
        key("captivePortal")
        guard let portal else { return literal("null") }
        object { json in
            json.member("isCaptive", portal.isCaptive)
            json.member("userPortalURL", portal.userPortalURL)
            json.member("venueInfoURL", portal.venueInfoURL)
            json.member("canExtendSession", flag: portal.canExtendSession)
            json.member("secondsRemaining", number: portal.secondsRemaining.map(Int.init))
            json.member("bytesRemaining", number: portal.bytesRemaining.map(Int.init))
        }
    }

    /// Writes an answer of an explanation as an object.
    mutating func write(_ answer: PathExplanation.Answer) {
        object { json in
            json.member("subject", answer.subject)
            json.member("question", answer.question.rawValue)
            json.member("answer", answer.answer)
            json.member("confidence", answer.confidence?.rawValue)
            json.key("evidence")
            json.array(answer.evidence) { json, evidence in
                json.object { json in
                    json.member("source", evidence.source.rawValue)
                    json.member("fact", evidence.fact)
                    json.member("decided", evidence.decided)
                }
            }
        }
    }
}
