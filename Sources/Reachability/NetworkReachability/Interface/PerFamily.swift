// SPDX-License-Identifier: Apache-2.0

/// A value for each address family. (A dictionary would hash the family at each access.)
struct PerFamily<Value> {
    var ipv4: Value
    var ipv6: Value

    /// Creates the same value for both families.
    init(_ value: Value) {
        ipv4 = value
        ipv6 = value
    }

    subscript(family: IPAddress.Family) -> Value {
        get {
            switch family {
            case .ipv4: ipv4
            case .ipv6: ipv6
            }
        }
        set {
            switch family {
            case .ipv4: ipv4 = newValue
            case .ipv6: ipv6 = newValue
            }
        }
    }

    /// Both values, IPv4's first.
    var inOrder: [Value] { [ipv4, ipv6] }

    /// Whether one of the values satisfies a condition.
    func contains(where holds: (Value) -> Bool) -> Bool { holds(ipv4) || holds(ipv6) }

    /// Transforms both values.
    func map<Other>(_ transform: (Value) -> Other) -> PerFamily<Other> {
        var other = PerFamily<Other>(transform(ipv4))
        other.ipv6 = transform(ipv6)
        return other
    }
}

extension PerFamily: Sendable where Value: Sendable {}
extension PerFamily: Equatable where Value: Equatable {}
extension PerFamily: Hashable where Value: Hashable {}
