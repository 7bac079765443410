// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

// Without this conformance, Foundation's `localizedDescription` is "The operation could not be completed" with the error's
// number.
extension HTTPConnectivityProbe.AddressError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}
