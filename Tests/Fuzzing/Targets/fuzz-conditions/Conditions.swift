// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import NetworkReachability
@testable import ReachCommand

/// Parses lines as arguments of a command line: as durations, as hours of the day, as conditions, and as a whole command
/// line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let words = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for word in words {
        if let span = TimeSpan(argument: word) {
            precondition(span.milliseconds >= 0)
            precondition(TimeSpan(argument: span.description) == span)
        }
    }
    for word in words {
        if let hours = DailyHours(word) { precondition(DailyHours(hours.description) == hours) }
    }
    if let options = try? ConditionOptions.parse(words) { evaluate(options.condition) }
    do { _ = try Reach.parseAsRoot(words) } catch {
        let failure = Failure(error)
        precondition(failure.exitCode == 0 || !failure.reason.isEmpty, "refused without a word")
    }
    return 0
}

/// Checks that a condition either holds for a path or has reasons, and that its inversion does the
/// opposite.
private func evaluate(_ condition: Condition) {
    var opposite = condition
    opposite.isNegated.toggle()
    let circumstances = Circumstances(now: 0, power: { PowerState(isOnBattery: true) })
    for path in [NetworkPath.unknown, nil] {
        let verdict = condition.verdict(on: path, circumstances)
        precondition(verdict.holds != opposite.verdict(on: path, circumstances).holds)
        precondition(verdict.holds == verdict.text.isEmpty)
    }
}
