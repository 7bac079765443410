// SPDX-License-Identifier: Apache-2.0

internal import NetworkReachability

/// The path to the server was lost during a request, or the server has redirected to another one whose path does not meet
/// the constraints.
struct PathLossError: Error {
    let reasons: [NetworkConstraints.Reason]
    /// Whether the path to the server that a redirection leads to does not meet the constraints.
    var isOfRedirection = false
}
