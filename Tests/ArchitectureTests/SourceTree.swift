import Foundation

/// The Swift sources of this repository, by module.
struct SourceTree {
    struct File {
        let module: String
        /// Relative to the repository.
        let path: String
        let text: String
    }

    let files: [File]

    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// All of `Sources` and `functions-compat`.
    init() throws {
        let sources = Self.repository.appending(path: "Sources")
        var modules = try FileManager.default.contentsOfDirectory(atPath: sources.path).map {
            (name: $0, folder: sources.appending(path: $0))
        }
        modules.append(("FunctionsCompat", Self.repository.appending(path: "functions-compat")))
        try self.init(modules)
    }

    /// The tests and what they are built with.
    static func tests() throws -> SourceTree {
        try SourceTree([("Tests", repository.appending(path: "Tests"))])
    }

    private init(_ modules: [(name: String, folder: URL)]) throws {
        files = try modules.flatMap { module in
            try Self.swiftFiles(in: module.folder).map { file in
                File(
                    module: module.name,
                    path: String(file.path.dropFirst(Self.repository.path.count + 1)),
                    text: try String(contentsOf: file, encoding: .utf8)
                )
            }
        }
    }

    private static func swiftFiles(in folder: URL) -> [URL] {
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    }
}
