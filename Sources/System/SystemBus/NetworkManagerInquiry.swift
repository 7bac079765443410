// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    /// The queries to NetworkManager: waiting, pending, and refused.
    struct NetworkManagerInquiry {
        /// A query to NetworkManager.
        enum Question: Hashable, Sendable {
            /// The properties of NetworkManager, with the list of its devices.
            case manager
            /// The properties of the device at a path.
            case properties(String)
            /// The properties of the active connection at a path, for the device at another path.
            case connection(String, device: String)
        }

        /// The maximum number of pending queries. A bus refuses a call if 128 other calls of the
        /// connection are pending (`max_replies_per_connection` of dbus-daemon(1)).
        static let maximumUnderWay = 64

        /// The queries to send, the next one last.
        private var waiting: [Question] = []
        /// The pending queries, with the numbers of their messages. They are few, so they need no dictionary.
        private var underWay: [(number: UInt64, question: Question)] = []
        /// The queries that were answered with an error.
        private var refused: [Question] = []
        /// The error of the last refusal.
        private(set) var refusal: String?

        /// The number of waiting and pending queries.
        var count: Int { waiting.count + underWay.count }

        /// Whether every query was answered, successfully or not.
        var isComplete: Bool { waiting.isEmpty && underWay.isEmpty }

        /// Adds a query.
        mutating func add(_ question: Question) { waiting.append(question) }

        /// Takes the next query to send; `nil` if there is none, or the maximum number is pending.
        mutating func next() -> Question? {
            underWay.count < Self.maximumUnderWay ? waiting.popLast() : nil
        }

        /// Records that a query was sent.
        ///
        /// - Parameter number: the number of its message, which the answer repeats.
        mutating func sent(_ question: Question, as number: UInt64) {
            underWay.append((number, question))
        }

        /// Records an answer.
        ///
        /// - Returns: the answered query; `nil` if the number belongs to none.
        mutating func answered(_ number: UInt64) -> Question? {
            guard let place = underWay.firstIndex(where: { $0.number == number }) else {
                return nil
            }
            return underWay.remove(at: place).question
        }

        /// Records that a query was answered with an error.
        mutating func refuse(_ question: Question, _ error: String) {
            refused.append(question)
            refusal = error
        }

        /// Adds the refused queries again.
        mutating func repeatRefused() {
            waiting += refused
            refused = []
            refusal = nil
        }
    }
#endif
