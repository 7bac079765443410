// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
package import NetworkReachability

/// Checks paths with the program `reach-transfer`, which can send HTTP requests. `reach` itself never loads libcurl.
final class ProbeProcess: PathProber {
    private let settings: ConnectivitySettings
    /// The check that is under way.
    private var process: HelperProcess?
    /// The result of a check that could not be started.
    private var failure: ConnectivityAnswer?

    init(_ settings: ConnectivitySettings) { self.settings = settings }

    /// Makes sure that the program is installed.
    ///
    /// - Throws: ``Failure`` if it is not.
    static func check() throws { _ = try program }

    /// Reports on standard error that the program is not installed. An upgrade may have removed it for a while.
    static func notifyAbsence() {
        do { try check() } catch {
            StandardStream.error.notify(
                "reach: \(Failure(error).reason); the path is checked once the program is there\n")
        }
    }

    /// The program. Each check finds it again, because an upgrade removes it for a while.
    private static var program: Executable {
        get throws { try TransferProgram.executable(for: "--validated with a URL") }
    }

    func start(_ attempt: ValidationMachine.Attempt) {
        let request = ProbeRequest(
            settings, over: attempt.interface, portal: attempt.portal)
        do {
            let program = try Self.program
            process = try HelperProcess(
                program, [program.path, Array(ProbeRequest.argument.utf8)], input: request.bytes)
        } catch {
            failure = ConnectivityAnswer(.limited, detail: Failure(error).reason)
        }
    }

    func cancel() {
        process = nil
        failure = nil
    }

    func add(to ready: inout PollSet) {
        if let process { ready.add(PollSet.Interest(process.descriptor, reads: true)) }
    }

    var due: Int64? { failure == nil ? nil : MonotonicClock.milliseconds }

    func receive() -> ConnectivityAnswer? {
        if let failure {
            self.failure = nil
            return failure
        }
        guard let output = process?.read() else { return nil }
        process = nil
        return ConnectivityAnswer(output)
            ?? ConnectivityAnswer(.limited, detail: "reach-transfer gave no answer")
    }
}

/// A check of a path that `reach-transfer` makes for `reach`: it reads the request from standard input, and writes the answer
/// to standard output.
package struct ProbeRequest: Sendable, Hashable {
    /// The argument of `reach-transfer` for it. It is not a command for users.
    package static let argument = "---probe"
    private static let networkManager = "NetworkManager"

    /// The address of the server.
    package var url: String
    /// The text that the server answers with; `nil` for status 204.
    package var expectedText: String?
    /// Whether the address is one of NetworkManager's configuration, so that the answer is read as NetworkManager does.
    package var isOfNetworkManager: Bool
    /// The name of the interface to check over.
    package var interface: String
    /// The address of the network's captive portal; `nil` if there is none.
    package var portal: String?

    /// Creates a request by the configuration.
    init(_ settings: ConnectivitySettings, over interface: String, portal: String?) {
        url = settings.url
        expectedText = settings.expectedText
        isOfNetworkManager = settings.isOfNetworkManager
        self.interface = interface
        self.portal = portal
    }

    /// Reads a request; `nil` if the bytes are not a request.
    package init?(_ bytes: [UInt8]) {
        let parts = ReachCommand.texts(bytes, count: 5)
        guard parts.count >= 4 else { return nil }
        (url, interface) = (parts[0], parts[1])
        portal = parts[2].isEmpty ? nil : parts[2]
        isOfNetworkManager = parts[3] == Self.networkManager
        expectedText = parts.count > 4 ? parts[4] : nil
    }

    /// The request as bytes.
    var bytes: [UInt8] {
        ReachCommand.bytes(
            of: [url, interface, portal ?? "", isOfNetworkManager ? Self.networkManager : ""]
                + [expectedText].compactMap(\.self))
    }
}

extension ConnectivityAnswer {
    /// Reads an answer; `nil` if the bytes are not an answer.
    init?(_ bytes: [UInt8]) {
        let parts = ReachCommand.texts(bytes, count: 8)
        guard parts.count >= 2, let value = NetworkPath.Connectivity.Value(rawValue: parts[0])
        else { return nil }
        self.init(
            value, detail: parts[1],
            captivePortal: parts.count == 8 ? CaptivePortal(parts[2...]) : nil)
    }

    /// The answer as bytes.
    package var bytes: [UInt8] {
        ReachCommand.bytes(of: [value.rawValue, detail] + (captivePortal?.texts ?? []))
    }
}

extension CaptivePortal {
    /// Reads the members from ``texts``; `nil` if the texts are invalid.
    fileprivate init?(_ texts: ArraySlice<String>) {
        let texts = Array(texts)
        guard texts.count == 6, let isCaptive = Bool(texts[0]) else { return nil }
        self.init(
            isCaptive: isCaptive, userPortalURL: texts[1].isEmpty ? nil : texts[1],
            venueInfoURL: texts[2].isEmpty ? nil : texts[2], canExtendSession: Bool(texts[3]),
            secondsRemaining: Int64(texts[4]), bytesRemaining: Int64(texts[5]))
    }

    /// The members as texts, empty for `nil`.
    fileprivate var texts: [String] {
        [
            "\(isCaptive)", userPortalURL ?? "", venueInfoURL ?? "",
            canExtendSession.map { "\($0)" } ?? "", secondsRemaining.map { "\($0)" } ?? "",
            bytesRemaining.map { "\($0)" } ?? "",
        ]
    }
}

/// Joins texts, which are separated by bytes of zero.
private func bytes(of texts: [String]) -> [UInt8] {
    // A text of a server may have such a byte.
    let cleaned = texts.map { $0.pieces(separatedBy: "\0", omittingEmpty: false) }
    return Array(cleaned.map { $0.joined(separator: "\u{FFFD}") }.joined(separator: "\0").utf8)
}

/// Splits bytes into at most so many texts.
private func texts(_ bytes: [UInt8], count: Int) -> [String] {
    bytes.split(separator: 0, maxSplits: count - 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
}
