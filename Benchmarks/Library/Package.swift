// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// The name of the package that is measured, as its modules know it: that of its folder. With it, this one
/// may use what is not public but the package's own, and nothing needs to be made public to be measured, or
/// built in another way than it is for its users.
let measured = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? ""
let mangled = String(
    measured.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

let package = Package(
    name: "library-benchmarks",
    dependencies: [.package(name: "measured", path: "../..")],
    targets: [
        .target(name: "CAllocations"),
        .executableTarget(
            name: "library-benchmarks",
            dependencies: [
                "CAllocations",
                .product(name: "Reachability", package: "measured"),
                .product(name: "ReachabilityTesting", package: "measured"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .unsafeFlags(["-package-name", mangled]),
            ]
        ),
    ]
)
