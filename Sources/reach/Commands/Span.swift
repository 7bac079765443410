// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A length of time as the command line has it: `500ms`, `30s`, `5m`, `2h`, `1d`, or a bare number of
/// seconds.
struct Span: ExpressibleByArgument, Hashable, CustomStringConvertible {
    var milliseconds: Int64

    init(milliseconds: Int64) { self.milliseconds = milliseconds }

    init?(argument: String) {
        let digits = argument.prefix(while: \.isASCIIDigit)
        let factors: [Substring: Int64] = [
            "ms": 1, "s": 1000, "": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000,
        ]
        guard
            let number = Int64(digits), let factor = factors[argument.dropFirst(digits.count)]
        else { return nil }
        let (milliseconds, overflows) = number.multipliedReportingOverflow(by: factor)
        // A thousand years leave room to add times to it.
        guard !overflows, milliseconds < 1000 * 366 * 86_400_000 else { return nil }
        self.milliseconds = milliseconds
    }

    var description: String {
        milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }

    var defaultValueDescription: String { description }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
