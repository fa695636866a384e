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

/// As `settings`, optimised in debug builds too: for a module that other modules' tests call so often that unoptimised code
/// costs them more than the optimiser takes.
let optimized = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

// Dependencies from other packages, by the name that the targets below use.
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let coreMetrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let jwtKit = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
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
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let swiftASN1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let tomlKit = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")

/// A module, and its tests in the same group under `<name>Tests`.
func module(
    _ name: String,
    path: String? = nil,
    _ dependencies: [Target.Dependency],
    resources: [Resource] = [],
    settings own: [SwiftSetting] = settings,
    tests: [Target.Dependency] = []
) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, path: path, resources: resources, swiftSettings: own),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name), "TestSupport"] + dependencies + tests,
            swiftSettings: settings
        ),
    ]
}

/// Modules of one group, whose folder is `Sources/<group>/<module>`, and for tests `Tests/<group>/<tests>`.
func group(_ name: String, _ targets: [Target]...) -> [Target] {
    targets.flatMap { $0 }.map { target in
        let base = target.type == .test ? "Tests" : "Sources"
        if target.path == nil, target.type != .plugin { target.path = "\(base)/\(name)/\(target.name)" }
        return target
    }
}

// From the lowest group to the highest; a group uses those before it, and a module those before it.
let targets: [[Target]] = [
    group(
        "Core",
        [
            .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
            .target(name: "CSQLiteFiles", linkerSettings: [.linkedLibrary("sqlite3")]),
            .plugin(name: "CommitPlugin", capability: .buildTool()),
            .target(name: "BuildVersion", swiftSettings: settings, plugins: ["CommitPlugin"]),
            .target(name: "FileIO", dependencies: [crypto], swiftSettings: settings),
        ],
        module("ServerSentEvents", []),
        module("Domain", []),
        [
            .target(
                name: "TestSupport",
                dependencies: ["Domain", logging],
                path: "Tests/Core/TestSupport",
                swiftSettings: settings
            ),
            .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: settings),
        ],
        module("Storage", ["CSQLiteFiles", "Domain", grdb, grdbSQLite, logging], tests: ["PostgreSQLTestKit"]),
        [
            .target(
                name: "CPostgreSQL",
                linkerSettings: [
                    .linkedLibrary("dl", .when(platforms: [.linux])),
                    .linkedLibrary("pthread", .when(platforms: [.linux])),
                ]
            ),
            .target(
                name: "PostgreSQLTestKit",
                dependencies: ["Domain", "PostgreSQLStorage", "Storage", "TestSupport", logging],
                path: "Tests/Core/PostgreSQLTestKit",
                swiftSettings: settings
            ),
        ],
        module("EventBus", []),
        module(
            "NATS",
            ["Domain", "EventBus", logging, nioCore, nioPosix, nioSSL],
            tests: ["NATSTestKit", nioEmbedded]
        ),
        [
            .target(
                name: "NATSTestKit",
                dependencies: ["TestSupport"],
                path: "Tests/Core/NATSTestKit",
                swiftSettings: settings
            )
        ],
        module(
            "PostgreSQLStorage",
            ["CPostgreSQL", "Domain", "EventBus", "Storage", logging],
            tests: ["PostgreSQLTestKit", "ServerHarness"]
        ),
        module(
            "Cluster",
            ["Domain", "Storage", logging, serviceLifecycle],
            tests: ["ClusterTestKit", "PostgreSQLTestKit"]
        ),
        [
            .target(
                name: "ClusterTestKit",
                dependencies: ["Cluster", "Domain", "Storage", "TestSupport", logging],
                path: "Tests/Core/ClusterTestKit",
                swiftSettings: settings
            )
        ],
        module(
            "ObjectStorage",
            ["Domain", asyncHTTPClient, crypto, logging, nioCore, nioHTTP1],
            tests: [nioPosix]
        ),
        module(
            "OpenAIClient",
            ["Domain", asyncHTTPClient, logging, nioCore, nioHTTP1],
            tests: ["ModelTestKit"]
        )
    ),
    group(
        "API",
        module("SpotterAPI", ["Domain", "ServerSentEvents", crypto], tests: [nioCore])
    ),
    group(
        "People",
        module(
            "Accounts",
            ["Domain", "FileIO", "SpotterAPI", "Storage", crypto, cryptoExtras],
            tests: ["Contacts", "ContactsTestKit", "Live", "Messaging", "MessagingTestKit", "ServerHarness"]
        ),
        module(
            "Contacts",
            ["Accounts", "Domain", "SpotterAPI", "Storage"],
            tests: ["ContactsTestKit", "Messaging", "MessagingTestKit"]
        ),
        [
            .target(
                name: "ContactsTestKit",
                dependencies: ["Contacts", "Domain"],
                path: "Tests/People/ContactsTestKit",
                swiftSettings: settings
            )
        ]
    ),
    group(
        "Messaging",
        [
            .target(
                name: "CMediaWorker",
                linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux])), .linkedLibrary("m")]
            )
        ],
        module(
            "Messaging",
            ["Accounts", "Contacts", "Domain", "SpotterAPI", "Storage"],
            tests: ["ContactsTestKit", "Live", "MessagingTestKit", "PostgreSQLTestKit", nioCore]
        ),
        module(
            "Live",
            ["Accounts", "Contacts", "Domain", "EventBus", "SpotterAPI", "Messaging", "Storage", nioCore],
            tests: ["MessagingTestKit", nioEmbedded]
        ),
        module(
            "MediaStore",
            [
                "Accounts", "CMediaWorker", "Cluster", "Domain", "ObjectStorage", "SpotterAPI", "Messaging", "Storage",
                crypto, logging, nioCore,
                nioPosix,
                serviceLifecycle,
            ],
            // Pictures are converted in a process of their own, which is the probe.
            tests: ["ClusterTestKit", "MediaTestKit", "MessagingTestKit", "ServerHarness", "media-worker-probe"]
        ),
        module(
            "Transcription",
            [
                "Accounts", "Cluster", "Domain", "MediaStore", "Messaging", "OpenAIClient", "SpotterAPI", "Storage",
                asyncHTTPClient,
                logging,
                nioCore, nioHTTP1, serviceLifecycle,
            ],
            tests: [
                "ClusterTestKit", "ClientProfiles", "ClientProfilesTestKit", "MessagingTestKit", "ModelTestKit",
                "RetrievalTestKit",
                "SchedulingTestKit",
            ]
        ),
        module(
            "Backup",
            ["Domain", "FileIO", "MediaStore", "Messaging", "Storage", crypto, logging, serviceLifecycle],
            tests: ["ServerHarness"]
        ),
        [
            .target(
                name: "MessagingTestKit",
                dependencies: [
                    "Accounts", "Cluster", "Contacts", "ContactsTestKit", "Domain", "EventBus", "SpotterAPI", "Live",
                    "MediaStore", "Messaging", "PostgreSQLStorage", "PostgreSQLTestKit", "Storage", "TestSupport",
                    logging, nioCore,
                    nioPosix,
                ],
                path: "Tests/Messaging/MessagingTestKit",
                swiftSettings: settings
            ),
            .target(
                name: "MediaTestKit",
                dependencies: ["TestSupport"],
                path: "Tests/Messaging/MediaTestKit",
                swiftSettings: settings
            ),
            .executableTarget(
                name: "media-worker-probe",
                dependencies: ["CMediaWorker"],
                path: "Tests/Messaging/MediaWorkerProbe",
                linkerSettings: [.linkedLibrary("pthread")]
            ),
        ]
    ),
    group(
        "Language",
        module("TimeExpressions", ["Domain"], resources: [.embedInCode("Vocabulary")], settings: optimized),
        module("TextReading", ["Domain", "Storage"], resources: [.embedInCode("Vocabulary")])
    ),
    group(
        "Search",
        [
            .systemLibrary(name: "CBLAS", providers: [.apt(["libopenblas-dev"])]),
            // Optimised in debug builds too: without, a text takes a second there.
            .target(name: "CEncoderKernels", cSettings: [.unsafeFlags(["-O2"])]),
            .target(name: "CVectorKernels", linkerSettings: [.linkedLibrary("openblas")]),
        ],
        module("VectorSearch", ["CBLAS", "CVectorKernels"]),
        module(
            "Embedding",
            [
                "CBLAS", "CEncoderKernels", "Domain", "FileIO", "OpenAIClient", asyncHTTPClient, logging, nioCore,
                nioHTTP1,
            ],
            tests: ["ModelTestKit"]
        ),
        module(
            "ModelFetch",
            [
                "Domain", "Embedding", "FileIO", asyncHTTPClient, nioCore, nioHTTP1, nioPosix, nioSSL, subprocess,
                systemPackage,
            ],
            tests: ["ModelTestKit"]
        ),
        module(
            "Retrieval",
            [
                "Accounts", "Cluster", "Contacts", "Domain", "SpotterAPI", "Storage", "Messaging", "Embedding",
                "VectorSearch",
                "TextReading", "TimeExpressions",
                logging,
                serviceLifecycle,
            ],
            resources: [.embedInCode("Words")],
            tests: [
                "ClusterTestKit", "Scheduling", nioCore, nioPosix, "ContactsTestKit", "Importing", "MessagingTestKit",
                "PostgreSQLTestKit", "RetrievalTestKit",
            ]
        ),
        [
            .target(
                name: "RetrievalTestKit",
                dependencies: ["MessagingTestKit", "Retrieval"],
                path: "Tests/Search/RetrievalTestKit",
                swiftSettings: settings
            )
        ]
    ),
    group(
        "Coaching",
        module(
            "Scheduling",
            [
                "TimeExpressions",
                "Accounts", "Cluster", "Contacts", "Domain", "SpotterAPI", "Messaging", "Storage", crypto, logging,
                serviceLifecycle,
            ],
            resources: [.embedInCode("ICalendar/TimeZones/windows-zones.txt")],
            tests: ["ClusterTestKit", "ContactsTestKit", "MessagingTestKit", "SchedulingTestKit"]
        ),
        [
            .target(
                name: "SchedulingTestKit",
                dependencies: ["MessagingTestKit", "Scheduling"],
                path: "Tests/Coaching/SchedulingTestKit",
                swiftSettings: settings
            )
        ],
        module(
            "Coaching",
            ["Accounts", "Contacts", "Domain", "SpotterAPI", "Messaging", "Scheduling", "Storage"],
            tests: ["ContactsTestKit", "MessagingTestKit", "SchedulingTestKit"]
        ),
        module(
            "ClientProfiles",
            [
                "TimeExpressions",
                "Accounts", "Cluster", "Contacts", "Domain", "SpotterAPI", "Messaging", "Scheduling", "Storage", crypto,
                logging,
                serviceLifecycle,
            ],
            resources: [.embedInCode("Words")],
            tests: [
                "ClusterTestKit", "Assistant", "ClientProfilesTestKit", "ContactsTestKit", "LanguageModels",
                "MessagingTestKit", "ModelBudgets",
                "ModelTestKit", "OpenAIClient", "SchedulingTestKit", asyncHTTPClient,
            ]
        ),
        [
            .target(
                name: "ClientProfilesTestKit",
                dependencies: ["ClientProfiles", "MessagingTestKit", logging],
                path: "Tests/Coaching/ClientProfilesTestKit",
                swiftSettings: settings
            )
        ],
        module(
            "Measures",
            [
                "Accounts", "Cluster", "Contacts", "Domain", "SpotterAPI", "Messaging", "Scheduling", "Storage", crypto,
                logging, serviceLifecycle,
            ],
            resources: [.embedInCode("Vocabulary")],
            tests: ["ClusterTestKit", "ContactsTestKit", "MessagingTestKit", "SchedulingTestKit"]
        ),
        module(
            "CheckIns",
            [
                "Accounts", "Cluster", "Contacts", "Domain", "SpotterAPI", "Measures", "Messaging", "Scheduling",
                "Storage", logging, serviceLifecycle,
            ],
            tests: ["ClusterTestKit", "ContactsTestKit", "MediaStore", "MessagingTestKit", "SchedulingTestKit"]
        ),
        module(
            "AutomaticReplies",
            [
                "Accounts", "Cluster", "Contacts", "Domain", "SpotterAPI", "Messaging", "Scheduling", "Storage",
                logging,
                serviceLifecycle,
            ],
            tests: ["ClusterTestKit", "Assistant", "ContactsTestKit", "MessagingTestKit", "SchedulingTestKit"]
        ),
        module(
            "Importing",
            ["Accounts", "Contacts", "CZlib", "Domain", "SpotterAPI", "Storage", "Messaging", "Scheduling", crypto],
            resources: ["between", "day-halves", "months", "placeholders"].map {
                .embedInCode("WhatsApp/Words/\($0).tsv")
            },
            tests: ["MessagingTestKit", "Retrieval", nioCore]
        ),
        module(
            "Notifications",
            [
                coreMetrics, "Accounts", "Cluster", "Domain", "SpotterAPI", "Live", "Storage", "Messaging",
                "Scheduling",
                asyncHTTPClient,
                crypto, logging,
                nioCore, nioHTTP1,
                nioPosix, nioSSL,
                serviceLifecycle,
            ],
            tests: [
                "ClusterTestKit", "Contacts", "ContactsTestKit", "MediaStore", "MessagingTestKit", "ModelTestKit",
                "NotificationsTestKit",
            ]
        ),
        [
            .target(
                name: "NotificationsTestKit",
                dependencies: ["Domain", "Notifications", crypto],
                path: "Tests/Coaching/NotificationsTestKit",
                swiftSettings: settings
            )
        ],
        module(
            "CalendarPush",
            [
                "Accounts", "Cluster", "Domain", "Notifications", "Scheduling", "SpotterAPI", "Storage",
                asyncHTTPClient,
                crypto, logging, nioCore, nioHTTP1, serviceLifecycle,
            ],
            tests: ["ClusterTestKit", "MessagingTestKit", "ModelTestKit", "SchedulingTestKit"]
        )
    ),
    group(
        "Assistant",
        module(
            "LanguageModels",
            ["Domain", "OpenAIClient", "ServerSentEvents", asyncHTTPClient, logging, nioCore, nioHTTP1],
            tests: ["ModelTestKit"]
        ),
        [
            .target(
                name: "ModelTestKit",
                dependencies: ["Domain", "Embedding", "LanguageModels", "OpenAIClient", nioCore, nioHTTP1, nioPosix],
                path: "Tests/Assistant/ModelTestKit",
                swiftSettings: settings
            )
        ],
        module(
            "WebSearch",
            ["Domain", "OpenAIClient", "TextReading", asyncHTTPClient, logging, nioCore, nioHTTP1],
            resources: [.embedInCode("Words")],
            tests: ["ModelTestKit"]
        ),
        module(
            "SportsData",
            [
                "Accounts", "Domain", "OpenAIClient", "SpotterAPI", "Storage", asyncHTTPClient, crypto, logging,
                nioCore,
                nioHTTP1,
            ],
            tests: ["ModelTestKit"]
        ),
        module(
            "ModelBudgets",
            ["Accounts", "Domain", "LanguageModels", "SpotterAPI", "Storage", logging]
        ),
        module(
            "OutputSafety",
            ["Domain", "SpotterAPI", "TextReading"],
            resources: [.embedInCode("Words")]
        ),
        module(
            "AssistantTools",
            [
                "Domain", "Messaging", "OutputSafety", "Retrieval", "Scheduling", "SpotterAPI", "Storage",
                "TextReading",
                "TimeExpressions",
            ],
            resources: [.embedInCode("Words")]
        ),
        module(
            "RequestReading",
            [
                "AssistantTools", "Domain", "Retrieval", "Scheduling", "SpotterAPI", "TextReading", "TimeExpressions",
            ],
            resources: [.embedInCode("Vocabulary")]
        ),
        module(
            "ChatInsights",
            [
                "Accounts", "AssistantTools", "ClientProfiles", "Contacts", "Domain", "LanguageModels", "Measures",
                "Messaging", "ModelBudgets", "OutputSafety", "Retrieval", "Scheduling", "SpotterAPI", "Storage",
                "TextReading", "TimeExpressions", crypto,
            ],
            resources: [.embedInCode("Vocabulary")]
        ),
        module(
            "BuiltInAnswers",
            [
                "AssistantTools", "ChatInsights", "ClientProfiles", "Domain", "Measures", "Messaging", "RequestReading",
                "Retrieval",
                "Scheduling", "SpotterAPI", "Storage", "TextReading", "TimeExpressions",
            ],
            resources: [.embedInCode("Words")]
        ),
        module(
            "Assistant",
            [
                "TimeExpressions",
                "Accounts", "AssistantTools", "AutomaticReplies", "BuiltInAnswers", "ChatInsights", "ClientProfiles",
                "Cluster",
                "Contacts", "Domain",
                "SpotterAPI",
                "Storage",
                "Messaging", "ModelBudgets", "OutputSafety",
                "RequestReading", "Retrieval", "LanguageModels",
                "Scheduling", "TextReading",
                "WebSearch",
                crypto, logging, serviceLifecycle,
            ],
            resources: [.embedInCode("Automatic/Words"), .embedInCode("Words")],
            tests: [
                "ClusterTestKit", "ContactsTestKit", "Embedding", "Importing", "MessagingTestKit", "ModelTestKit",
                "OpenAIClient",
                asyncHTTPClient, nioCore,
            ]
        ),
        module(
            "ModelProxy",
            [
                "Accounts", "Cluster", "Domain", "LanguageModels", "MediaStore", "ModelBudgets", "OpenAIClient",
                "Scheduling",
                "ServerSentEvents", "SpotterAPI", "Storage", "WebSearch",
                asyncHTTPClient, crypto, logging, nioCore, nioHTTP1, serviceLifecycle,
            ],
            tests: ["ClusterTestKit", "MessagingTestKit", "ModelTestKit"]
        )
    ),
    group(
        "Server",
        [
            .systemLibrary(name: "CMalloc"),
            .target(name: "CDocsPage", exclude: ["files"]),
            .target(name: "CWebApp", exclude: ["files", "files.inc"]),
        ],
        module("MetricsExporter", [coreMetrics]),
        module(
            "Gateway",
            [
                "Accounts", "CDocsPage", "CWebApp", "CZlib", "Contacts", "Domain", "SpotterAPI", "FileIO", "Live",
                "Storage",
                "Messaging", "Notifications", "MediaStore", "Backup", "Transcription",
                "Retrieval", "Scheduling", "CalendarPush", "CheckIns", "ClientProfiles", "Coaching", "Measures",
                "Assistant",
                "AutomaticReplies", "Importing", "MetricsExporter", "ModelBudgets", "ChatInsights", coreMetrics,
                crypto, httpTypes, hummingbird, hummingbirdCore, logging, nioCore, nioConcurrency, nioExtras,
                nioFoundationCompat, nioHTTP1, nioHTTPTypes, nioHTTPTypes1, nioPosix, nioSSL, serviceLifecycle,
            ],
            tests: [
                asyncHTTPClient, configuration, hummingbirdTesting, nioEmbedded, "ContactsTestKit", "LanguageModels",
                "MediaTestKit", "MessagingTestKit", "ModelProxy", "ModelTestKit", "NotificationsTestKit",
                "ObjectStorage",
                "SpotterClient", "SpotterServer", "ServerTestKit",
            ]
        ),
        module(
            "FunctionsCompat",
            path: "functions-compat",
            [
                "TimeExpressions",
                "Accounts", "BuildVersion", "ClientProfiles", "Contacts", "Domain", "Measures", "SpotterAPI",
                "Messaging",
                "Embedding",
                "LanguageModels", "Live", "MediaStore", "ModelProxy", "Retrieval", "Scheduling", "Assistant",
                "AssistantTools", "ChatInsights",
                "SportsData",
                "Transcription", "Gateway", "Storage", "WebSearch",
                crypto, cryptoExtras, httpTypes, hummingbird, jwtKit, logging, nioCore, serviceLifecycle,
                swiftASN1, x509,
            ],
            tests: [
                asyncHTTPClient, hummingbirdTesting, nioFoundationCompat, nioHTTP1, "ContactsTestKit", "ModelBudgets",
                "ModelTestKit",
                "SpotterServer", "ServerTestKit",
            ]
        ),
        [
            .target(
                name: "SpotterServer",
                dependencies: [
                    "Accounts", "BuildVersion", "CMalloc", "Cluster", "Contacts", "Domain", "SpotterAPI", "FileIO",
                    "Live",
                    "Storage",
                    "Messaging",
                    "Notifications",
                    "MediaStore", "Backup", "Transcription",
                    "OpenAIClient", "Embedding",
                    "VectorSearch", "Retrieval", "LanguageModels", "SportsData", "WebSearch", "Scheduling",
                    "CalendarPush", "CheckIns", "ClientProfiles", "Coaching", "Measures", "Assistant", "AssistantTools",
                    "AutomaticReplies", "ChatInsights", "BuiltInAnswers",
                    "Importing",
                    "ModelBudgets", "ModelProxy",
                    "EventBus", "MetricsExporter", "ObjectStorage", "Gateway", "FunctionsCompat", "NATS",
                    "PostgreSQLStorage",
                    coreMetrics, crypto,
                    asyncHTTPClient, configuration, hummingbird, hummingbirdCore, logging, nioCore, nioHTTP1, nioPosix,
                    serviceLifecycle, unixSignals,
                ],
                swiftSettings: settings
            ),
            .target(
                name: "ServerTestKit",
                dependencies: [
                    "Accounts", "Contacts", "ContactsTestKit", "Domain", "SpotterAPI", "Live", "Storage", "Messaging",
                    "FunctionsCompat", "LanguageModels", "ModelTestKit", "PostgreSQLTestKit",
                    "ServerHarness",
                    "SpotterServer",
                    "SpotterClient", jwtKit, logging, nioCore,
                    nioPosix, "TestSupport",
                ],
                path: "Tests/Server/ServerTestKit",
                swiftSettings: settings
            ),
            .executableTarget(
                name: "websocket-echo",
                dependencies: ["Gateway", hummingbird, logging, nioCore, nioPosix, serviceLifecycle, unixSignals],
                path: "Tests/Server/WebSocketEcho",
                swiftSettings: settings
            ),
            .testTarget(
                name: "MigrationTests",
                dependencies: [
                    "Backup", "Domain", "SpotterAPI", "Storage", "Assistant", "Messaging", "Notifications",
                    "PostgreSQLStorage", "PostgreSQLTestKit", "ServerHarness", "SpotterServer", "ServerTestKit",
                    "TestSupport", logging,
                ],
                exclude: ["Fixtures"],
                swiftSettings: settings
            ),
        ]
    ),
    group(
        "Clients",
        module(
            "SpotterClient",
            [
                "CSQLiteFiles", "Domain", "SpotterAPI", "ServerSentEvents", asyncHTTPClient, grdb, logging, nioCore,
                nioHTTP1,
                nioPosix, nioSSL,
                nioWebSocket,
            ]
        ),
        module("Pictures", ["CZlib"]),
        module(
            "Terminal",
            [
                "Domain", "Pictures", "SpotterAPI", "SpotterClient", "TimeExpressions", subprocess, systemPackage,
                tomlKit,
            ],
            resources: [.embedInCode("FullScreen/Emoji/emoji.tsv")]
        ),
        [
            .target(
                name: "CommandLineSupport",
                dependencies: ["Domain", "SpotterAPI", "SpotterClient", argumentParser],
                swiftSettings: settings
            ),
            .executableTarget(
                name: "spotter",
                dependencies: [
                    "TimeExpressions",
                    "Accounts", "Assistant", "AutomaticReplies", "Backup", "BuildVersion", "CommandLineSupport",
                    "Contacts",
                    "Domain",
                    "SpotterAPI", "Storage", "Messaging",
                    "MediaStore", "Notifications",
                    "Embedding",
                    "LanguageModels",
                    "ModelBudgets", "ModelFetch",
                    "Retrieval",
                    "Scheduling", "Importing", "SpotterServer", "SpotterClient", "Terminal", argumentParser,
                    asyncHTTPClient, configuration, logging, nioCore, nioFoundationCompat, nioHTTP1,
                ],
                swiftSettings: settings
            ),
        ]
    ),
    group(
        "Tools",
        [
            .systemLibrary(name: "CEpoll"),
            .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
        ],
        module(
            "ServerHarness",
            [
                "Domain", "PostgreSQLStorage", "SpotterAPI", asyncHTTPClient, nioCore, nioFoundationCompat, nioHTTP1,
                nioPosix, nioSSL, subprocess, systemPackage,
            ]
        ),
        module(
            "LoadTest",
            ["CEpoll", "COpenSSL", "Domain", "SpotterAPI", "ServerHarness", histogram, nioCore],
            tests: ["PostgreSQLTestKit", "spotter"]  // a server of the scenarios is this executable
        ),
        module(
            "ConsistencyChecker",
            ["Domain", "SpotterAPI", "ServerHarness", asyncHTTPClient, nioCore, nioPosix]
        ),
        [
            // Preloaded into a server that `spotter bench ledger` measures; nothing links it.
            .target(name: "CallCounter"),
            .testTarget(name: "BenchmarksTests", dependencies: ["Benchmarks", "TestSupport"], swiftSettings: settings),
            .target(
                name: "Benchmarks",
                dependencies: [
                    "Accounts", "Assistant", "AssistantTools", "BuiltInAnswers", "ClientProfiles", "Contacts", "Domain",
                    "SpotterAPI",
                    "Live",
                    "Storage",
                    "Messaging", "Embedding",
                    "VectorSearch", "LanguageModels", "Retrieval", "Importing", "Scheduling",
                    "SpotterServer", "ServerHarness", "SpotterClient", asyncHTTPClient, logging, nioCore, nioHTTP1,
                    nioPosix,
                    subprocess, systemPackage,
                ],
                swiftSettings: settings
            ),
            .executableTarget(
                name: "spotter-demo",
                dependencies: [
                    "CommandLineSupport", "Domain", "ServerHarness", "SpotterAPI", "SpotterClient", argumentParser,
                ],
                swiftSettings: settings
            ),
            .executableTarget(
                name: "spotter-bench",
                dependencies: [
                    "Assistant", "Benchmarks", "BuiltInAnswers", "CommandLineSupport", "ConsistencyChecker", "Domain",
                    "SpotterAPI",
                    "Embedding", "LanguageModels",
                    "LoadTest",
                    "Retrieval", "ServerHarness", "SpotterClient", "VectorSearch", argumentParser,
                ],
                swiftSettings: settings
            ),
        ]
    ),
    [
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Backup", "Cluster", "CommandLineSupport", "Domain", "Importing", "Messaging", "ModelTestKit",
                "NATS", "NATSTestKit", "PostgreSQLStorage", "PostgreSQLTestKit", "ServerHarness", "ServerTestKit",
                "SpotterAPI",
                "SpotterClient", "SpotterServer", "Storage", "TestSupport",
                "spotter", "spotter-bench", "spotter-demo", logging, nioCore, nioHTTP1, nioPosix,
            ],
            swiftSettings: settings
        ),
    ],
]

let package = Package(
    name: "spotter",
    platforms: [.macOS(.v26)],
    products: [
        .executable(name: "spotter", targets: ["spotter"]),
        .executable(name: "spotter-bench", targets: ["spotter-bench"]),
        .executable(name: "spotter-demo", targets: ["spotter-demo"]),
        .library(name: "CallCounter", type: .dynamic, targets: ["CallCounter"]),
        .library(name: "SpotterClient", targets: ["SpotterClient"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system.git", from: "1.6.0"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift.git", from: "0.2.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/LebJe/TOMLKit.git", from: "0.6.0"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.2"),
        .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
    ],
    targets: targets.flatMap { $0 }
)
