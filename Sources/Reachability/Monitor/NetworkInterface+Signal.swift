// SPDX-License-Identifier: Apache-2.0

internal import Netlink

extension NetworkInterface {
    /// How strong the signal of the access point is now, in dBm: about −30 beside it, −90 where it is
    /// lost. It asks nl80211, the kernel's Wi-Fi configuration, on the caller's thread and at once; it is
    /// no part of a path, which would differ with every packet.
    ///
    /// - Returns: `nil` where there is no access point, or the kernel does not tell.
    public func signalStrength() -> Int? {
        guard type == .wifi, isUp else { return nil }
        // Nothing follows from it: where it cannot be had, there is none.
        guard let socket = try? WirelessSocket(),
            let signals = try? socket.dumpSignals(heardBy: UInt32(index)).elements,
            signals.count == 1
        else { return nil }
        return signals[0]
    }
}
