// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// One library for Apple platforms and Linux: it imports Apple's framework Network where that exists, and NetworkCompat
// elsewhere. Its source has no other difference. (Apple platforms never build anything of swift-reachability.)
//
//     swift run connection-status               # prints each status, until it is interrupted
//     swift test --disable-xctest

import PackageDescription

let package = Package(
    name: "cross-platform",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [.library(name: "ConnectionStatus", targets: ["ConnectionStatus"])],
    dependencies: [.package(name: "swift-reachability", path: "../..")],
    targets: [
        .target(
            name: "ConnectionStatus",
            dependencies: [
                .product(
                    name: "NetworkCompat", package: "swift-reachability",
                    condition: .when(platforms: [.linux]))
            ]
        ),
        .executableTarget(name: "connection-status", dependencies: ["ConnectionStatus"]),
        .testTarget(name: "ConnectionStatusTests", dependencies: ["ConnectionStatus"]),
    ]
)
