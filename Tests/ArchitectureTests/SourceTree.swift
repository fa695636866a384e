import Foundation
import TestSupport

/// The Swift sources of this repository, by group and module.
struct SourceTree {
    struct File {
        /// The folder of `Sources` that the module stands in.
        let group: String
        let module: String
        /// Relative to the repository.
        let path: String
        let text: String
    }

    let files: [File]

    /// All of `Sources` and `functions-compat`.
    init() throws {
        let sources = Repository.root.appending(path: "Sources")
        let modules = try Self.folders(in: sources).flatMap { group in
            try Self.folders(in: sources.appending(path: group)).map { module in
                Module(group: group, name: module, folder: sources.appending(path: group).appending(path: module))
            }
        }
        let compat = Repository.root.appending(path: "functions-compat")
        try self.init(modules + [Module(group: "Server", name: "FunctionsCompat", folder: compat)])
    }

    /// The tests and what they are built with.
    static func tests() throws -> SourceTree {
        try SourceTree([Module(group: "", name: "Tests", folder: Repository.root.appending(path: "Tests"))])
    }

    private struct Module {
        let group: String
        let name: String
        let folder: URL
    }

    private init(_ modules: [Module]) throws {
        files = try modules.flatMap { module in
            try Self.swiftFiles(in: module.folder).map { file in
                File(
                    group: module.group,
                    module: module.name,
                    path: String(file.path.dropFirst(Repository.root.path.count + 1)),
                    text: try String(contentsOf: file, encoding: .utf8)
                )
            }
        }
    }

    private static func folders(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
            .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }.map(\.lastPathComponent)
    }

    private static func swiftFiles(in folder: URL) -> [URL] {
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    }
}
