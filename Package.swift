// swift-tools-version: 6.1
import PackageDescription

/// What every Swift target of the package is compiled with.
///
/// Release builds optimise across modules: the six libraries are separate so that they stay
/// readable, not so that a template's inner loop pays for a module border.
let swift: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

/// What has no feature to be debugged, and is at work in every test: optimised in debug builds too, for
/// nearly all the time of the tests is spent there.
let library = swift + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
    name: "storytime",
    products: [
        .executable(name: "storytime", targets: ["StorytimeCLI"]),
        .executable(name: "storytime-bench", targets: ["StorytimeBench"]),
    ],
    targets: [
        // C: headers that Glibc's Swift module lacks, libcurl when it is needed, and Debian's other
        // libraries.
        .target(name: "CLinux"),
        .target(name: "CCurl"),
        .target(name: "CSQLiteDraft"),
        .systemLibrary(name: "CSQLite"),
        .systemLibrary(name: "CCrypto"),
        .systemLibrary(name: "CZlib"),
        .systemLibrary(name: "CUTF8Proc"),
        .systemLibrary(name: "CQREncode"),
        .systemLibrary(name: "CExpat"),
        .systemLibrary(name: "CUchardet"),

        // Six libraries that know nothing of Storytime. The first has the doors through which text and numbers
        // from outside come in.
        .target(name: "Received", dependencies: ["CUchardet"], swiftSettings: library),
        .target(name: "HTTP", dependencies: ["Received"], swiftSettings: library),
        .target(
            name: "Server",
            dependencies: ["Received", "HTTP", "CLinux"],
            swiftSettings: library
        ),
        .target(
            name: "SQLite",
            dependencies: ["Received", "CSQLite", "CSQLiteDraft"],
            swiftSettings: library
        ),
        .target(name: "Quill", swiftSettings: library),
        .target(name: "Subtitles", dependencies: ["Received", "CExpat"], swiftSettings: library),

        // The application and its two executables.
        .target(
            name: "Storytime",
            dependencies: [
                "Received", "HTTP", "Server", "SQLite", "Quill", "Subtitles", "CCrypto", "CZlib",
                "CUTF8Proc", "CQREncode", "CCurl",
            ],
            resources: [
                .embedInCode("Console/People/common-passwords.txt"),
                .embedInCode("App/Commands/demo-books.csv"),
                .embedInCode("App/Commands/DemoFilms/demo-drawings.svg"),
            ],
            swiftSettings: library
        ),
        .executableTarget(name: "StorytimeCLI", dependencies: ["Storytime"], swiftSettings: swift),
        .executableTarget(
            name: "StorytimeBench",
            dependencies: ["HTTP", "Server", "SQLite", "Quill", "Subtitles"],
            swiftSettings: swift
        ),

        .testTarget(name: "ReceivedTests", dependencies: ["Received"], swiftSettings: swift),
        .testTarget(name: "HTTPTests", dependencies: ["HTTP", "Received"], swiftSettings: swift),
        .testTarget(
            name: "ServerTests",
            dependencies: ["Server", "HTTP", "Received"],
            swiftSettings: swift
        ),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite"], swiftSettings: swift),
        .testTarget(
            name: "QuillTests",
            dependencies: ["Quill"],
            exclude: ["Corpus"],
            swiftSettings: swift
        ),
        .testTarget(
            name: "SubtitlesTests",
            dependencies: ["Subtitles", "Received"],
            swiftSettings: swift
        ),
        // How tests read pages.
        .target(name: "Markup", path: "Tests/Markup", swiftSettings: library),
        .testTarget(
            name: "StorytimeTests",
            dependencies: [
                "Storytime", "Received", "HTTP", "Server", "SQLite", "Quill", "Subtitles", "Markup",
            ],
            swiftSettings: swift
        ),
    ],
    swiftLanguageModes: [.v6]
)

// One program with all fuzzers, which only `script/tools/fuzz` builds: libFuzzer has its main function.
if Context.environment["STORYTIME_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Fuzz",
            dependencies: ["Received", "HTTP", "SQLite", "Subtitles", "Storytime", "CZlib"],
            path: "Tests/Fuzz",
            exclude: ["Corpus", "dictionary.txt", "parsers.txt"],
            swiftSettings: swift
        )
    )
}
