// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
public import NetworkReachability

/// Why there is no answer to a request, neither from the network nor from the store.
///
/// Errors of the network itself are thrown as `URLError`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum OfflineError: Error, Sendable {
    /// The network does not meet the constraints, for these reasons, and there is no stored answer that may be used. It may be
    /// used with ``OfflinePolicy/overridingServer`` if restrictions are named.
    case path([NetworkConstraints.Reason], Set<OfflineAnswer.Restriction>)
    /// Only a stored answer was wanted, and there is none that may be used. It may be used with
    /// ``OfflinePolicy/overridingServer`` if restrictions are named.
    case notStored(Set<OfflineAnswer.Restriction>)
    /// The answer from the network was rejected by ``OfflineClient/Configuration/validate``, and there is no stored answer
    /// that may be used.
    case unexpectedAnswer(HTTPURLResponse)
    /// The request has no address of http or https.
    case unsupportedURL
}

extension OfflineError: CustomStringConvertible {
    /// The error as a sentence, in English.
    public var description: String {
        switch self {
        case .path(let reasons, let restrictions):
            "\(reasons.map(\.description).joined(separator: "; ")); \(Self.stored(restrictions))"
        case .notStored(let restrictions): Self.stored(restrictions)
        case .unexpectedAnswer(let response):
            "the answer from the network (status \(response.statusCode)) is not what is expected"
        case .unsupportedURL: "the request has no address of http or https"
        }
    }

    private static func stored(_ restrictions: Set<OfflineAnswer.Restriction>) -> String {
        let words = restrictions.map(\.rawValue).sorted().joined(separator: ", ")
        return words.isEmpty
            ? "no answer is stored" : "the stored answer may not be used (\(words))"
    }
}

extension OfflineError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}
