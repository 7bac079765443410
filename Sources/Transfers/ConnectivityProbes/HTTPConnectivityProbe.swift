// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
internal import HTTPEngine
internal import LinuxSystem
public import NetworkReachability

/// A connectivity check by one HTTP request.
///
/// ```swift
/// let probe = try HTTPConnectivityProbe(url: "http://connectivity.example/204")
/// let monitor = PathMonitor(.init(validation: .probe(probe)))
/// ```
///
/// The request is a GET over the interface to check. It uses no proxy, follows no redirect, and takes at most ten seconds
/// and 64 KiB of content. The result is
///
/// - `full` for the expected answer,
/// - `portal` for a redirect, for the status 511, and for every other answer with a status below 500: the page
///   of a captive portal is never the answer of the server,
/// - `limited` for another status of 500 and above, for an answer that is not HTTP, and without an answer.
///
/// The name of the server is resolved by the system, which may ask over another interface.
public struct HTTPConnectivityProbe: ConnectivityProbe, Sendable, Hashable {
    /// The answer of a server that is reached.
    public enum Expectation: Sendable, Hashable {
        /// Status 204, without content.
        case noContent
        /// A status from 200 to 299 with this content. White space at the ends of both does not count.
        case text(String)
    }

    /// The server's address, without a fragment.
    public var url: String { parts.text }
    /// The answer of the server.
    public let expectation: Expectation
    let parts: URLParts
    let userAgent: String
    /// Whether the answer is read as NetworkManager reads it, as ``ProbeReading`` says.
    var isAsNetworkManager = false

    /// The maximum duration of a check, in milliseconds.
    static let patience: Int64 = 10_000

    /// Creates a probe.
    ///
    /// - Parameters:
    ///   - url: the address of the server: `http://`, a host name in ASCII or an address, and perhaps a port and a path. A
    ///     captive portal cannot answer in place of an `https` server, so it would not be recognized.
    ///   - expectation: the answer of the server.
    ///   - userAgent: the name and the version of the program, for the server (`User-Agent`).
    /// - Throws: ``AddressError`` if the address cannot be used.
    public init(
        url: String, expecting expectation: Expectation = .noContent,
        userAgent: String = "swift-reachability"
    ) throws(AddressError) {
        do throws(ProbeAddress.Fault) {
            _ = try ProbeAddress(url)
        } catch {
            throw AddressError(reason: "the URL \(error.explanation)")
        }
        do throws(URLParts.ParseError) {
            parts = try URLParts(url)
        } catch {
            switch error {
            case .malformed(let reason): throw AddressError(reason: "not a URL: \(reason)")
            case .scheme(let scheme):
                throw AddressError(reason: "the scheme is \(scheme), and must be http")
            case .noParser(let error): throw AddressError(reason: "\(error)")
            }
        }
        self.expectation = expectation
        self.userAgent = userAgent
    }

    /// The address of a probe cannot be used.
    public struct AddressError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reason why the address cannot be used, in English.
        public let reason: String

        /// The reason.
        public var description: String { reason }
    }

    /// Checks once, on a thread of its own. If the task is cancelled, the connection is closed at once.
    public func check(over interface: String) async -> ConnectivityAnswer {
        await check(over: interface, portal: nil)
    }

    /// Checks once, on a thread of its own. If the task is cancelled, the connection is closed at once.
    ///
    /// If the address of the portal has the scheme `https`, the API of the portal is asked first (RFC 8908), for at most four
    /// seconds. If it says that it holds packets back, the result is `portal`, and the server is not asked.
    public func check(over interface: String, portal: String?) async -> ConnectivityAnswer {
        await check(over: interface, portal: portal, patience: nil)
    }

    /// Checks an interface within a chosen time.
    ///
    /// - Parameter patience: the maximum duration of both requests, in milliseconds; `nil` for the usual one.
    func check(
        over interface: String, portal: String?, patience: Int64?
    ) async -> ConnectivityAnswer {
        do {
            let cancellation = try WakeUpEvent()
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    do throws(SystemError) {
                        try SystemThread.start(name: "connectivity") {
                            continuation.resume(
                                returning: check(
                                    over: interface, portal: portal, until: cancellation,
                                    patience: patience))
                        }
                    } catch {
                        continuation.resume(returning: .failed(error))
                    }
                }
            } onCancel: {
                cancellation.wake()
            }
        } catch {
            return .failed(error)
        }
    }
}

extension ConnectivityAnswer {
    /// The result if this machine cannot send a request.
    static func failed(_ error: SystemError) -> ConnectivityAnswer {
        ConnectivityAnswer(.limited, detail: error.description)
    }
}

// Without this conformance, Foundation's `localizedDescription` is "The operation could not be completed" with the error's
// number.
extension HTTPConnectivityProbe.AddressError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}
