// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What the looks that a change calls for ask of the routing.
extension NetworkState.Consequence.Looks {
    /// What may be answered otherwise now.
    var part: RouteLookupBatch.Part {
        switch self {
        case .once(let family): .family(family)
        // There may be no entry any more to ask about.
        case .untilGone(let family): .choices(family)
        case .twice(let family): family.map(RouteLookupBatch.Part.choices) ?? .all
        }
    }

    /// Whether no look is left after the first.
    ///
    /// - Parameter seesChange: whether that one sees a change that was there before it.
    func areDone(seesChange: Bool) -> Bool {
        switch self {
        case .once: true
        case .untilGone: seesChange
        case .twice: false
        }
    }
}
