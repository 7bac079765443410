// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Reachability

/// What becomes of paths that may have been seen in the midst of a change.
@Suite struct DoubtTests {
    private static let certain = NetworkPath.unknown
    private static let doubtful = NetworkPath(
        NetworkPath.Parts(decision: NetworkPath.Decision(status: .satisfied), isDoubtful: true))

    private var doubt = Doubt()

    /// The look behind the lock, after which it says whether one more look takes all as it is.
    private mutating func look(at path: NetworkPath, hasChanges: Bool) -> Bool {
        doubt.beginLook()
        let isTaken = doubt.takes(path)
        #expect(isTaken != path.isDoubtful)
        return doubt.endsInLook(hasChanges: hasChanges)
    }

    @Test mutating func whatIsCertainNeedsNoMore() {
        let needsMore = look(at: Self.certain, hasChanges: true)
        #expect(!needsMore)
        #expect(!doubt.isPutOff)
    }

    @Test mutating func whatIsInDoubtIsLookedAtOnceMore() {
        let needsMore = look(at: Self.doubtful, hasChanges: false)
        #expect(needsMore)
        #expect(!doubt.isPutOff)
    }

    @Test mutating func itWaitsForWhatHasBeenToldAndNotForEver() {
        let needsMore = [
            look(at: Self.doubtful, hasChanges: true), look(at: Self.doubtful, hasChanges: true),
        ]
        #expect(needsMore == [false, true])
        #expect(!doubt.isPutOff)
    }

    @Test mutating func whatHasSettledMayBePutOffAgain() {
        let needsMore = [
            look(at: Self.doubtful, hasChanges: true), look(at: Self.certain, hasChanges: true),
            look(at: Self.doubtful, hasChanges: true),
        ]
        #expect(needsMore == [false, false, false])
        #expect(doubt.isPutOff)
        doubt.settle()
        #expect(!doubt.isPutOff && !doubt.isInDoubt)
    }

    /// A look for a new question, while the change may be under way that others were put off for.
    @Test(
        "A look that no change was told for leaves what is in doubt to changes that wait",
        arguments: [
            (true, true, false), (true, false, true), (false, true, false), (false, false, true),
        ])
    mutating func untoldLook(wasPutOff: Bool, hasChanges: Bool, takesAll: Bool) {
        if wasPutOff { _ = look(at: Self.doubtful, hasChanges: true) }
        doubt.beginLook()
        _ = doubt.takes(Self.doubtful)
        let needsMore = doubt.endsInUntoldLook(hasChanges: hasChanges)
        #expect(needsMore == takesAll)
        #expect(doubt.isPutOff == hasChanges)
    }

    /// One of several is enough.
    @Test mutating func aPathInDoubtIsNotForgottenForAnother() {
        doubt.beginLook()
        let taken = [doubt.takes(Self.doubtful), doubt.takes(Self.certain)]
        #expect(taken == [false, true])
        #expect(doubt.isInDoubt)
    }
}
