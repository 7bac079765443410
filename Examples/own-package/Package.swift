// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// A separate package that uses the library: a service for swift-service-lifecycle that works while the network
// is not metered, a program that runs the service, and a test of the service without a network.

import PackageDescription

let package = Package(
    name: "own-package",
    dependencies: [
        .package(name: "swift-reachability", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "UploadService",
            dependencies: [
                .product(name: "Reachability", package: "swift-reachability"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .executableTarget(
            name: "uploader",
            dependencies: [
                "UploadService",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Reachability", package: "swift-reachability"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "UploadServiceTests",
            dependencies: [
                "UploadService",
                .product(name: "ReachabilityTesting", package: "swift-reachability"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]
        ),
    ]
)
