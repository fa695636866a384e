import Foundation
import PackagePlugin

/// Generates the constant that says which commit is built. It's made anew after a commit or a change of a source file,
/// and written only if it differs, so that most builds recompile nothing for it.
@main
struct CommitPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let root = context.package.directoryURL
        let output = context.pluginWorkDirectoryURL.appending(path: "BuiltCommit.swift")
        let tests = root.appending(path: "Tests").path
        let sources = context.package.targets.compactMap { $0 as? any SourceModuleTarget }
            .filter { !$0.directoryURL.path.hasPrefix(tests) }
            .flatMap { $0.sourceFiles.map(\.url) }
        let script = root.appending(path: "scripts/lib/built-commit")
        return [
            .buildCommand(
                displayName: "Reading the commit",
                executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, root.path, output.path],
                inputFiles: [script] + sources + headLog(of: root),
                outputFiles: [output]
            )
        ]
    }

    /// The file to which git adds a line whenever another commit is checked out or made; none outside of a clone.
    private func headLog(of root: URL) -> [URL] {
        var git = root.appending(path: ".git")
        // In a further work tree of a clone it is a file with the folder's name.
        if let text = try? String(contentsOf: git, encoding: .utf8), text.hasPrefix("gitdir: ") {
            git = URL(filePath: text.dropFirst(8).trimmingCharacters(in: .newlines), relativeTo: root)
        }
        let log = git.appending(path: "logs/HEAD")
        return FileManager.default.fileExists(atPath: log.path) ? [log] : []
    }
}
