// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    internal import LinuxSystem
    internal import SystemBus

    /// NetworkManager, as far as there is a system bus to ask it over. It is never waited for but where
    /// that is said.
    struct NetworkManagerLink: ~Copyable {
        private let address: String
        private let follows: Bool
        private var client: NetworkManagerClient?
        /// A bus that begins makes its socket before it answers. One that drops everybody it has answered, or
        /// admits nobody, is asked ever more seldom.
        private var retry = Retry(longestInterval: 600_000, probation: 10_000)
        /// When what was refused is asked again, over the same connection: ever more seldom.
        private var asking = Self.noRefusal
        private static let noRefusal = Retry(longestInterval: 600_000)
        /// What NetworkManager says of each interface, by name, or said last.
        private(set) var words: [String: NetworkManagerWord] = [:]
        private var memory = NetworkManagerMemory()
        /// Why it says nothing, or not everything; `nil` if it has answered.
        private(set) var silence: NetworkManagerSilence? {
            didSet { isDifferent = isDifferent || silence != oldValue }
        }
        /// Whether the words or the silence may be others than at the end of the last ``take()``.
        private var isDifferent = false
        /// How the last connection failed, if there was no answer since.
        private var failure: SystemBusError?

        /// Connects, and asks.
        ///
        /// - Parameter follows: whether changes are wanted too.
        init(follows: Bool) {
            // The variable of the D-Bus specification, and its default.
            address =
                ProcessEnvironment.value(of: "DBUS_SYSTEM_BUS_ADDRESS")
                ?? "unix:path=/run/dbus/system_bus_socket"
            self.follows = follows
            connect()
        }

        /// The socket of the bus, if it is a file.
        var socketPath: String? {
            let prefix = "unix:path="
            guard address.hasPrefix(prefix), !address.contains("%") else { return nil }
            return String(address.dropFirst(prefix.count).prefix { $0 != "," && $0 != ";" })
        }

        /// What to wait for.
        var interest: Readiness.Interest? {
            switch client {
            case .some(let client): client.interest
            case nil: nil
            }
        }

        /// Whether an answer is awaited.
        var isAsked: Bool { progress == .asked }

        /// Whether questions are under way, be it to ask again what was refused.
        private var isAsking: Bool {
            switch client {
            case .some(let client): client.isAsking
            case nil: false
            }
        }

        private var progress: NetworkManagerClient.Progress? {
            switch client {
            case .some(let client): client.progress
            case nil: nil
            }
        }

        /// How long until there is something to ``take()`` anyway; `nil` if there is no reason to.
        var milliseconds: Int32? {
            [memory.due, retry.due, asking.due].compactMap(\.self).min()
                .map(MonotonicClock.milliseconds(until:))
        }

        /// Whether there is something to ``take()``.
        func hasNews(_ ready: borrowing Readiness) -> Bool {
            if milliseconds == 0 { return true }
            guard let interest else { return false }
            return ready.contains(interest.descriptor)
        }

        /// The bus's socket may be another one.
        mutating func lookForBus() {
            if progress == nil { retry.renew() }
        }

        /// Takes in what has come, and connects or asks anew if it is time.
        ///
        /// - Returns: whether the words or the silence may be others than before.
        @discardableResult mutating func take() -> Bool {
            if retry.isDue { connect() }
            do {
                if asking.isDue {
                    asking.begun()
                    try client?.askAgain()
                }
                let areDevicesDifferent = try client?.take() ?? false
                if areDevicesDifferent || memory.isDue(MonotonicClock.milliseconds) {
                    remember(said)
                }
                update()
            } catch {
                lose(error)
            }
            defer { isDifferent = false }
            return isDifferent
        }

        /// Waits for the first answer.
        ///
        /// - Parameter deadline: until when, by ``MonotonicClock``.
        mutating func waitForAnswer(until deadline: Int64) {
            while isAsked, let interest {
                let rest = MonotonicClock.milliseconds(until: deadline)
                guard rest > 0 else { return }
                _ = interest.isMet(within: rest)
                take()
            }
        }

        private mutating func connect() {
            retry.begun()
            if let socketPath, isMissing(socketPath) {
                silence = .absent(Self.noBus)
                return
            }
            do {
                client = try NetworkManagerClient.open(address: address, follows: follows)
                remember(said)
                update()
            } catch {
                lose(error)
            }
        }

        private static let noBus = "there is no system bus"

        private mutating func lose(_ error: SystemBusError) {
            client = nil
            asking = Self.noRefusal
            failure = error
            remember([:])
            silence = error.isAbsence ? .absent(Self.noBus) : .unheard(error.description)
            retry.failed()
        }

        private mutating func update() {
            takeRefusal()
            switch progress {
            case .asked?:
                silence = .unheard(
                    failure?.description ?? "NetworkManager has not answered yet")
                return
            case .absent?: silence = .absent("NetworkManager does not run")
            case .answered?: silence = nil
            case .refused(let error)?:
                silence = .unheard("NetworkManager does not say: \(error)")
            case nil: return
            }
            failure = nil
            retry.succeeded()
        }

        /// Puts off to ask again what was refused.
        private mutating func takeRefusal() {
            guard case .refused? = progress else {
                asking = Self.noRefusal
                return
            }
            if !isAsking, asking.due == nil { asking.failed() }
        }

        /// What NetworkManager says of each interface now, by name.
        private var said: [String: NetworkManagerWord] {
            switch client {
            case .some(let client): client.devices.mapValues(NetworkManagerWord.init)
            case nil: [:]
            }
        }

        /// Takes over what NetworkManager says of each interface now.
        private mutating func remember(_ words: [String: NetworkManagerWord]) {
            self.words = memory.recall(words, now: MonotonicClock.milliseconds)
            isDifferent = true
        }
    }

    extension NetworkManagerWord {
        fileprivate init(_ device: NetworkManagerDevice) {
            answer =
                switch NetworkManagerMetered(rawValue: device.metered) {
                case nil: .unheard("NetworkManager says \(device.metered), which is not known here")
                case .unknown? where device.isActivating:
                    .unheard("NetworkManager is still making the connection")
                case let metered?: .says(metered)
                }
            hardwareAddress = device.hardwareAddress
        }
    }
#endif
