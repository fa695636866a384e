import Foundation
import Subprocess
import SystemPackage

/// Shows an address or a file with the desktop's program for it.
enum DesktopOpener {
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// A name or a path.
    static let viewer = ProcessInfo.processInfo.environment["SPOTTER_OPEN"] ?? "xdg-open"

    static func open(_ address: String) async throws {
        switch try await show(address) {
        case true?: return
        case false?: throw Problem(description: "\(viewer) couldn't open \(TerminalText.line(address))")
        case nil: throw Problem(description: "There's no \(viewer) here; SPOTTER_OPEN names another program.")
        }
    }

    /// - Returns: whether the program says that it worked; `nil` if there is none.
    static func show(_ target: String) async throws -> Bool? {
        // A name is looked up, a path is taken as it is.
        let program: Executable = viewer.contains("/") ? .path(FilePath(viewer)) : .name(viewer)
        do {
            let result = try await Subprocess.run(
                program,
                arguments: [target],
                input: .none,
                output: .discarded,
                error: .discarded
            )
            return result.terminationStatus.isSuccess
        } catch is SubprocessError {
            return nil
        }
    }
}

/// Completes paths of files, as a shell does.
enum PathCompletion {
    private static let maxPaths = 50

    /// - Parameter typed: with a quotation mark before it if it has spaces.
    static func paths(beginning typed: String) -> [String] {
        let (folder, name) = split(typed.hasPrefix("\"") ? String(typed.dropFirst()) : typed)
        let path = EffectRunner.expanded(folder.isEmpty ? "." : folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasPrefix(name) && ($0.first != "." || name.first == ".") }.sorted()
            .prefix(maxPaths)
            .map { entry in
                var isFolder: ObjCBool = false
                let whole = (path as NSString).appendingPathComponent(entry)
                _ = FileManager.default.fileExists(atPath: whole, isDirectory: &isFolder)
                return folder + entry + (isFolder.boolValue ? "/" : "")
            }
    }

    /// The folder with its last slash, and the beginning of a name.
    private static func split(_ typed: String) -> (folder: String, name: String) {
        guard let slash = typed.lastIndex(of: "/") else { return ("", typed) }
        let next = typed.index(after: slash)
        return (String(typed[..<next]), String(typed[next...]))
    }
}
