// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    import LinuxSystem
    import TestSupport
    import Testing

    @testable import NetworkReachability

    /// ModemManager on a real bus: what it says of modems, and that its changes are followed.
    @Suite(
        .blocking,
        .enabled(
            if: ModemBus.isPlayable,
            "namespaces, dbus-daemon, python3-dbus or python3-gi are missing, which play ModemManager"
        ))
    struct ModemManagerTests {
        private static let modem = "/org/freedesktop/ModemManager1/Modem/0"
        private static let bearer = "/org/freedesktop/ModemManager1/Bearer/0"

        /// The objects of a modem, and of a connection over an interface.
        private static func put(
            _ states: String, ports: String = #"["cdc-wdm0", 6], ["wwan0", 2]"#,
            bearers: String = ""
        ) -> String {
            #"""
            put \#(modem) {"org.freedesktop.ModemManager1.Modem": {"Ports": [\#(ports)], \#
            "Bearers": [\#(bearers)], "Plugin": "test"}, \#(states)}
            """#
        }

        private static func threeGPP(_ state: Int) -> String {
            #""org.freedesktop.ModemManager1.Modem.Modem3gpp": {"RegistrationState": \#(state), "Imei": "1"}"#
        }

        private static func put(connectionOver interface: String) -> String {
            #"put \#(bearer) {"org.freedesktop.ModemManager1.Bearer": {"Interface": "\#(interface)"}}"#
        }

        /// Receives until the reports are as wanted, for ten minutes at most.
        ///
        /// - Returns: the last reports.
        private func follow(
            _ link: inout ModemManagerLink, until holds: (RoamingReports) -> Bool
        ) -> RoamingReports {
            let deadline = MonotonicClock.milliseconds + 600_000
            while !holds(link.reports), MonotonicClock.milliseconds < deadline {
                var ready = PollSet()
                if let interest = link.interest { ready.add(interest) }
                let due = link.due.map { max(0, $0 - MonotonicClock.milliseconds) } ?? 100
                ready.wait(milliseconds: Int32(min(due, 100)))
                if link.hasNews(ready) { link.receive() }
            }
            return link.reports
        }

        private func isRoaming(_ reports: RoamingReports) -> [Bool?] {
            reports.modems.map(\.registration.isRoaming)
        }

        @Test("ModemManager is asked only while there is an interface of a modem")
        func notAsked() throws {
            let bus = try ModemBus("service.py")
            bus.tell("start")
            bus.tell(Self.put(Self.threeGPP(5)))
            var link = ModemManagerLink(follows: true, address: bus.address)
            #expect(link.interest == nil && link.due == nil && !link.isAsked)
            link.follow(hasModem: false)
            #expect(link.interest == nil)
            link.follow(hasModem: true)
            #expect(
                link.isAsked
                    && link.reports.missingAnswerReason == "ModemManager has not answered yet")
            let reports = follow(&link) { $0.missingAnswerReason == nil }
            #expect(isRoaming(reports) == [true])
            #expect(reports.modems.map(\.ports) == [["cdc-wdm0", "wwan0"]])
            link.follow(hasModem: false)
            #expect(link.interest == nil && link.due == nil && link.reports == RoamingReports())
        }

        /// Asks a ModemManager once that has a modem.
        private func look(at bus: ModemBus, _ modem: String) -> ModemManagerLink {
            bus.tell("start")
            bus.tell(modem)
            var link = ModemManagerLink(follows: false, address: bus.address)
            link.follow(hasModem: true)
            return link
        }

        @Test("A single reading waits for the answer, and does not subscribe")
        func oneLook() throws {
            let bus = try ModemBus("service.py")
            var link = look(at: bus, Self.put(Self.threeGPP(1)))
            link.waitForAnswer(until: MonotonicClock.milliseconds + 600_000)
            #expect(isRoaming(link.reports) == [false])
        }

        @Test("A reading that does not wait gets the answer in steps")
        func steps() throws {
            let bus = try ModemBus("service.py")
            var link = look(at: bus, Self.put(Self.threeGPP(5)))
            let deadline = MonotonicClock.milliseconds + 600_000
            while link.isAsked, MonotonicClock.milliseconds < deadline { link.proceed() }
            #expect(isRoaming(link.reports) == [true])
        }

        @Test(
            "The states of GSM and of CDMA are read",
            arguments: [
                (threeGPP(5), [true]), (threeGPP(1), [false]), (threeGPP(2), [nil]),
                (
                    #""org.freedesktop.ModemManager1.Modem.ModemCdma": {"Cdma1xRegistrationState": 1, "EvdoRegistrationState": 3}"#,
                    [true]
                ),
                (#""org.freedesktop.ModemManager1.Modem.Voice": {"EmergencyOnly": 0}"#, [nil]),
            ] as [(String, [Bool?])])
        func states(states: String, isRoaming: [Bool?]) throws {
            let bus = try ModemBus("service.py")
            var link = look(at: bus, Self.put(states))
            link.waitForAnswer(until: MonotonicClock.milliseconds + 600_000)
            #expect(self.isRoaming(link.reports) == isRoaming)
        }

        @Test(
            "Registrations, connections, modems and ModemManager itself that come and go are followed"
        )
        func changes() throws {
            let bus = try ModemBus("service.py")
            var link = ModemManagerLink(follows: true, address: bus.address)
            link.follow(hasModem: true)
            var reports = follow(&link) { $0.missingAnswerReason == "ModemManager does not run" }
            #expect(reports.modems.isEmpty)
            bus.tell("start")
            reports = follow(&link) { $0.missingAnswerReason == nil }
            #expect(reports == RoamingReports())
            bus.tell(Self.put(Self.threeGPP(1)))
            reports = follow(&link) { !$0.modems.isEmpty }
            #expect(isRoaming(reports) == [false])
            bus.tell(Self.put(Self.threeGPP(5)))
            reports = follow(&link) { isRoaming($0) == [true] }
            #expect(isRoaming(reports) == [true])
            // A connection has an interface of its own.
            bus.tell(Self.put(connectionOver: "wwan0mbim1"))
            bus.tell(Self.put(Self.threeGPP(5), bearers: "\"\(Self.bearer)\""))
            bus.tell("state \(Self.modem)")
            reports = follow(&link) { $0.modems.first?.ports.contains("wwan0mbim1") == true }
            #expect(reports.modems.map(\.ports) == [["cdc-wdm0", "wwan0", "wwan0mbim1"]])
            bus.tell("remove \(Self.modem)")
            reports = follow(&link) { $0.modems.isEmpty }
            #expect(reports == RoamingReports())
            bus.tell("stop")
            reports = follow(&link) { $0.missingAnswerReason != nil }
            #expect(reports.missingAnswerReason == "ModemManager does not run")
        }

        @Test("A call that is refused is repeated, and the reason is reported")
        func refusal() throws {
            let bus = try ModemBus("service.py")
            bus.tell("start")
            bus.tell("refuse org.freedesktop.DBus.Error.AccessDenied")
            bus.tell(Self.put(Self.threeGPP(5)))
            var link = ModemManagerLink(follows: true, address: bus.address)
            link.follow(hasModem: true)
            var reports = follow(&link) { $0.missingAnswerReason?.contains("AccessDenied") == true }
            #expect(
                reports.missingAnswerReason
                    == "ModemManager does not say: org.freedesktop.DBus.Error.AccessDenied")
            bus.tell("refuse")
            reports = follow(&link) { $0.missingAnswerReason == nil }
            #expect(isRoaming(reports) == [true])
            #expect(link.due == nil)
        }

        @Test("Of a modem with very many ports and connections, some are kept")
        func crowd() throws {
            let bus = try ModemBus("service.py")
            let ports = (0..<1000).map { "[\"port\($0)\", 2]" }.joined(separator: ", ")
            let bearers = (0..<1000).map { "\"\(Self.bearer)\($0)\"" }.joined(separator: ", ")
            var link = look(at: bus, Self.put(Self.threeGPP(5), ports: ports, bearers: bearers))
            link.waitForAnswer(until: MonotonicClock.milliseconds + 600_000)
            #expect(link.reports.modems.map(\.ports.count) == [64])
            #expect(isRoaming(link.reports) == [true])
        }

        @Test("A bus that is not there is said to be missing, and is found when it comes")
        func noBus() throws {
            var link = ModemManagerLink(
                follows: true, address: BusAddress("unix:path=/nonexistent/bus"))
            link.follow(hasModem: true)
            #expect(link.reports.missingAnswerReason == "there is no system bus")
            #expect(link.interest == nil && link.due == nil)
            link.lookForBus()
            #expect(link.due != nil)
        }

        @Test(
            "The real ModemManager says that a modem is roaming, and when it is at home again",
            .enabled(if: ModemBus.isReal, "modemmanager is not installed"))
        func real() throws {
            let bus = try ModemBus("real", registration: 5)
            var link = ModemManagerLink(follows: true, address: bus.address)
            link.follow(hasModem: true)
            var reports = follow(&link) { isRoaming($0) == [true] }
            #expect(isRoaming(reports) == [true], "\(bus.read("log"))")
            #expect(reports.modems.first?.ports == ["ttyUSB0", "wwan0"])
            try bus.register(1)
            reports = follow(&link) { isRoaming($0) == [false] }
            #expect(isRoaming(reports) == [false], "\(bus.read("log"))")
        }
    }
#endif
