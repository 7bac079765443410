// SPDX-License-Identifier: Apache-2.0

// Texts can contain names as the system or a server reports them. Escape control characters before you print them.

extension Transfer.ID: CustomStringConvertible {
    /// The number.
    public var description: String { String(rawValue) }
}

extension WaitingReason: CustomStringConvertible {
    /// The reason as a sentence for people, in English.
    public var description: String {
        if let detail { return detail }
        switch self {
        case .notBefore: return "waiting for its start time (--not-before)"
        case .backoff: return "waiting for the next attempt"
        case .concurrency: return "other transfers are running"
        case .held: return "the queue is held"
        case .space: return "the disk is full"
        case .portal: return "a login page answered instead of the server"
        case .clock:
            return "the server's certificate is not valid yet: is this machine's clock right?"
        case .unstable: return "the conditions have not held for long enough"
        default: return code
        }
    }
}

extension Transfer: CustomStringConvertible {
    /// The number and the state, and what explains it: `transfer 7: waiting (metered: wlan0)`.
    public var description: String {
        let reasons =
            switch state {
            case .waiting: self.reasons.map(\.description).joined(separator: "; ")
            case .running: amount
            case .retrying, .failed: error?.message ?? ""
            case .verifying, .committing, .finished, .paused, .cancelled: ""
            }
        return "transfer \(id): \(state.rawValue)" + (reasons.isEmpty ? "" : " (\(reasons))")
    }

    private var amount: String {
        bytesTotal.map { "\(bytesDone) of \($0) bytes" } ?? "\(bytesDone) bytes"
    }

    /// The part of the content that is there, from 0 to 1; `nil` if the total is unknown.
    public var fractionCompleted: Double? {
        guard let bytesTotal else { return nil }
        return bytesTotal > 0 ? min(Double(bytesDone) / Double(bytesTotal), 1) : 1
    }
}

extension TransferEvent: CustomStringConvertible {
    /// The number of the event, the transfer and the kind: `41: transfer 7: finished`.
    public var description: String {
        switch event {
        case .progress: "\(sequence): \(transfer)"
        case .added, .started, .waiting, .restarted, .retrying, .verified, .finished, .failed,
            .cancelled, .paused, .resumed, .delivered:
            "\(sequence): transfer \(transfer.id): \(event.rawValue)"
                + (detail.map { " (\($0))" } ?? "")
        }
    }
}
