// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

// The forms of command lines that programs call often are read here. The parser would take half of the time in which a
// transfer is added, because it finds the options of all commands by reflection. Every other form is left to it, what is
// wrong, too.

extension FetchRequest {
    /// Reads `fetch --detach URL`, with or without `--output` and `--json`.
    ///
    /// - Returns: `nil` for every other form.
    init?(plain arguments: ArraySlice<String>) {
        guard arguments.first == "fetch" else { return nil }
        var detaches = false
        var isJSON = false
        var output: String?
        var address: WebAddress?
        var rest = arguments.dropFirst()
        while let word = rest.popFirst() {
            switch word {
            case "--detach", "-d": detaches = true
            case "--json", "-j": isJSON = true
            case "--output", "-o":
                guard output == nil, let value = rest.popFirst(), value.isPlain else { return nil }
                output = value
            default:
                guard address == nil, word.isPlain, let only = try? WebAddress(word) else {
                    return nil
                }
                address = only
            }
        }
        guard detaches, let address else { return nil }
        self.init(
            addresses: [address], output: output, overwrites: false,
            transfer: TransferRequest(detaches: true, isJSON: isJSON))
    }
}

extension QueueRequest {
    /// Reads `queue list`, with or without `--json`. `list` is the default, and can be missing.
    ///
    /// - Returns: `nil` for every other form.
    init?(plain arguments: ArraySlice<String>) {
        guard arguments.first == "queue" else { return nil }
        var rest = arguments.dropFirst()
        if rest.first == "list" { rest.removeFirst() }
        let isJSON = rest == ["--json"] || rest == ["-j"]
        guard isJSON || rest.isEmpty else { return nil }
        self.init(
            action: .list(states: [], group: nil), place: TransferPlace(), isJSON: isJSON,
            isColored: TextStyle.automatic.isColored)
    }
}

extension TransferRequest {
    /// Creates what is asked for without options.
    fileprivate init(detaches: Bool, isJSON: Bool) {
        self.init(
            condition: Condition(), stability: 0, onDeadline: .fail, priority: .normal,
            existing: .keep, headers: [], usesNetrc: false, detaches: detaches, command: [],
            place: TransferPlace(), isJSON: isJSON)
    }
}

extension String {
    /// Whether the text is a value, and cannot be an option.
    fileprivate var isPlain: Bool { !isEmpty && !begins(with: "-") }
}
