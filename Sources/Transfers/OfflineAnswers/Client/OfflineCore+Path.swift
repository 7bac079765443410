// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import NetworkReachability
internal import ReachabilityFoundation

/// What a client knows of the path to a server.
extension OfflineCore {
    /// Whether the network may be used now.
    ///
    /// If the constraints demand a validated path that has not been checked yet, the call waits for the first result.
    ///
    /// - Parameter decision: what would use the network; `nil` for a request that is sent in any case.
    func path(
        to request: CacheRequest, _ constraints: NetworkConstraints,
        _ decision: AnswerDecision? = nil
    ) async -> AnswerDecision.Path {
        var patience = Self.validationPatience
        if let decision {
            // What asks no server waits neither for a check nor for the addresses of the host.
            guard case .ask(let within) = decision.opening(.open) else {
                return AnswerDecision.Path(constraints, paths.internet.monitor.currentPath)
            }
            if let within, decision.stored != nil { patience = min(patience, within) }
        }
        return await path(toHost: request.host, constraints, within: patience)
    }

    private func path(
        toHost host: String?, _ constraints: NetworkConstraints, within patience: Duration
    ) async -> AnswerDecision.Path {
        let server = await paths.path(to: host, constraints)
        let path = AnswerDecision.Path(constraints, server.monitor.currentPath)
        guard case .barred(let reasons) = path, reasons.allSatisfy(\.isUnchecked) else {
            return path
        }
        return await validated(server.monitor, constraints, within: patience)
    }

    /// Checks the path to the server that a redirection leads to. It can differ from the path to the first server.
    ///
    /// - Throws: ``PathLossError`` if it does not meet the constraints.
    func checkRedirection(
        of request: CacheRequest, to next: URLRequest, _ constraints: NetworkConstraints
    ) async throws {
        guard let url = next.url, url.origin != request.origin else { return }
        let host = url.host(percentEncoded: false)
        if case .barred(let reasons) = await path(
            toHost: host, constraints, within: Self.validationPatience)
        {
            throw PathLossError(reasons: reasons, isOfRedirection: true)
        }
    }

    /// How long a check of the path is waited for. A probe takes up to ten seconds.
    private static let validationPatience = Duration.seconds(12)

    /// Has the path checked, and waits for the result.
    private func validated(
        _ monitor: PathMonitor, _ constraints: NetworkConstraints, within patience: Duration
    ) async -> AnswerDecision.Path {
        let timer = clock.timer(patience)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await timer() }
            group.addTask {
                var paths = PathMonitor.AsyncIterator(monitor, validates: true)
                while await paths.next() != nil, monitor.awaitsValidation {}
            }
            await group.next()
            group.cancelAll()
        }
        return AnswerDecision.Path(constraints, monitor.currentPath)
    }

    /// Runs a request, and ends it when the path to its server is lost.
    ///
    /// - Throws: ``PathLossError``, or what the request throws.
    func unlessPathIsLost<Value: Sendable>(
        to request: CacheRequest, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask { [self] in
                guard let reasons = await loss(of: request) else { return nil }
                throw PathLossError(reasons: reasons)
            }
            defer { group.cancelAll() }
            while let value = try await group.next() {
                if let value { return value }
            }
            throw CancellationError()
        }
    }

    /// Waits until there is no path to a server any more.
    ///
    /// - Returns: why; `nil` if the task or the monitor is cancelled.
    private func loss(of request: CacheRequest) async -> [NetworkConstraints.Reason]? {
        while true {
            let server = await paths.path(to: request.host, .connected)
            if case .barred(let reasons) = AnswerDecision.Path(
                .connected, server.monitor.currentPath)
            {
                return reasons
            }
            var paths = PathMonitor.AsyncIterator(server.monitor, validates: false)
            repeat {
                guard await paths.next() != nil else { return nil }
            } while server.monitor.currentPath.status == .satisfied
        }
    }
}

extension AnswerDecision.Path {
    init(_ constraints: NetworkConstraints, _ path: NetworkPath) {
        let reasons = constraints.evaluate(path).reasons
        self = reasons.isEmpty ? .open : .barred(reasons)
    }
}

extension NetworkConstraints.Reason {
    /// Whether it is unknown whether the internet answers.
    fileprivate var isUnchecked: Bool {
        if case .notValidated(let connectivity) = self {
            connectivity.value == .unknown
        } else {
            false
        }
    }
}
