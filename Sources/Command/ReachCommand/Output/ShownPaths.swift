// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// The paths that a program shows one after the other, each with the difference from the one before.
struct ShownPaths {
    /// A path as it is shown. (A class, because it is kept and exchanged as a whole.)
    final class ShownState: Encodable {
        let path: NetworkPath
        fileprivate let shown: ShownInterfaces
        /// The JSON of the path; `nil` if it is too long to be kept.
        private lazy var json =
            shown.count <= Self.maximum
            ? WrittenJSON(ShownPath(path, interfaces: shown, isEvent: true)) : nil

        /// The maximum number of interfaces of a path whose JSON is kept.
        private static let maximum = 32

        fileprivate init(_ path: NetworkPath, _ shown: ShownInterfaces) {
            self.path = path
            self.shown = shown
        }

        func encode(to encoder: any Encoder) throws {
            if let json { return try json.encode(to: encoder) }
            try ShownPath(path, interfaces: shown, isEvent: true).encode(to: encoder)
        }
    }

    /// The first path, or a change to another one.
    struct Step {
        let path: ShownState
        /// The difference from the path before; `nil` for the first path.
        let change: PathChange?
        /// The number of resyncs until now.
        fileprivate let resyncs: Int
    }

    let choice: NetworkPath.Choice
    /// The path that was shown last.
    private(set) var last: ShownState?
    /// The path before the last one. A flapping route alternates between two paths.
    private var former: ShownState?
    /// The number of resyncs at the last path.
    private var resyncs = 0

    /// - Parameter choice: which interfaces are shown.
    init(_ choice: NetworkPath.Choice) { self.choice = choice }

    /// Returns whether a path may differ in something that is shown. Cheaper than composing it.
    mutating func mayDiffer(_ path: NetworkPath?) -> Bool {
        guard let path else { return false }
        guard let last else { return true }
        let choice = choice
        if path.isDecided(like: last.path),
            !path.showsOtherInterfaces(than: last.path, where: { $0.shows($1, choice) })
        {
            // Changes that are not shown must not accumulate.
            self.last = ShownState(path, last.shown)
            return false
        }
        return true
    }

    /// Returns the step to a path; `nil` if nothing that is shown has changed. ``note(_:)`` takes the step.
    ///
    /// - Parameters:
    ///   - path: the current path.
    ///   - resyncs: how often the state was read again until now.
    ///   - comparesDescriptions: whether other words for the same reason are a change, too.
    mutating func step(
        to path: NetworkPath, resyncs: Int = 0, comparesDescriptions: Bool = false
    ) -> Step? {
        let printed = compose(path)
        guard let last else { return Step(path: printed, change: nil, resyncs: resyncs) }
        let change = PathChange(
            from: last.path, to: path, isResync: resyncs > self.resyncs,
            showsOthers: !printed.shown.isWritten(like: last.shown))
        if let change = change
            ?? (comparesDescriptions ? PathChange(ofDescriptionFrom: last.path, to: path) : nil)
        {
            return Step(path: printed, change: change, resyncs: resyncs)
        }
        (self.last, former) = (printed, last)
        return nil
    }

    /// Notes that a step was shown.
    mutating func note(_ step: Step) {
        (last, former) = (step.path, last)
        resyncs = step.resyncs
    }

    /// Returns a path as it is shown.
    private func compose(_ path: NetworkPath) -> ShownState {
        if let former, former.path.isIdentical(to: path) { return former }
        var shown = last?.shown ?? ShownInterfaces()
        shown.update(former: former?.shown) { path.forEachShowing(choice, beside: last?.path, $0) }
        return ShownState(path, shown)
    }
}
