// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Reachability

/// The objects of the command's contract.
extension JSONWriter {
    /// What every line begins with.
    mutating func writeStamp() {
        member("schema", 1)
        member("time", Timestamp(milliseconds: WallClock.milliseconds).description)
    }

    /// The members of a path.
    mutating func writeMembers(of path: NetworkPath, interfaces: [NetworkInterface]) {
        writeMembers(of: path) { json in json.array(interfaces) { $0.write($1) } }
    }

    /// The members of a path, of which `writeInterfaces` writes the last one's value.
    mutating func writeMembers(
        of path: NetworkPath,
        _ writeInterfaces: (inout JSONWriter) -> Void
    ) {
        member("status", path.status.rawValue)
        member("unsatisfiedReason", path.unsatisfiedReason?.rawValue)
        member("connection", path.connection.rawValue)
        member("primary", path.nameOfPrimary)
        member("underlay", path.namesOfUnderlay)
        member("isVPN", path.isVPN)
        member("isDegraded", path.isDegraded)
        member("isConstrained", path.isConstrained)
        member("supportsIPv4", path.supportsIPv4)
        member("supportsIPv6", path.supportsIPv6)
        member("supportsDNS", path.supportsDNS)
        member("gateways", path.gateways.map(\.description))
        key("metered")
        write(path.metered)
        key("interfaces")
        writeInterfaces(&self)
    }

    private mutating func write(_ metered: Metered) {
        object { json in
            json.member("value", metered.value.rawValue)
            json.member("isExpensive", metered.isExpensive)
            json.member("source", metered.source.rawValue)
            json.member("detail", metered.detail)
        }
    }

    /// An interface.
    mutating func write(_ interface: NetworkInterface) {
        object { json in
            json.member("name", interface.name)
            json.member("index", interface.index)
            json.member("type", interface.type.rawValue)
            json.member("kind", interface.kind)
            json.member("ssid", interface.ssid)
            json.member("isVirtual", interface.isVirtual)
            json.member("isUp", interface.isUp)
            json.member("hasCarrier", interface.hasCarrier)
            json.member("operationalState", interface.operationalState.description)
            json.member("mtu", interface.mtu)
            json.member("hardwareAddress", interface.hardwareAddress?.description)
            json.key("addresses")
            json.array(interface.addresses) { $0.write($1) }
            json.member("lowerInterfaces", interface.lowerInterfaces)
            json.member("carriesIPv4", interface.carriesIPv4)
            json.member("carriesIPv6", interface.carriesIPv6)
            json.key("metered")
            json.write(interface.metered)
            json.member("confidence", interface.confidence.rawValue)
        }
    }

    private mutating func write(_ address: InterfaceAddress) {
        object { json in
            json.member("address", address.address.description)
            json.member("prefixLength", address.prefixLength)
            json.member("scope", address.scope.description)
            json.member("flags", address.flags.names)
        }
    }

    /// One answer of an answer.
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
