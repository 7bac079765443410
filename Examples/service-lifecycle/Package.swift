// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// A daemon with a DeferralQueue that shuts down cleanly, with swift-service-lifecycle. On SIGTERM or SIGINT, no work
// starts any more, running work gets five seconds to end before it is cancelled, and waiting work gets an error.
//
//     swift run upload-daemon one two three     # until SIGTERM or SIGINT
//     swift test --disable-xctest               # with a scripted network, and as a process

import PackageDescription

let package = Package(
    name: "service-lifecycle",
    dependencies: [
        .package(name: "swift-reachability", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        .target(
            name: "UploadQueue",
            dependencies: [
                .product(name: "NetworkReachability", package: "swift-reachability"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .executableTarget(
            name: "upload-daemon",
            dependencies: [
                "UploadQueue",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "UploadQueueTests",
            dependencies: [
                "UploadQueue", "upload-daemon",
                .product(name: "ReachabilityTesting", package: "swift-reachability"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]
        ),
    ]
)
