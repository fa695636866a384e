import Foundation
import Subprocess

/// Shows an address with the desktop's program for it.
enum DesktopOpener {
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    static func open(_ address: String) async throws {
        let viewer = ProcessInfo.processInfo.environment["SPOTTER_OPEN"] ?? "xdg-open"
        do {
            let result = try await Subprocess.run(
                .name(viewer),
                arguments: [address],
                input: .none,
                output: .discarded,
                error: .discarded
            )
            guard result.terminationStatus.isSuccess else {
                throw Problem(description: "\(viewer) couldn't open \(TerminalText.line(address))")
            }
        } catch is SubprocessError {
            throw Problem(description: "There's no \(viewer) here; SPOTTER_OPEN names another program.")
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
