// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

// The fuzz targets (see Scripts/fuzz). They are a separate package, because every target must be
// instrumented. `Sources` is a symbolic link to the main package's.

import PackageDescription

let settings: [SwiftSetting] =
    [
        "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
        "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
    ].map { .enableUpcomingFeature($0) } + [.swiftLanguageMode(.v6)]

/// A program that libFuzzer runs.
func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        path: "Targets/\(name)",
        // The single file is not a script.
        swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]
    )
}

let package = Package(
    name: "fuzzing",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        .systemLibrary(
            name: "CNetlink",
            path: "Sources/System/CNetlink", pkgConfig: "libnl-route-3.0"),
        .systemLibrary(
            name: "CNetlinkGeneric",
            path: "Sources/System/CNetlinkGeneric",
            pkgConfig: "libnl-genl-3.0"),
        .systemLibrary(name: "CLinux", path: "Sources/System/CLinux"),
        .target(
            name: "Netlink",
            dependencies: ["CNetlink", "CNetlinkGeneric"],
            path: "Sources/System/Netlink",
            swiftSettings: settings
        ),
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
        .target(
            name: "NetworkReachability",
            dependencies: ["Netlink", "LinuxSystem"],
            path: "Sources/Reachability/NetworkReachability",
            swiftSettings: settings
        ),
        .target(
            name: "TransferRules",
            path: "Sources/System/TransferRules",
            swiftSettings: settings
        ),
        .systemLibrary(name: "CCurl", path: "Sources/Transfers/CCurl", pkgConfig: "libcurl"),
        .systemLibrary(name: "CCrypto", path: "Sources/Transfers/CCrypto", pkgConfig: "libcrypto"),
        .target(
            name: "HTTPEngine",
            dependencies: ["CCurl", "CCrypto", "LinuxSystem", "TransferRules"],
            path: "Sources/Transfers/HTTPEngine",
            swiftSettings: settings
        ),
        .target(
            name: "ReachCommand",
            dependencies: [
                "NetworkReachability", "LinuxSystem", "CommandSystem",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Command/ReachCommand",
            swiftSettings: settings
        ),
        fuzzer("fuzz-messages", ["Netlink"]),
        fuzzer("fuzz-state", ["LinuxSystem", "Netlink", "NetworkReachability", "ReachCommand"]),
        fuzzer("fuzz-headers", ["TransferRules", "HTTPEngine"]),
        fuzzer("fuzz-addresses", ["TransferRules", "HTTPEngine"]),
        fuzzer("fuzz-writers", ["ReachCommand", "CommandSystem", "LinuxSystem"]),
        fuzzer("fuzz-configuration", ["ReachCommand", "NetworkReachability"]),
        fuzzer(
            "fuzz-conditions",
            [
                "ReachCommand", "NetworkReachability", "LinuxSystem",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ]
)
