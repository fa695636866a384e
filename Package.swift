// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

// Dependencies from other packages, by the name that the targets below use.
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioConcurrency = Target.Dependency.product(name: "NIOConcurrencyHelpers", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioFoundationCompat = Target.Dependency.product(name: "NIOFoundationCompat", package: "swift-nio")
let nioExtras = Target.Dependency.product(name: "NIOExtras", package: "swift-nio-extras")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypes1 = Target.Dependency.product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioWebSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")

/// A module of the house, and its tests under `Tests/<name>Tests`.
func module(
    _ name: String,
    path: String? = nil,
    _ dependencies: [Target.Dependency],
    tests: [Target.Dependency] = []
) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name)] + dependencies + tests,
            swiftSettings: settings
        ),
    ]
}

// Arrows point downwards only: a target names nothing that stands below it in this list.
let house: [[Target]] = [
    [
        .systemLibrary(name: "CBLAS", providers: [.apt(["libopenblas-dev"])]),
        .systemLibrary(name: "CEpoll"),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // Optimised in debug builds too: without, a text takes a second there.
        .target(name: "CEncoderKernels", cSettings: [.unsafeFlags(["-O2"])]),
        .target(name: "CVectorKernels", linkerSettings: [.linkedLibrary("openblas")]),
        .target(name: "CLoadTLS", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "CMediaWorker", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    ],
    module("Domain", [], tests: ["SpotterTestKit"]),
    module("SpotterAPI", ["Domain"], tests: ["SpotterTestKit"]),
    module("Storage", ["Domain", grdb, grdbSQLite, logging], tests: ["SpotterTestKit"]),
    module(
        "Accounts",
        ["Domain", "SpotterAPI", "Storage", crypto, cryptoExtras],
        tests: ["Contacts", "Live", "Messaging", "MessagingTestKit"]
    ),
    module("Contacts", ["Accounts", "Domain", "SpotterAPI", "Storage"], tests: ["Messaging", "MessagingTestKit"]),
    module(
        "Messaging",
        ["Accounts", "Contacts", "Domain", "SpotterAPI", "Storage"],
        tests: ["Live", "MessagingTestKit", "SpotterServer", "SpotterTestKit", logging]
    ),
    module(
        "Live",
        ["Accounts", "Contacts", "Domain", "SpotterAPI", "Messaging", "Storage", nioCore],
        tests: ["MessagingTestKit", nioEmbedded]
    ),
    module(
        "MediaStore",
        [
            "Accounts", "CMediaWorker", "Domain", "SpotterAPI", "Storage", crypto, logging, nioCore, nioPosix,
            serviceLifecycle,
        ],
        tests: [
            asyncHTTPClient, nioFoundationCompat, nioHTTP1, "Messaging", "SpotterServer", "SpotterTestKit", "spotter",
        ]
    ),
    module("VectorSearch", ["CBLAS", "CVectorKernels"]),
    module(
        "Embedding",
        ["CBLAS", "CEncoderKernels", "CZlib", asyncHTTPClient, crypto, nioCore, nioHTTP1, nioPosix, nioSSL]
    ),
    module(
        "Scheduling",
        ["Accounts", "Contacts", "Domain", "Storage", logging, serviceLifecycle],
        tests: ["SpotterServer"]
    ),
    module(
        "Retrieval",
        [
            "Accounts", "Contacts", "Domain", "SpotterAPI", "Storage", "Messaging", "Embedding", "VectorSearch",
            "Scheduling",
            logging,
            serviceLifecycle,
        ],
        tests: [nioCore, nioPosix, "Importing", "SpotterServer", "SpotterTestKit"]
    ),
    module(
        "LanguageModels",
        ["Domain", "Embedding", asyncHTTPClient, logging, nioCore, nioHTTP1],
        tests: ["ModelTestKit"]
    ),
    [
        .target(
            name: "ModelTestKit",
            dependencies: ["LanguageModels", nioCore, nioHTTP1, nioPosix],
            path: "Tests/ModelTestKit",
            swiftSettings: settings
        )
    ],
    module(
        "Assistant",
        [
            "Accounts", "Contacts", "Domain", "SpotterAPI", "Storage", "Messaging", "Retrieval", "LanguageModels",
            "Scheduling",
            crypto, logging,
        ],
        tests: ["Embedding", "ModelTestKit", "SpotterServer", asyncHTTPClient, nioCore]
    ),
    module(
        "Importing",
        ["Domain", "SpotterAPI", "Storage", "Messaging", "Scheduling", crypto],
        tests: ["SpotterServer", logging, nioCore]
    ),
    module(
        "Notifications",
        [
            "Accounts", "Domain", "SpotterAPI", "Live", "Storage", "Messaging", asyncHTTPClient, crypto, logging,
            nioCore, nioHTTP1,
            nioPosix, nioSSL,
            serviceLifecycle,
        ],
        tests: ["Contacts", "MediaStore", "ModelTestKit", "Scheduling", "SpotterServer", "SpotterTestKit"]
    ),
    module(
        "Gateway",
        [
            "Accounts", "Contacts", "Domain", "SpotterAPI", "Storage", "Messaging", "Live", "Notifications",
            "MediaStore",
            "Retrieval",
            "Scheduling", "Assistant", "Importing",
            crypto, httpTypes, hummingbird, hummingbirdCore, logging, nioCore, nioConcurrency, nioExtras,
            nioFoundationCompat, nioHTTP1, nioHTTPTypes, nioHTTPTypes1, nioPosix, nioSSL, serviceLifecycle,
        ],
        tests: [
            asyncHTTPClient, configuration, hummingbirdTesting, nioEmbedded, "LanguageModels", "ModelTestKit",
            "SpotterClient", "SpotterServer", "SpotterTestKit",
        ]
    ),
    module(
        "FunctionsCompat",
        path: "functions-compat",
        [
            "Accounts", "Contacts", "Domain", "SpotterAPI", "Messaging", "Retrieval", "Scheduling", "Assistant",
            "Gateway", httpTypes,
            hummingbird, logging,
            nioCore,
        ],
        tests: [
            asyncHTTPClient, hummingbirdTesting, nioFoundationCompat, nioHTTP1, "ModelTestKit", "SpotterServer",
            "SpotterTestKit",
        ]
    ),
    module(
        "SpotterClient",
        [
            "Domain", "SpotterAPI", asyncHTTPClient, crypto, grdb, logging, nioCore, nioHTTP1, nioPosix, nioSSL,
            nioWebSocket,
        ],
        tests: ["SpotterTestKit"]
    ),
    module("Terminal", ["Domain", "SpotterAPI", "SpotterClient"]),
    module(
        "Loading",
        ["CEpoll", "CLoadTLS", "Domain", asyncHTTPClient, nioCore, nioFoundationCompat, nioHTTP1, nioSSL],
        tests: ["SpotterTestKit"]
    ),
    module("Checking", ["Domain", asyncHTTPClient, crypto, nioCore, nioFoundationCompat, nioHTTP1, nioPosix]),
    [
        .target(
            name: "SpotterServer",
            dependencies: [
                "Accounts", "Contacts", "Domain", "SpotterAPI", "Storage", "Messaging", "Live", "Notifications",
                "MediaStore",
                "Embedding", "VectorSearch",
                "Retrieval",
                "LanguageModels", "Scheduling", "Assistant", "Importing", "Gateway", "FunctionsCompat",
                asyncHTTPClient, configuration, hummingbird, hummingbirdCore, logging, nioCore, nioPosix,
                serviceLifecycle, unixSignals,
            ],
            swiftSettings: settings
        ),
        .target(
            name: "SpotterTestKit",
            dependencies: [
                "Accounts", "Contacts", "Domain", "Storage", "Messaging", "Live", "SpotterServer", "SpotterClient",
                asyncHTTPClient, logging, nioCore,
                nioFoundationCompat, nioHTTP1, nioPosix,
            ],
            path: "Tests/SpotterTestKit",
            swiftSettings: settings
        ),
        .target(
            name: "MessagingTestKit",
            dependencies: [
                "Accounts", "Contacts", "Domain", "SpotterAPI", "Live", "MediaStore", "Messaging", "Retrieval",
                "Scheduling",
                "SpotterServer", "SpotterTestKit", "Storage", logging, nioCore, nioPosix,
            ],
            path: "Tests/MessagingTestKit",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "spotter",
            dependencies: [
                "Accounts", "Domain", "SpotterAPI", "Storage", "Messaging", "MediaStore", "Embedding", "VectorSearch",
                "Retrieval",
                "Scheduling",
                "Assistant", "Importing", "SpotterServer", "SpotterClient", "Terminal", "Loading", "Checking",
                argumentParser, asyncHTTPClient, configuration, logging, nioCore, nioFoundationCompat, nioHTTP1,
                nioPosix,
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "websocket-echo",
            dependencies: ["Gateway", hummingbird, logging, nioCore, nioPosix, serviceLifecycle, unixSignals],
            path: "Tests/WebSocketEcho",
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["Domain", "SpotterClient", "SpotterTestKit", "spotter", nioCore, nioPosix],
            swiftSettings: settings
        ),
    ],
]

let package = Package(
    name: "spotter",
    platforms: [.macOS(.v26)],
    products: [
        .executable(name: "spotter", targets: ["spotter"]),
        .library(name: "SpotterClient", targets: ["SpotterClient"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ],
    targets: house.flatMap { $0 }
)
