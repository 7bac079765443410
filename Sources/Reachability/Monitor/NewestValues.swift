// SPDX-License-Identifier: Apache-2.0

/// The values of something that tells when they may differ: the value as it is, then the newest one
/// whenever it is another. Who is slow misses what came between. Iterators are made of it.
struct NewestValues<Value: Equatable> {
    private var signals: AsyncStream<Void>.Iterator
    private var last: Value?
    /// The value now; `nil` if there is none yet. It holds what tells: a sequence may be a temporary
    /// value.
    private let newest: () -> Value?

    /// - Parameters:
    ///   - signals: each tells that the value may differ; their end is the end.
    ///   - newest: the value now.
    init(_ signals: AsyncStream<Void>, newest: @escaping () -> Value?) {
        self.signals = signals.makeAsyncIterator()
        self.newest = newest
    }

    /// Waits for a value that differs from the last one; `nil` at the end.
    mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
        while await signals.next(isolation: actor) != nil {
            guard let value = newest(), value != last else { continue }
            last = value
            return value
        }
        return nil
    }
}
