// SPDX-License-Identifier: Apache-2.0

import Reachability

/// What the user has set: who pays for what, and which addresses stand for the internet.
struct Configuration: Sendable, Hashable {
    /// The user's own word on interfaces and networks.
    var overrides: [InterfaceOverride] = []
    /// The addresses that stand for the internet.
    var probes = PathProbes.standard

    /// What a path is asked for.
    var question: PathQuestion { PathQuestion(probes: probes, overrides: overrides) }
}
