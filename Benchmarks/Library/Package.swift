// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// The costs of the library's parts, measured within a program:
//
//     swift build -c release --static-swift-stdlib
//
// It is a separate package, so that users of the library do not build it.

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
                // The measured declarations are internal to their package. They must stay hidden
                // from other packages, and the measured package must be built as for its users.
                // (With both testability and optimization, the compiler of Swift 6.3 crashes.)
                .unsafeFlags(["-Xfrontend", "-disable-access-control"]),
            ]
        ),
        .executableTarget(
            name: "answer-benchmarks",
            dependencies: [.product(name: "OfflineAnswers", package: "swift-reachability")],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .treatAllWarnings(as: .error),
                // As for library-benchmarks.
                .unsafeFlags(["-Xfrontend", "-disable-access-control"]),
            ]
        ),
        .executableTarget(
            name: "transfer-benchmarks",
            dependencies: [.product(name: "BackgroundTransfers", package: "swift-reachability")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        ),
    ]
)
