// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    import Testing

    @testable import SystemBus

    /// Which questions NetworkManager is asked, and when.
    @Suite struct NetworkManagerInquiryTests {
        private static func device(_ number: Int) -> NetworkManagerInquiry.Question {
            .properties("/org/freedesktop/NetworkManager/Devices/\(number)")
        }

        /// Sends what may be sent, numbered from a number on.
        private static func send(
            _ inquiry: inout NetworkManagerInquiry, from number: UInt64
        ) -> [NetworkManagerInquiry.Question] {
            var sent: [NetworkManagerInquiry.Question] = []
            while let question = inquiry.next() {
                inquiry.sent(question, as: number + UInt64(sent.count))
                sent.append(question)
            }
            return sent
        }

        @Test("64 questions are under way at once, and each answer lets the next one go")
        func underWay() {
            var inquiry = NetworkManagerInquiry()
            for number in 0..<200 { inquiry.add(Self.device(number)) }
            var asked = Set(Self.send(&inquiry, from: 0))
            #expect(asked.count == 64)
            for number in 0..<UInt64(200) {
                let question = inquiry.answered(number)
                #expect(question != nil)
                let next = Self.send(&inquiry, from: number + 64)
                #expect(next.count == (number < 136 ? 1 : 0))
                asked.formUnion(next)
                #expect(inquiry.isComplete == (number == 199))
            }
            #expect(asked == Set((0..<200).map(Self.device)))
        }

        @Test("An answer counts once, and one to nothing that was asked does not")
        func unknownAnswers() {
            var inquiry = NetworkManagerInquiry()
            inquiry.add(.manager)
            #expect(Self.send(&inquiry, from: 7) == [.manager])
            #expect(inquiry.answered(8) == nil)
            #expect(!inquiry.isComplete)
            #expect(inquiry.answered(7) == .manager)
            #expect(inquiry.answered(7) == nil)
            #expect(inquiry.isComplete)
        }

        @Test("A refused query is sent again, and no other")
        func refusal() {
            var inquiry = NetworkManagerInquiry()
            for number in 0..<3 { inquiry.add(Self.device(number)) }
            for (number, question) in Self.send(&inquiry, from: 0).enumerated() {
                let answered = inquiry.answered(UInt64(number))
                #expect(answered == question)
                if question == Self.device(1) { inquiry.refuse(question, "LimitsExceeded") }
            }
            #expect(inquiry.isComplete)
            #expect(inquiry.refusal == "LimitsExceeded")
            inquiry.repeatRefused()
            #expect(inquiry.refusal == nil)
            #expect(Self.send(&inquiry, from: 10) == [Self.device(1)])
            #expect(inquiry.answered(10) == Self.device(1))
            #expect(inquiry.isComplete)
            inquiry.repeatRefused()
            #expect(inquiry.isComplete)
        }
    }
#endif
