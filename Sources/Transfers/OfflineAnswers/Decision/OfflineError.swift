// SPDX-License-Identifier: Apache-2.0

@_exported public import struct DurableStore.StoreError
public import Foundation
public import FoundationNetworking
public import NetworkReachability

/// The reason why there is no answer to a request, neither from the network nor from the store.
///
/// Errors of the network itself are thrown as `URLError`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum OfflineError: Error, Sendable {
    /// The network does not meet the constraints, for these reasons, and no stored answer may be used.
    ///
    /// If there are restrictions, ``OfflinePolicy/overridingServer`` allows the use of the stored answer.
    case path([NetworkConstraints.Reason], Set<OfflineAnswer.Restriction>)
    /// The policy or the request allows only a stored answer, and no stored answer may be used.
    ///
    /// If there are restrictions, ``OfflinePolicy/overridingServer`` allows the use of the stored answer.
    case notStored(Set<OfflineAnswer.Restriction>)
    /// The program's closure has rejected the answer from the network (``OfflineClient/Configuration/validate``), and no
    /// stored answer may be used.
    case unexpectedAnswer(HTTPURLResponse)
    /// The URL of the request is not an http or https URL.
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
            "the network returned an unexpected answer (status \(response.statusCode))"
        case .unsupportedURL: "the URL of the request is not an http or https URL"
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

/// The former name of `StoreError`.
@available(*, deprecated, renamed: "StoreError")
public typealias OfflineStoreError = StoreError
