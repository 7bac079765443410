// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import NetworkReachability
internal import TransferRules

/// Performs what the machine of a transfer decides.
///
/// A worker treats the drivers of downloads and of uploads in the same way. A driver calls
/// ``TransferWorker/forgetIfIdle(_:)`` after each use of its machine.
protocol TransferDriver: AnyObject, SendableMetatype {
    associatedtype Machine: TransferMachine

    /// The part of the driver that downloads and uploads have in common.
    var context: DriverContext { get }
    var machine: Machine { get set }
    /// The number of bytes that are there: received, or sent.
    var bytes: Int64 { get }
    /// When ``tend(now:)`` must be called, in milliseconds since 1970; `nil` if nothing is due.
    var due: Int64? { get }

    /// Carries out steps in their order. If one fails, the others are dropped.
    func perform(_ steps: [Machine.Step])
    /// Handles a destination that another transfer already writes.
    func destinationTaken(by other: Transfer.ID)
    /// Does what is due.
    func tend(now: Int64)
    /// Notes that the clock was set.
    func clockWasSet(now: Int64)

    /// Decides by the header of an answer.
    func responded(_ response: ServerResponse)
    /// Takes a part of an answer's content.
    func received(_ bytes: RawSpan)
    /// Notes how many bytes of a request's content have gone.
    func sent(_ count: Int64)
}

extension TransferDriver {
    var id: Transfer.ID { context.id }
    var worker: TransferWorker { context.worker }
    /// Milliseconds since 1970.
    var now: Int64 { worker.now }
    /// The transfer as it is to be stored.
    var record: TransferRecord { machine.record }
    /// Whether the machine holds nothing any more.
    var isIdle: Bool { machine.isIdle }

    /// Begins an attempt.
    func begin(isElsewhere: Bool) { perform(machine.begin(now: now, isElsewhere: isElsewhere)) }

    /// Stops the transfer.
    func leave(_ exit: AttemptExit) { perform(machine.leave(exit, now: now)) }

    /// Takes a change that another process has stored while the transfer runs.
    func take(_ newer: TransferRecord) {
        guard !overrule(by: newer), !newer.isStopped, newer.state != record.state else { return }
        // The user has paused and resumed it before the worker looked. It goes on, and the store must say so again.
        _ = save(record.state == .running ? [.init(.started)] : [])
        worker.forgetIfIdle(self)
    }

    /// Takes a change that another process has stored, and stops the transfer if that says so.
    ///
    /// - Returns: whether it stops.
    func overrule(by newer: TransferRecord) -> Bool {
        let steps = machine.overruled(by: newer, now: now)
        // Nothing else happens to a machine that holds nothing until its record is stored.
        guard !steps.isEmpty else { return false }
        perform(steps)
        return true
    }

    /// Handles the end of an exchange.
    func ended(_ failure: HTTPError?) { perform(machine.ended(failure, now: now)) }
}

// MARK: - Steps

/// The steps that downloads and uploads share.
extension TransferDriver {
    /// Stores the record, with these events.
    ///
    /// - Returns: whether the next step is still wanted.
    func save(_ notes: [TransferEvent.Note]) -> Bool {
        do {
            while true {
                switch try worker.store.save(record, notes, now: now) {
                case .saved(let record):
                    worker.noteOwnChange(upTo: record.revision, count: 1)
                    machine.stored(revision: record.revision)
                    return true
                case .newer(let newer):
                    if overrule(by: newer) { return false }
                case .taken(let other):
                    destinationTaken(by: other)
                    return false
                case .gone:
                    disconnect()
                    worker.abandon(self)
                    return false
                }
            }
        } catch {
            worker.failure = worker.failure ?? error
            return false
        }
    }

    /// Sends a request, if the path to the server meets the conditions; else the transfer stops.
    ///
    /// - Parameters:
    ///   - address: where it goes; `nil` for the address that the user gave.
    ///   - isTrusted: whether the user's name and password may be sent there.
    ///   - prepare: completes the request.
    func send(
        to address: ResolvedAddress?, isTrusted: Bool, prepare: (inout HTTPRequest) -> Void
    ) {
        guard worker.failure == nil else { return }
        let url: URLParts
        do throws(URLParts.ParseError) {
            url =
                if let address { try URLParts(address.url) } else { context.url }
        } catch {
            return ended(.unsupported("the address cannot be used"))
        }
        let isKnown =
            worker.key(url, record).host != nil || record.condition.host != nil
            // An exchange over a proxy that has no host fails.
            || worker.proxies.proxy(for: url) != nil
        guard isKnown else {
            return ended(
                .unsupported("the address has no host whose path could be looked up"))
        }
        let gate = enter(url)
        worker.conditions.settle(gate)
        // The path to an address that libcurl would find was not evaluated.
        if !context.isUnconditional,
            let failure = worker.conditions.lookupFailure(
                of: gate, age: context.failureAge(now: now))
        {
            return ended(.connection(failure.description))
        }
        switch worker.gate(gate, isUnconditional: context.isUnconditional, now: now) {
        case .open, .opens: break
        // Which path leads to the server is known when its name is looked up.
        case .pending: return leave(.requeued)
        case .closed(let reasons): return leave(.wait(reasons))
        }
        var message = HTTPRequest(url: url)
        message.credentials = isTrusted ? context.secrets.credentials : nil
        message.usesNetrc = isTrusted && context.secrets.usesNetrc == true
        prepare(&message)
        let path = worker.conditions.path(of: gate)
        context.interface = path?.primary?.name
        if let path, record.condition.isBound(to: path) {
            message.interface = path.primary?.name
        }
        let exchange = DriverContext.Exchange(self, url)
        let id = context.engine.start(message, handler: exchange)
        exchange.id = id
        context.exchange = id
    }

    /// Returns the gate of the server that is connected to.
    private func enter(_ url: URLParts) -> Int {
        worker.leaveRedirection(context)
        let gate = worker.conditions.acquire(worker.key(url, record))
        context.gate = gate
        if context.candidate.gates.contains(gate) {
            worker.conditions.release(gate)
        } else {
            context.redirectionGate = gate
        }
        return gate
    }

    /// Closes the connection at once.
    func disconnect() {
        context.interface = nil
        context.gate = nil
        guard let exchange = context.exchange else { return }
        context.exchange = nil
        context.engine.cancel(exchange)
    }

    /// Sends the progress of the transfer to all connected programs, at most four times a second.
    func sendProgress() {
        guard context.meter.measure(bytes, at: MonotonicClock.milliseconds),
            worker.server.hasClients
        else { return }
        worker.server.send(self, sequence: worker.lastSequence, now: now)
    }
}

extension Condition {
    /// Whether a connection must not leave the interface of its path. Of a tunnel the kernel decides what carries it.
    fileprivate func isBound(to path: NetworkPath) -> Bool {
        isAboutInterface && !path.isVPN && path.primary?.type != .loopback
    }
}
