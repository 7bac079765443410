// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSystem
import ReachCommand

/// The destination of `--to`.
extension DoctorPlan {
    /// The most addresses of a host that are tried.
    private static let most = 8

    /// Connects to all addresses of the destination at once, and waits for the first that accepts.
    ///
    /// Each connection is bound to the interface that the kernel chooses for its address, so that packets leave only by
    /// the interface whose cost was checked.
    func connect(to addresses: [String]) -> DoctorMachine.Reply {
        var attempts: [(address: String, location: Location, socket: InternetSocket)] = []
        var reasons: [String] = []
        var restraint: String?
        do {
            let queries = try DoctorRoutes(interfaces)
            for address in addresses.prefix(Self.most) {
                let location = try queries.location(of: address)
                if let reason = self.restraint(over: location.interface) {
                    restraint = reason
                    continue
                }
                do throws(SystemError) {
                    let socket = try InternetSocket(
                        .stream, to: address, port: destination?.port ?? 443,
                        over: location.interface)
                    attempts.append((address, location, socket))
                } catch {
                    reasons.append(Self.reason(error.errno))
                }
            }
        } catch {
            return .notAsked("\(error)")
        }
        if let restraint, attempts.isEmpty, reasons.isEmpty { return .notAsked(restraint) }
        let end = MonotonicClock.milliseconds + Self.patience
        while !attempts.isEmpty, MonotonicClock.milliseconds < end {
            var ready = PollSet()
            for (_, _, socket) in attempts {
                ready.add(PollSet.Interest(socket.descriptor, writes: true))
            }
            ready.wait(milliseconds: MonotonicClock.milliseconds(until: end))
            for (address, location, socket) in attempts
            where ready.contains(socket.descriptor) {
                let number = socket.takeError()
                if number == 0 { return .connected(address, location) }
                reasons.append(Self.reason(number))
            }
            attempts = attempts.filter { !ready.contains($0.socket.descriptor) }
        }
        let reason = attempts.isEmpty ? reasons.first : nil
        return .notConnected(reason ?? "does not answer within 3 s")
    }

    private static func reason(_ number: Int32) -> String {
        switch number {
        case ECONNREFUSED: "refuses the connection"
        case ENETUNREACH, EADDRNOTAVAIL: "has no route"
        case EHOSTUNREACH: "cannot be reached"
        case ETIMEDOUT: "does not answer"
        default: "\(SystemError(operation: "be reached", errno: number))"
        }
    }
}
