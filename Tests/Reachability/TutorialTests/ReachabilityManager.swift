// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: NeverUseForceTry, NeverForceUnwrap
// The manager of many tutorials about Reachability.swift. Only its import is changed; and Linux has no selectors, so that it
// observes with a closure.

import Foundation
import ReachabilityFoundation

class ReachabilityManager: NSObject {
    static let shared = ReachabilityManager()

    let reachability = try! Reachability()
    var isNetworkAvailable: Bool {
        return reachability.connection != .unavailable
    }
    private(set) var lastConnection: Reachability.Connection = .unavailable
    var onChange: (() -> Void)?
    private var observer: NSObjectProtocol?

    func startMonitoring() {
        observer = NotificationCenter.default.addObserver(
            forName: .reachabilityChanged, object: reachability, queue: nil
        ) { [weak self] note in
            self?.reachabilityChanged(note: note)
        }
        do {
            try reachability.startNotifier()
        } catch {
            print("Could not start reachability notifier")
        }
    }

    func stopMonitoring() {
        reachability.stopNotifier()
        if let observer = observer {
            NotificationCenter.default.removeObserver(
                observer, name: .reachabilityChanged, object: reachability)
        }
    }

    func reachabilityChanged(note: Notification) {
        let reachability = note.object as! Reachability

        switch reachability.connection {
        case .wifi:
            print("Reachable via WiFi")
        case .cellular:
            print("Reachable via Cellular")
        case .unavailable:
            print("Network not reachable")
        default:
            print("Reachable via \(reachability.connection)")
        }
        lastConnection = reachability.connection
        onChange?()
    }

    static func isReachable(completed: @escaping (ReachabilityManager) -> Void) {
        if ReachabilityManager.shared.reachability.connection != .unavailable {
            completed(ReachabilityManager.shared)
        }
    }
}

/// Apple's first sample, `Reachability.h`, in Swift.
class HostChecker {
    let hostReachability = try! Reachability(hostName: "www.apple.com")
    let internetReachability = try! Reachability.forInternetConnection()
    let wifiReachability = try! Reachability.forLocalWiFi()

    func start() {
        do {
            try hostReachability.startNotifier()
            try internetReachability.startNotifier()
        } catch {
            print(error)
        }
        hostReachability.whenReachable = { reachability in
            if reachability.connection == .wifi {
                print("Reachable via WiFi")
            } else {
                print("Reachable via Cellular")
            }
        }
        hostReachability.whenUnreachable = { _ in
            print("Not reachable")
        }
    }

    var summary: String {
        let connectionRequired = internetReachability.connectionRequired()
        switch internetReachability.currentReachabilityStatus {
        case .notReachable: return "Access Not Available"
        case .reachableViaWWAN: return "Reachable WWAN\(connectionRequired ? "?" : "")"
        case .reachableViaWiFi: return "Reachable WiFi"
        default: return "Reachable"
        }
    }
}
