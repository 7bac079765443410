// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import Testing

@testable import CommandSystem
@testable import ReachCommand

/// Hostile texts among the arguments of a command.
@Suite struct HostileArgumentTests {
    /// Each row: the arguments, and what stands in the list of processes in place of them.
    @Test(
        "A value of a header field is never an argument of a process",
        arguments: [
            (["-H", "X:\u{301}secret"], ["-H", "X: …"]),
            (["--header=\u{301}X: secret"], ["--header=\u{301}X: …"]),
            (["-H\u{301}X: secret"], ["-H\u{301}X: …"]),
            (["http://\u{301}u:secret@h.example/"], ["http://h.example/"]),
            (["http://h.example/\u{301}?q=secret"], ["http://h.example/\u{301}"]),
        ] as [([String], [String])])
    func secrets(arguments: [String], shown: [String]) {
        let handed = HandedArguments(arguments.map { Array($0.utf8) })
        #expect(handed.haveSecrets)
        #expect(handed.shown.map { Array($0.utf8) } == shown.map { Array($0.utf8) })
    }

    /// Each row: a value, and whether it is taken.
    @Test(
        "A digit with a mark is no digit, and a mark does not hide a unit",
        arguments: [
            ("5m", true), ("5\u{301}m", false), ("5m\u{301}", false), ("٥m", false),
            ("5\u{FE0F}", false),
            ("1h\u{200D}30m", false), ("1\u{37E}5", false),
        ])
    func durations(text: String, isTaken: Bool) {
        #expect((TimeSpan(argument: text) != nil) == isTaken)
    }

    /// Each row: an address, and why it is refused; `nil` if it is not.
    @Test(
        "The host of an address ends where its bytes say",
        arguments: [
            ("http://trusted.example/\u{301}@127.0.0.1:8083/", nil),
            ("http://trusted.example:8083\u{301}/", .port),
            ("http://\u{301}@h.example/", nil), ("http:/\u{301}/h.example/", .noScheme),
            ("http:h.example", .noScheme),
            ("http://h.example\\@127.0.0.1/", .character),
            ("http://h.example\u{85}/", .character),
            ("http://[::1]\u{301}:80/", nil),
        ] as [(String, WebAddress.Fault?)])
    func addresses(text: String, fault: WebAddress.Fault?) {
        do throws(WebAddress.Fault) {
            _ = try WebAddress(text)
            #expect(fault == nil)
        } catch {
            #expect(error == fault)
        }
    }
}
