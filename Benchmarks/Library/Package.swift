// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// What the parts of the library cost, measured inside of a program:
//
//     swift build -c release --static-swift-stdlib
//
// It is a package of its own, so that nobody who uses the library builds it.

import PackageDescription

let package = Package(
    name: "library-benchmarks",
    dependencies: [.package(name: "swift-reachability", path: "../..")],
    targets: [
        .target(name: "CAllocations"),
        .target(name: "CLimit"),
        .executableTarget(
            name: "library-benchmarks",
            dependencies: [
                "CAllocations",
                "CLimit",
                .product(name: "Reachability", package: "swift-reachability"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                // What is measured is not public, but its package's own. Another package must not see it;
                // a package that is measured must not be built in another way than for its users. (Testable
                // and optimized at once, it crashes the compiler of Swift 6.3.)
                .unsafeFlags(["-Xfrontend", "-disable-access-control"]),
            ]
        ),
    ]
)
