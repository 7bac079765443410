// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Reachability

// Foundation's `localizedDescription` of an error that is none of these is "The operation could not be
// completed", with the error's number.

extension DeferralError: LocalizedError {
    /// The error in words that a person understands.
    public var errorDescription: String? { description }
}

extension NetworkAccessError: LocalizedError {
    /// The error in words that a person understands.
    public var errorDescription: String? { description }
}

extension ReachabilityError: LocalizedError {
    /// The error in words that a person understands.
    public var errorDescription: String? { description }
}
