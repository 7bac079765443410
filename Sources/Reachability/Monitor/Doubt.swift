// SPDX-License-Identifier: Apache-2.0

/// What becomes of paths that may have been seen in the midst of a change
/// (``NetworkPath/isDoubtful``): each look leaves them as they were, until one comes that takes them as
/// they are.
struct Doubt: Sendable {
    /// Whether such a path waits for changes that have been told, and not been taken in.
    private(set) var isPutOff = false
    /// Whether the look that is under way has left one as it was.
    private(set) var isInDoubt = false

    /// A look begins.
    mutating func beginLook() { isInDoubt = false }

    /// Whether the look takes a path.
    mutating func takes(_ path: NetworkPath) -> Bool {
        if path.isDoubtful { isInDoubt = true }
        return !path.isDoubtful
    }

    /// Nothing waits any more: what was in doubt has been taken, or nothing was.
    mutating func settle() { self = Doubt() }

    /// Whether the last look, behind the kernel's lock, is to be followed by one more that takes all paths
    /// as they are. What has been told meanwhile may settle them; but a storm must not put that off for
    /// ever.
    mutating func endsInLook(hasChanges: @autoclosure () -> Bool) -> Bool {
        isPutOff = isInDoubt && !isPutOff && hasChanges()
        return isInDoubt && !isPutOff
    }

    /// The same after a look that nothing was told for: somebody asks another question, or all was read afresh.
    /// What has been told is taken in soon, so that this look puts nothing off for ever.
    mutating func endsInUntoldLook(hasChanges: @autoclosure () -> Bool) -> Bool {
        isPutOff = isInDoubt && hasChanges()
        return isInDoubt && !isPutOff
    }
}
