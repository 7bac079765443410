// SPDX-License-Identifier: Apache-2.0

/// A message that does not keep to its format.
package enum DecodingError: Error, Hashable, Sendable {
    /// Fewer bytes than the part named needs.
    case truncated(String)
    /// An attribute whose length cannot be (`rta_len`, `nla_len`).
    case attributeLength(Int)
    /// A message of another type (`nlmsg_type`) than was asked for.
    case messageType(UInt16)
    /// A next hop whose length cannot be (`rtnh_len`).
    case nextHopLength(Int)
    /// A prefix that is longer than an address (`rtm_dst_len`).
    case prefixLength(UInt8)
}

extension DecodingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .truncated(let part): "malformed message: \(part) is cut short"
        case .attributeLength(let length): "malformed message: an attribute has length \(length)"
        case .messageType(let type): "malformed message: unexpected type \(type)"
        case .nextHopLength(let length): "malformed message: a next hop has length \(length)"
        case .prefixLength(let length): "malformed message: a prefix has length \(length)"
        }
    }
}
