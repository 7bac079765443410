// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The requests that are under way. Equal ones are sent once, and all who ask get the one result (single flight).
///
/// A flight belongs to those who wait for it. When the last one is cancelled, so is the flight. One who only runs out of
/// patience leaves the flight alone: its answer is stored for the next time.
final class Flights<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// What a flight comes to.
    typealias Landing = Result<Value, any Error>
    private typealias Continuation = CheckedContinuation<Landing?, Never>

    private struct Flight {
        let key: Key
        var task: Task<Void, Never>?
        /// Those who have come; `nil` for one who does not wait yet.
        var guests: [Int: Continuation?] = [:]
        /// What it came to, for those who do not wait yet.
        var landing: Landing?
        /// Whether the result is wanted by somebody who does not wait for it.
        var goesOn = false
    }

    private struct State {
        var flights: [Int: Flight] = [:]
        /// The flights that have not landed, and that others can wait for.
        var current: [Key: Int] = [:]
        var lastNumber = 0

        /// Has nobody wait for a flight any more. Another one may have taken its place already.
        mutating func end(_ number: Int, _ key: Key) {
            if current[key] == number { current[key] = nil }
        }
    }

    private struct Ticket {
        let flight: Int
        let guest: Int
    }

    private let state = Lock(State())

    /// The number of those who wait for a flight.
    func guests(of key: Key) -> Int {
        state.withLock { state in
            state.current[key].flatMap { state.flights[$0]?.guests.count } ?? 0
        }
    }

    /// Has those who come from now on not wait for flights that are under way.
    func close(where isConcerned: (Key) -> Bool) {
        state.withLock { state in
            state.current = state.current.filter { !isConcerned($0.key) }
        }
    }

    /// Waits for the result of a flight, which begins if there is none.
    ///
    /// - Parameters:
    ///   - patienceEnds: returns when the result is not waited for any longer; `nil` to wait for as long as the flight
    ///     takes. Its task is cancelled when the result is there.
    ///   - begin: makes the result.
    /// - Returns: `nil` if the patience is over.
    /// - Throws: `CancellationError` if the caller's task was cancelled.
    func landing(
        of key: Key, until patienceEnds: (@Sendable () async -> Void)? = nil,
        begin: @escaping @Sendable () async throws -> Value
    ) async throws -> Landing? {
        try Task.checkCancellation()
        let ticket = enter(key, begin)
        let patience = patienceEnds.map { patienceEnds in
            Task {
                await patienceEnds()
                if !Task.isCancelled { self.leave(ticket, goesOn: true) }
            }
        }
        defer { patience?.cancel() }
        let landing = await withTaskCancellationHandler {
            await withCheckedContinuation { wait(ticket, $0) }
        } onCancel: {
            leave(ticket, goesOn: false)
        }
        try Task.checkCancellation()
        return landing
    }

    private func enter(_ key: Key, _ begin: @escaping @Sendable () async throws -> Value) -> Ticket
    {
        state.withLock { state in
            state.lastNumber += 1
            let guest = state.lastNumber
            if let number = state.current[key] {
                state.flights[number]?.guests[guest] = .some(nil)
                return Ticket(flight: number, guest: guest)
            }
            state.lastNumber += 1
            let number = state.lastNumber
            var flight = Flight(key: key)
            flight.guests[guest] = .some(nil)
            // It may be over before this function is, and then waits for the lock.
            flight.task = Task {
                let landing: Landing
                do { landing = .success(try await begin()) } catch { landing = .failure(error) }
                self.land(number, landing)
            }
            state.flights[number] = flight
            state.current[key] = number
            return Ticket(flight: number, guest: guest)
        }
    }

    private func wait(_ ticket: Ticket, _ continuation: Continuation) {
        let (isOver, landing) = state.withLock { state -> (Bool, Landing?) in
            // Who is no longer a guest has left already.
            guard var flight = state.flights[ticket.flight], flight.guests[ticket.guest] != nil
            else { return (true, nil) }
            guard let landing = flight.landing else {
                state.flights[ticket.flight]?.guests[ticket.guest] = continuation
                return (false, nil)
            }
            flight.guests[ticket.guest] = nil
            state.flights[ticket.flight] = flight.guests.isEmpty ? nil : flight
            return (true, landing)
        }
        if isOver { continuation.resume(returning: landing) }
    }

    private func leave(_ ticket: Ticket, goesOn: Bool) {
        let (continuation, task) = state.withLock {
            state -> (Continuation?, Task<Void, Never>?) in
            guard var flight = state.flights[ticket.flight],
                let guest = flight.guests.removeValue(forKey: ticket.guest)
            else { return (nil, nil) }
            if goesOn { flight.goesOn = true }
            let isAbandoned = flight.guests.isEmpty && !flight.goesOn
            state.flights[ticket.flight] =
                isAbandoned || (flight.landing != nil && flight.guests.isEmpty) ? nil : flight
            guard isAbandoned, flight.landing == nil else { return (guest, nil) }
            state.end(ticket.flight, flight.key)
            return (guest, flight.task)
        }
        continuation?.resume(returning: nil)
        task?.cancel()
    }

    private func land(_ number: Int, _ landing: Landing) {
        let waiting = state.withLock { state -> [Continuation] in
            guard var flight = state.flights[number] else { return [] }
            state.end(number, flight.key)
            flight.landing = landing
            let waiting = flight.guests.values.compactMap(\.self)
            flight.guests = flight.guests.filter { $0.value == nil }
            state.flights[number] = flight.guests.isEmpty ? nil : flight
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: landing) }
    }
}
