// SPDX-License-Identifier: Apache-2.0

import CCares
import LinuxSystem
import NetworkReachability

/// The reply to a question to a name server.
enum DNSReply: Sendable, Hashable {
    /// An answer; also a truncated one.
    case answer
    /// An answer without records, or that there is no such name.
    case nothingFound
    /// An error of the server, by its name in RFC 1035: `REFUSED`, `SERVFAIL`.
    case error(String)
    /// An answer that is not DNS.
    case garbage
    /// Nothing listens there, or a router says that there is no way to it.
    case unreachable
    /// Nothing.
    case silence
    /// This machine could not ask, for a reason.
    case notAsked(String)

    /// Whether the server has answered at all.
    var isFromServer: Bool {
        switch self {
        case .answer, .nothingFound, .error, .garbage: true
        case .unreachable, .silence, .notAsked: false
        }
    }

    /// Whether the server speaks DNS: it has sent a DNS message, even if that is an error.
    var isFromNameServer: Bool { isFromServer && self != .garbage }

    /// Whether programs can use the answer.
    var isUsable: Bool { self == .answer || self == .nothingFound }

    /// The rest of a sentence that begins with the server.
    var text: String {
        switch self {
        case .answer: "answers"
        case .nothingFound: "answers, without the root's name servers"
        case .error("REFUSED"): "refuses to answer (REFUSED)"
        case .error("SERVFAIL"): "answers that it has failed (SERVFAIL)"
        case .error(let name): "answers with an error (\(name))"
        case .garbage: "sends an invalid DNS response"
        case .unreachable: "cannot be reached: nothing listens there, or there is no way to it"
        case .silence: "does not answer"
        case .notAsked(let reason): "cannot be asked: \(reason)"
        }
    }
}

/// A question for the name servers of the root to one name server, by c-ares. It belongs to one thread.
@safe final class NameServerExchange {
    /// The transport of a question.
    enum Transport: Sendable, Hashable { case udp, tcp }

    /// Why a name server cannot be asked.
    struct Obstacle: Error {
        var reason: String
    }

    /// Receives the reply. (A class, because the library holds a reference to it.)
    private final class Receiver {
        var reply: DNSReply?
        /// Whether a datagram has come. The library skips one that is no answer to its question, and goes on waiting.
        var hasDatagram = false
    }

    /// The channel of the library.
    private let channel: ares_channel
    private let receiver = Receiver()
    private let transport: Transport

    /// The time after which a datagram is sent once more, in milliseconds. The second one is waited for twice as long.
    private static let pause: Int32 = 1000

    /// Why no name server can be asked; `nil` if they can. It loads the library, before the first question.
    private static let obstacle: Obstacle? = {
        if let failure = unsafe cca_load_failure() {
            return unsafe Obstacle(reason: "cannot load c-ares: \(String(cString: failure))")
        }
        let status = cca_library_init()
        return status == cca_success ? nil : Obstacle(reason: message(status))
    }()

    private static func message(_ status: Int32) -> String {
        unsafe String(cString: cca_strerror(status))
    }

    /// Asks.
    ///
    /// - Parameters:
    ///   - address: the server's IP address, with or without a zone.
    ///   - transport: UDP or TCP.
    ///   - interface: the name of the interface by which packets leave; `nil` for the kernel's choice.
    init(
        _ address: String, by transport: Transport, over interface: String?
    ) throws(Obstacle) {
        if let obstacle = Self.obstacle { throw obstacle }
        if let refusal = Self.refusal(address, over: interface) {
            throw Obstacle(reason: "\(refusal)")
        }
        guard let channel = unsafe Self.channel(to: address, by: transport, over: interface) else {
            throw Obstacle(reason: "it is no address of a name server")
        }
        unsafe self.channel = channel
        self.transport = transport
        let context = unsafe Unmanaged.passUnretained(receiver).toOpaque()
        unsafe cca_ask(
            channel,
            { context, status, _, answer, size in
                guard let context = unsafe context else { return }
                let receiver = unsafe Unmanaged<Receiver>.fromOpaque(context)
                    .takeUnretainedValue()
                guard receiver.reply == nil else { return }
                // The library has read no more than the header.
                let isAnswer = status == cca_success && size > 0
                receiver.reply = DNSReply(isAnswer ? unsafe cca_check(answer, size) : status)
            }, context)
    }

    /// Why this process may open no socket to a server, which the library would take for the network's refusal; `nil` if it
    /// may. Nothing is sent.
    static func refusal(_ address: String, over interface: String?) -> SystemError? {
        do throws(SystemError) {
            _ = try InternetSocket(.datagram, to: address, port: 53, over: interface)
            return nil
        } catch {
            return SystemError.isRefusedFamily(error.errno) ? error : nil
        }
    }

    /// A channel of the library for one question to a server.
    private static func channel(
        to address: String, by transport: Transport, over interface: String?
    ) -> ares_channel? {
        var made: ares_channel?
        guard unsafe cca_init(&made, transport == .tcp, pause, 2) == cca_success,
            let channel = unsafe made
        else { return nil }
        guard unsafe cca_set_server(channel, server(address, over: interface)) == cca_success else {
            unsafe cca_destroy(channel)
            return nil
        }
        if let interface { unsafe cca_set_interface(channel, interface) }
        return unsafe channel
    }

    deinit {
        unsafe cca_destroy(channel)
        withExtendedLifetime(receiver) {}
    }

    /// An address and its port as the library reads them. Older versions know no zone: the interface takes its place.
    private static func server(_ address: String, over interface: String?) -> String {
        let plain = HostName.address(of: address)
        guard AddressText.parseIPv4(plain) == nil else { return "\(plain):53" }
        var number: Int32 = 0
        _ = unsafe cca_version(&number)
        let isLinkLocal = IPAddress(plain)?.isLinkLocal == true
        let zone = HostName.zone(of: address) ?? (isLinkLocal ? interface : nil)
        guard number >= cca_version_with_zones, let zone else { return "[\(plain)]:53" }
        return "[\(plain)%\(zone)]:53"
    }

    /// The reply; `nil` while none has come.
    var reply: DNSReply? { receiver.reply }

    /// The reply if the exchange ends now.
    var replyAtEnd: DNSReply {
        if let reply, reply != .silence { return reply }
        return receiver.hasDatagram ? .garbage : .silence
    }

    /// Notes whether a datagram has come, without removing it from the socket.
    private func noteDatagram(_ descriptor: Int32) {
        if transport == .udp, cca_next_size(descriptor) > 0 { receiver.hasDatagram = true }
    }

    /// Adds the sockets to wait for.
    func add(to ready: inout PollSet) {
        for socket in sockets {
            ready.add(
                PollSet.Interest(socket.descriptor, reads: socket.reads, writes: socket.writes))
        }
    }

    /// The number of milliseconds that the caller may wait, up to a maximum.
    func due(within most: Int32) -> Int32 { unsafe cca_due(channel, most) }

    /// Proceeds after a wait.
    func proceed(_ ready: borrowing PollSet) {
        for socket in sockets where ready.contains(socket.descriptor) {
            if socket.reads { noteDatagram(socket.descriptor) }
            unsafe cca_process(
                channel, socket.reads ? socket.descriptor : -1,
                socket.writes ? socket.descriptor : -1)
        }
        // A call without a socket handles timeouts.
        unsafe cca_process(channel, -1, -1)
    }

    private var sockets: [cca_socket] {
        unsafe [cca_socket](unsafeUninitializedCapacity: 4) { sockets, count in
            unsafe count = Int(cca_sockets(channel, sockets.baseAddress))
        }
    }
}

extension NameServerExchange {
    /// Asks one server by UDP, and waits.
    ///
    /// - Parameters:
    ///   - address: the server's IP address, with or without a zone.
    ///   - interface: the name of the interface by which packets leave; `nil` for the kernel's choice.
    ///   - patience: the longest wait in milliseconds.
    static func ask(_ address: String, over interface: String?, patience: Int64) -> DNSReply {
        do throws(Obstacle) {
            let exchange = try NameServerExchange(address, by: .udp, over: interface)
            let end = MonotonicClock.milliseconds + patience
            while exchange.reply == nil, MonotonicClock.milliseconds < end {
                proceed([exchange], until: end)
            }
            return exchange.replyAtEnd
        } catch {
            return .notAsked(error.reason)
        }
    }

    /// Asks one server by UDP, then by TCP, and waits: by TCP as soon as the answer by UDP is there, at the latest after half
    /// of the time.
    ///
    /// - Parameters:
    ///   - address: the server's IP address, with or without a zone.
    ///   - interface: the name of the interface by which packets leave; `nil` for the kernel's choice.
    ///   - patience: the longest wait in milliseconds.
    /// - Returns: both replies, and when the one by UDP came, in milliseconds from now.
    static func askTwice(
        _ address: String, over interface: String?, patience: Int64
    ) -> (udp: DNSReply, tcp: DNSReply, milliseconds: Int64) {
        let start = MonotonicClock.milliseconds
        let (half, end) = (start + patience / 2, start + patience)
        let first: NameServerExchange
        do throws(Obstacle) {
            first = try NameServerExchange(address, by: .udp, over: interface)
        } catch {
            return (.notAsked(error.reason), .notAsked(error.reason), 0)
        }
        var answeredAt: Int64?
        var second: NameServerExchange?
        while true {
            let now = MonotonicClock.milliseconds
            if answeredAt == nil, first.reply != nil { answeredAt = now }
            if second == nil, answeredAt != nil || now >= half {
                // If that fails, the reply by TCP is silence.
                second = try? NameServerExchange(address, by: .tcp, over: interface)
            }
            let open = [first, second].compactMap(\.self).filter { $0.reply == nil }
            if open.isEmpty || now >= end { break }
            proceed(open, until: second == nil && now < half ? half : end)
        }
        return (
            first.replyAtEnd, second?.replyAtEnd ?? .silence,
            (answeredAt ?? MonotonicClock.milliseconds) - start
        )
    }

    /// Waits until something comes for one of the exchanges, or one of them is due, and proceeds with them.
    private static func proceed(_ exchanges: [NameServerExchange], until end: Int64) {
        var ready = PollSet()
        var due = MonotonicClock.milliseconds(until: end)
        for exchange in exchanges {
            exchange.add(to: &ready)
            due = exchange.due(within: due)
        }
        ready.wait(milliseconds: due)
        for exchange in exchanges { exchange.proceed(ready) }
    }
}

extension DNSReply {
    /// Converts a status of c-ares (`ARES_*`).
    fileprivate init(_ status: Int32) {
        switch status {
        case cca_success: self = .answer
        case cca_no_data, cca_not_found: self = .nothingFound
        case cca_refused: self = .error("REFUSED")
        case cca_server_failure: self = .error("SERVFAIL")
        case cca_not_implemented: self = .error("NOTIMP")
        case cca_format_error: self = .error("FORMERR")
        case cca_bad_response: self = .garbage
        case cca_connection_refused: self = .unreachable
        default: self = .silence
        }
    }
}
