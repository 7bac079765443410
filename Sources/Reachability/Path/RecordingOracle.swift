// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// Passes questions on and remembers them with their answers.
final class RecordingOracle: RouteOracle {
    private let oracle: any RouteOracle
    private(set) var answers: [(lookup: RouteLookup, answer: RouteAnswer)] = []

    init(_ oracle: any RouteOracle) {
        self.oracle = oracle
    }

    func lookUp(_ lookup: RouteLookup) throws(NetlinkError) -> RouteAnswer {
        let answer = try oracle.lookUp(lookup)
        answers.append((lookup, answer))
        return answer
    }
}
