// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// A web page that shows the path of this machine as it changes, by server-sent events, with Hummingbird 2.
//
//     swift run dashboard-server                       # http://127.0.0.1:8080
//     curl --no-buffer http://127.0.0.1:8080/events    # the events: paths as JSON, as `reach status --all --json`
//     swift test --disable-xctest                      # with a scripted network

import PackageDescription

let package = Package(
    name: "dashboard",
    dependencies: [
        .package(name: "swift-reachability", path: "../.."),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        .target(
            name: "Dashboard",
            dependencies: [
                .product(name: "NetworkReachability", package: "swift-reachability"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .executableTarget(
            name: "dashboard-server",
            dependencies: [
                "Dashboard",
                .product(name: "NetworkReachability", package: "swift-reachability"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]
        ),
        .testTarget(
            name: "DashboardTests",
            dependencies: [
                "Dashboard",
                .product(name: "ReachabilityTesting", package: "swift-reachability"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]
        ),
    ]
)
