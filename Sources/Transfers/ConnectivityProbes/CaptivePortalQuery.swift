// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import HTTPEngine
internal import LinuxSystem
internal import NetworkReachability

/// A question to the API of a captive portal (RFC 8908): a GET over an interface, without proxies and redirects, of at most
/// 64 KiB.
struct CaptivePortalQuery: Sendable {
    private let url: URLParts
    private let userAgent: String

    /// The usual maximum duration, in milliseconds. It leaves time for the probe after it.
    static let patience: Int64 = 4_000

    /// Creates a question.
    ///
    /// - Parameter address: the address that the network announces (RFC 8910).
    /// - Returns: `nil` if the address cannot be that of an API: its scheme must be `https` (RFC 8908, section 4.1).
    init?(_ address: String, userAgent: String) {
        // The address comes from the network. One that cannot be used counts as none.
        guard let url = try? URLParts(address), url.scheme == .https else { return nil }
        self.url = url
        self.userAgent = userAgent
    }

    /// Asks, and waits for the answer.
    ///
    /// - Parameters:
    ///   - interface: the name of the interface.
    ///   - cancellation: ends the wait before there is an answer; `nil` for nothing.
    ///   - patience: the maximum duration, in milliseconds.
    /// - Returns: the answer; `nil` if the wait was cancelled.
    func askAndWait(
        over interface: String, until cancellation: WakeUpEvent?, patience: Int64 = patience
    ) -> Result<CaptivePortal, CaptivePortalError>? {
        do throws(SystemError) {
            let exchange = try ProbeExchange(
                to: url, over: interface, fields: [("Accept", CaptivePortalReading.mediaType)],
                userAgent: userAgent, patience: patience, CaptivePortalReading())
            return exchange.waitForAnswer(until: cancellation)
        } catch {
            return .failure(CaptivePortalError(error.description))
        }
    }
}

/// The API of a captive portal has given no usable answer.
struct CaptivePortalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, in English. It can contain text of the server.
    let reason: String

    init(_ reason: String) { self.reason = reason }

    var description: String { reason }
}

/// The meaning of an answer of a captive portal's API: `application/captive+json` (RFC 8908, section 5).
struct CaptivePortalReading: AnswerReading {
    /// The number of bytes of content that are read at most.
    static let contentLimit = 64 << 10
    /// The media type of the content.
    static let mediaType = "application/captive+json"

    private(set) var answer: Result<CaptivePortal, CaptivePortalError>?
    private var content: [UInt8] = []

    mutating func read(_ response: HTTPResponse) {
        guard response.status == 200 else { return fail("HTTP status \(response.status)") }
        let field = response.fields.first { $0.name.lowercased() == "content-type" }
        let type = field.map { Self.trimmed($0.value.unicodeScalars.prefix { $0 != ";" }) } ?? ""
        guard type.lowercased() == Self.mediaType else {
            return fail(
                "the content is \(type.isEmpty ? "of no type" : String(type.unicodeScalars.prefix(100))), not \(Self.mediaType)"
            )
        }
    }

    mutating func read(_ bytes: RawSpan) {
        content.append(contentsOf: bytes)
        if content.count > Self.contentLimit { fail("the content has more than 64 KiB") }
    }

    mutating func end() {
        guard answer == nil else { return }
        do throws(CaptivePortalError) {
            answer = .success(try CaptivePortal(json: content))
        } catch {
            answer = .failure(error)
        }
    }

    mutating func fail(_ reason: String) {
        if answer == nil { answer = .failure(CaptivePortalError(reason)) }
    }

    private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
        String(text.drop { $0 == " " }.prefix { $0 != " " })
    }
}

extension CaptivePortal {
    /// Reads the JSON of RFC 8908, section 5. Unknown keys are ignored; a known key with another type is an error.
    init(json: [UInt8]) throws(CaptivePortalError) {
        do {
            self = try JSONDecoder().decode(Document.self, from: Data(json)).portal
        } catch let failure as CaptivePortalError {
            throw failure
        } catch DecodingError.typeMismatch {
            throw CaptivePortalError("the content is not a JSON object")
        } catch {
            throw CaptivePortalError("the content is not JSON")
        }
    }

    /// The object of the API.
    private struct Document: Decodable {
        let portal: CaptivePortal

        private enum Key: String, CodingKey {
            case captive
            case userPortalURL = "user-portal-url"
            case venueInfoURL = "venue-info-url"
            case canExtendSession = "can-extend-session"
            case secondsRemaining = "seconds-remaining"
            case bytesRemaining = "bytes-remaining"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            func read<Value: Decodable>(
                _ key: Key, as type: Value.Type, _ expected: String
            ) throws -> Value? {
                guard container.contains(key) else { return nil }
                do { return try container.decode(type, forKey: key) } catch {
                    throw CaptivePortalError("\(key.rawValue) is not \(expected)")
                }
            }
            func address(_ key: Key) throws -> String? {
                guard let text = try read(key, as: String.self, "a text") else { return nil }
                guard let address = PortalAddress.parse(text.utf8) else {
                    throw CaptivePortalError("\(key.rawValue) is not a web address")
                }
                return address
            }
            func count(_ key: Key) throws -> Int64? {
                guard let count = try read(key, as: Int64.self, "a whole number") else {
                    return nil
                }
                guard count >= 0 else {
                    throw CaptivePortalError("\(key.rawValue) is negative")
                }
                return count
            }
            guard let isCaptive = try read(.captive, as: Bool.self, "true or false") else {
                throw CaptivePortalError("captive is missing")
            }
            portal = CaptivePortal(
                isCaptive: isCaptive, userPortalURL: try address(.userPortalURL),
                venueInfoURL: try address(.venueInfoURL),
                canExtendSession: try read(.canExtendSession, as: Bool.self, "true or false"),
                secondsRemaining: try count(.secondsRemaining),
                bytesRemaining: try count(.bytesRemaining))
        }
    }
}
