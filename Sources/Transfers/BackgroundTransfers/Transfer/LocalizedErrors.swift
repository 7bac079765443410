// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Without these conformances, Foundation's `localizedDescription` is "The operation could not be completed" with the error's
// number.

extension TransferError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}

extension TransferSessionError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}
