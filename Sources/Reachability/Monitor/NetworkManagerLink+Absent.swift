// SPDX-License-Identifier: Apache-2.0

#if !NetworkManager
    internal import LinuxSystem

    /// NetworkManager, where the package is built without its trait: it says nothing.
    struct NetworkManagerLink: ~Copyable {
        init(follows: Bool) {}

        var socketPath: String? { nil }
        var interest: Readiness.Interest? { nil }
        var milliseconds: Int32? { nil }
        var words: [String: NetworkManagerWord] { [:] }
        var silence: NetworkManagerSilence? { .absent("built without NetworkManager") }
        var isAsked: Bool { false }

        func hasNews(_ ready: borrowing Readiness) -> Bool { false }
        mutating func lookForBus() {}
        mutating func take() -> Bool { false }
        mutating func waitForAnswer(until deadline: Int64) {}
    }
#endif
