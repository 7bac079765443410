// SPDX-License-Identifier: Apache-2.0

@testable import ReachCommand
@testable import reach_transfer

/// The grammars of both programs. Each is made once, because that takes a quarter of a second in a debug build.
enum Grammars {
    static let reach = Result { try Reach.grammar }
    static let transfer = Result { try ReachTransfer.grammar }
}
