// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    /// The questions to NetworkManager: which wait to be sent, which are to be answered, and which were refused.
    struct NetworkManagerInquiry {
        /// A question to NetworkManager.
        enum Question: Hashable, Sendable {
            /// Which devices are there?
            case devices
            /// What are the properties of the device at this path?
            case properties(String)
        }

        /// How many questions are under way at once. A bus refuses a call when 128 others of the connection are
        /// not answered (`max_replies_per_connection` of dbus-daemon(1)).
        static let maximumUnderWay = 64

        /// The questions that wait, the next one last.
        private var waiting: [Question] = []
        /// The questions that were sent, by the numbers that their answers bear.
        private var underWay: [UInt64: Question] = [:]
        /// The questions that were answered with an error.
        private var refused: [Question] = []
        /// The error of the last refusal.
        private(set) var refusal: String?

        /// How many questions wait or are under way.
        var count: Int { waiting.count + underWay.count }

        /// Whether every question was answered, successfully or not.
        var isComplete: Bool { waiting.isEmpty && underWay.isEmpty }

        /// Adds a question.
        mutating func add(_ question: Question) { waiting.append(question) }

        /// Takes the next question to be sent; `nil` if none waits, or enough are under way.
        mutating func next() -> Question? {
            underWay.count < Self.maximumUnderWay ? waiting.popLast() : nil
        }

        /// A question was sent.
        ///
        /// - Parameter number: the number that its answer will bear.
        mutating func sent(_ question: Question, as number: UInt64) { underWay[number] = question }

        /// An answer has come.
        ///
        /// - Returns: the question that it answers; `nil` if it answers none of these.
        mutating func answered(_ number: UInt64) -> Question? {
            underWay.removeValue(forKey: number)
        }

        /// The answer to a question was an error.
        mutating func refuse(_ question: Question, _ error: String) {
            refused.append(question)
            refusal = error
        }

        /// Puts the refused questions again, and no others.
        mutating func repeatRefused() {
            waiting += refused
            refused = []
            refusal = nil
        }
    }
#endif
