// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// What every Swift target is built with, the tests among them.
let testSettings: [SwiftSetting] =
    [
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
        "ExistentialAny",
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
        "InternalImportsByDefault",
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
        "MemberImportVisibility",
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
        "NonisolatedNonsendingByDefault",
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0470-isolated-conformances.md
        "InferIsolatedConformances",
    ].map { .enableUpcomingFeature($0) } + [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
    ]

/// What the product is built with.
let settings =
    testSettings + [
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0458-strict-memory-safety.md
        .strictMemorySafety()
    ]

let package = Package(
    name: "swift-reachability",
    products: [
        .library(name: "Reachability", targets: ["Reachability"]),
        .library(name: "NetworkReachability", targets: ["NetworkReachability"]),
        .library(name: "NetworkCompat", targets: ["NetworkCompat"]),
        .library(name: "ReachabilityFoundation", targets: ["ReachabilityFoundation"]),
        .library(name: "ReachabilityTesting", targets: ["ReachabilityTesting"]),
        .library(name: "BackgroundTransfers", targets: ["BackgroundTransfers"]),
        .library(
            name: "BackgroundTransfersFoundation", targets: ["BackgroundTransfersFoundation"]),
        .library(name: "OfflineAnswers", targets: ["OfflineAnswers"]),
        .library(name: "ConnectivityProbes", targets: ["ConnectivityProbes"]),
        .executable(name: "reach", targets: ["reach"]),
        .executable(name: "reach-transfer", targets: ["reach-transfer"]),
    ],
    traits: [
        .trait(
            name: "NetworkManager",
            description:
                "Asks NetworkManager over the system bus what connections cost (libsystemd)."),
        .default(enabledTraits: ["NetworkManager"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CNetlink",
            path: "Sources/System/CNetlink",
            pkgConfig: "libnl-route-3.0",
            providers: [.apt(["libnl-route-3-dev", "pkg-config"])]
        ),
        .systemLibrary(
            name: "CNetlinkGeneric",
            path: "Sources/System/CNetlinkGeneric",
            pkgConfig: "libnl-genl-3.0",
            providers: [.apt(["libnl-genl-3-dev", "pkg-config"])]
        ),
        .target(
            name: "Netlink",
            dependencies: ["CNetlink", "CNetlinkGeneric"],
            path: "Sources/System/Netlink",
            swiftSettings: settings
        ),
        .systemLibrary(name: "CLinux", path: "Sources/System/CLinux"),
        .target(
            name: "LinuxSystem",
            dependencies: ["CLinux"],
            path: "Sources/System/LinuxSystem",
            swiftSettings: settings
        ),
        .target(name: "CCommandSystem", path: "Sources/Command/CCommandSystem"),
        .target(
            name: "CommandSystem",
            dependencies: ["CCommandSystem", "LinuxSystem", "NetworkReachability"],
            path: "Sources/Command/CommandSystem",
            swiftSettings: settings
        ),
        .systemLibrary(
            name: "CSystemd",
            path: "Sources/System/CSystemd",
            // Not by pkg-config, which would link it.
            providers: [.apt(["libsystemd-dev"])]
        ),
        .target(
            name: "SystemBus",
            dependencies: [
                .target(name: "CSystemd", condition: .when(traits: ["NetworkManager"])),
                "LinuxSystem",
            ],
            path: "Sources/System/SystemBus",
            swiftSettings: settings
        ),
        .target(
            name: "NetworkReachability",
            dependencies: [
                "Netlink", "LinuxSystem",
                .target(name: "SystemBus", condition: .when(traits: ["NetworkManager"])),
            ],
            path: "Sources/Reachability/NetworkReachability",
            swiftSettings: settings
        ),
        .target(
            name: "Reachability",
            dependencies: ["NetworkReachability", "LinuxSystem"],
            path: "Sources/Reachability/Reachability",
            swiftSettings: settings
        ),
        .target(
            name: "NetworkCompat",
            dependencies: ["NetworkReachability"],
            path: "Sources/Reachability/NetworkCompat",
            swiftSettings: settings
        ),
        .target(
            name: "TransferRules",
            path: "Sources/System/TransferRules",
            swiftSettings: settings
        ),
        .target(
            name: "ReachabilityFoundation",
            dependencies: ["NetworkReachability", "Reachability", "LinuxSystem", "TransferRules"],
            path: "Sources/Reachability/ReachabilityFoundation",
            swiftSettings: settings
        ),
        .target(
            name: "ReachabilityTesting",
            dependencies: ["NetworkReachability", "Reachability", "LinuxSystem", "Netlink"],
            path: "Sources/Reachability/ReachabilityTesting",
            swiftSettings: settings
        ),
        .systemLibrary(
            name: "CCurl",
            path: "Sources/Transfers/CCurl",
            // Not by pkg-config, which would link it.
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),
        .systemLibrary(
            name: "CCrypto",
            path: "Sources/Transfers/CCrypto",
            // Not by pkg-config, which would link it.
            providers: [.apt(["libssl-dev"])]
        ),
        .systemLibrary(
            name: "CCares",
            path: "Sources/Transfers/CCares",
            // Not by pkg-config, which would link it.
            providers: [.apt(["libc-ares-dev"])]
        ),
        .target(
            name: "HTTPEngine",
            dependencies: ["CCurl", "CCrypto", "LinuxSystem", "TransferRules"],
            path: "Sources/Transfers/HTTPEngine",
            swiftSettings: settings
        ),
        .target(
            name: "ConnectivityProbes",
            dependencies: ["NetworkReachability", "LinuxSystem", "HTTPEngine"],
            path: "Sources/Transfers/ConnectivityProbes",
            swiftSettings: settings
        ),
        .target(
            name: "DurableStore",
            dependencies: ["LinuxSystem", .product(name: "GRDB", package: "GRDB.swift")],
            path: "Sources/Transfers/DurableStore",
            swiftSettings: settings
        ),
        .target(
            name: "BackgroundTransfers",
            dependencies: [
                "NetworkReachability", "LinuxSystem", "TransferRules", "HTTPEngine",
                "DurableStore",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Sources/Transfers/BackgroundTransfers",
            swiftSettings: settings
        ),
        .target(
            name: "BackgroundTransfersFoundation",
            dependencies: ["BackgroundTransfers", "NetworkReachability"],
            path: "Sources/Transfers/BackgroundTransfersFoundation",
            swiftSettings: settings
        ),
        .target(
            name: "OfflineAnswers",
            dependencies: [
                "NetworkReachability", "LinuxSystem", "TransferRules", "ReachabilityFoundation",
                "DurableStore",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Sources/Transfers/OfflineAnswers",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "reach-transfer",
            dependencies: [
                "BackgroundTransfers", "ConnectivityProbes", "ReachCommand", "NetworkReachability",
                "Netlink", "LinuxSystem", "CommandSystem", "CCares",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Command/reach-transfer",
            swiftSettings: settings
        ),
        .target(
            name: "ReachCommand",
            dependencies: [
                "NetworkReachability",
                "LinuxSystem",
                "CommandSystem",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Command/ReachCommand",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "reach",
            dependencies: ["ReachCommand", "LinuxSystem"],
            path: "Sources/Command/reach",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "example-path-monitor",
            dependencies: ["NetworkCompat"],
            path: "Examples/path-monitor",
            swiftSettings: testSettings
        ),
        .executableTarget(
            name: "example-url-session",
            dependencies: ["ReachabilityFoundation", "Reachability"],
            path: "Examples/url-session",
            swiftSettings: testSettings
        ),
        .executableTarget(
            name: "example-background-download",
            dependencies: ["BackgroundTransfers"],
            path: "Examples/background-download",
            swiftSettings: testSettings
        ),
        .executableTarget(
            name: "example-timetable",
            dependencies: ["OfflineAnswers", "BackgroundTransfers"],
            path: "Examples/timetable",
            swiftSettings: testSettings
        ),
        .executableTarget(
            name: "example-notifier",
            dependencies: ["Reachability"],
            path: "Examples/notifier",
            swiftSettings: testSettings
        ),
        .executableTarget(
            name: "example-async-await",
            dependencies: ["Reachability"],
            path: "Examples/async-await",
            swiftSettings: testSettings
        ),
        .executableTarget(
            name: "example-deferring-work",
            dependencies: ["Reachability"],
            path: "Examples/deferring-work",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "ExampleTests",
            dependencies: ["Reachability", "ReachabilityTesting"],
            path: "Examples/testing-with-a-scripted-network",
            swiftSettings: testSettings
        ),
        .executableTarget(
            name: "library-probe",
            dependencies: ["Reachability"],
            path: "Tests/Programs/library-probe",
            swiftSettings: settings
        ),
        .executableTarget(name: "tun-reader", path: "Tests/Programs/tun-reader"),
        .executableTarget(
            name: "monitor-probe",
            dependencies: ["Reachability"],
            path: "Tests/Programs/monitor-probe",
            swiftSettings: testSettings
        ),
        .executableTarget(name: "refuse-netlink", path: "Tests/Programs/refuse-netlink"),
        .executableTarget(name: "forge-link", path: "Tests/Programs/forge-link"),
        .executableTarget(name: "advertise-router", path: "Tests/Programs/advertise-router"),
        .executableTarget(name: "interrupt-dumps", path: "Tests/Programs/interrupt-dumps"),
        .executableTarget(name: "fake-bus", path: "Tests/Programs/fake-bus"),
        .executableTarget(name: "crash-at", path: "Tests/Programs/crash-at"),
        .executableTarget(
            name: "hostile-server",
            dependencies: ["LinuxSystem", "LoopbackServer"],
            path: "Tests/Programs/hostile-server",
            swiftSettings: testSettings
        ),
        .target(
            name: "LoopbackServer",
            dependencies: ["LinuxSystem"],
            path: "Tests/Programs/LoopbackServer",
            swiftSettings: testSettings
        ),
        .target(name: "CTestSupport", path: "Tests/Programs/CTestSupport"),
        .target(
            name: "TestSupport",
            dependencies: ["CTestSupport", "LinuxSystem"],
            path: "Tests/Programs/TestSupport",
            swiftSettings: testSettings
        ),
        .executableTarget(
            name: "store-answers",
            dependencies: ["OfflineAnswers", "ReachabilityTesting", "LoopbackServer"],
            path: "Tests/Programs/store-answers",
            swiftSettings: testSettings
        ),
        .executableTarget(
            name: "ask-cache",
            dependencies: ["OfflineAnswers", "ReachabilityTesting"],
            path: "Tests/Programs/ask-cache",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "reach", "ReachCommand", "tun-reader", "refuse-netlink", "monitor-probe",
                "forge-link",
                "advertise-router", "interrupt-dumps", "fake-bus", "crash-at", "hostile-server",
                "reach-transfer", "example-path-monitor",
                "example-notifier",
                "example-async-await",
                "example-deferring-work", "example-url-session", "example-timetable",
                "ReachabilityTesting", "NetworkReachability", "LinuxSystem", "BackgroundTransfers",
                "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Command/CommandTests",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "ReachCommandTests",
            dependencies: [
                "ReachCommand", "reach-transfer", "CommandSystem", "BackgroundTransfers",
                "ReachabilityTesting", "NetworkReachability", "LinuxSystem", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Command/ReachCommandTests",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "LinuxSystemTests",
            dependencies: ["LinuxSystem"],
            path: "Tests/System/LinuxSystemTests",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "SystemBusTests",
            dependencies: [
                "LinuxSystem",
                .target(name: "SystemBus", condition: .when(traits: ["NetworkManager"])),
            ],
            path: "Tests/System/SystemBusTests",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "CommandSystemTests",
            dependencies: ["CommandSystem", "LinuxSystem", "TestSupport"],
            path: "Tests/Command/CommandSystemTests",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "ReachabilityTests",
            dependencies: [
                "NetworkReachability", "Reachability", "ReachabilityTesting", "Netlink",
                "LinuxSystem", "TestSupport",
                .target(name: "SystemBus", condition: .when(traits: ["NetworkManager"])),
            ],
            path: "Tests/Reachability/ReachabilityTests",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "NetworkCompatTests",
            dependencies: [
                "NetworkCompat", "NetworkReachability", "ReachabilityTesting", "TestSupport",
            ],
            path: "Tests/Reachability/NetworkCompatTests",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "TutorialTests",
            dependencies: ["NetworkCompat", "Reachability", "ReachabilityFoundation"],
            path: "Tests/Reachability/TutorialTests",
            // Most public tutorials are written in this language mode.
            swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "ReachabilityFoundationTests",
            dependencies: [
                "ReachabilityFoundation", "NetworkReachability", "Reachability",
                "ReachabilityTesting", "LinuxSystem", "TransferRules", "LoopbackServer",
                "TestSupport",
            ],
            path: "Tests/Reachability/ReachabilityFoundationTests",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "HTTPEngineTests",
            dependencies: [
                "HTTPEngine", "CCurl", "LinuxSystem", "LoopbackServer", "TestSupport",
                "TransferRules",
            ],
            path: "Tests/Transfers/HTTPEngineTests",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "ConnectivityProbesTests",
            dependencies: [
                "ConnectivityProbes", "HTTPEngine", "NetworkReachability", "ReachabilityTesting",
                "LoopbackServer",
            ],
            path: "Tests/Transfers/ConnectivityProbesTests",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "BackgroundTransfersTests",
            dependencies: [
                "BackgroundTransfers", "DurableStore", "HTTPEngine", "NetworkReachability",
                "ReachabilityTesting", "TransferRules", "LinuxSystem", "LoopbackServer",
                "reach-transfer", "hostile-server", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/Transfers/BackgroundTransfersTests",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "BackgroundTransfersFoundationTests",
            dependencies: [
                "BackgroundTransfersFoundation", "BackgroundTransfers", "NetworkReachability",
            ],
            path: "Tests/Transfers/BackgroundTransfersFoundationTests",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "OfflineAnswersTests",
            dependencies: [
                "OfflineAnswers", "NetworkReachability", "ReachabilityTesting", "TransferRules",
                "LinuxSystem", "LoopbackServer", "store-answers", "ask-cache", "crash-at",
                .product(name: "GRDB", package: "GRDB.swift"), "TestSupport",
            ],
            path: "Tests/Transfers/OfflineAnswersTests",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "TransferRulesTests",
            dependencies: ["TransferRules", "TestSupport"],
            path: "Tests/System/TransferRulesTests",
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "NetlinkTests",
            dependencies: ["Netlink"],
            path: "Tests/System/NetlinkTests",
            exclude: ["Recorded"],
            swiftSettings: testSettings
        ),
    ]
)
