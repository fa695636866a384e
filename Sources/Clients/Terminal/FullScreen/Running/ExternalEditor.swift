import Foundation
import Subprocess
import SystemPackage

/// Writes a message in the user's own editor.
enum ExternalEditor {
    /// - Returns: what was saved, without the line feed at the end; `nil` if the editor failed.
    static func edit(_ text: String) async -> String? {
        let environment = ProcessInfo.processInfo.environment
        let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
        let file = FileManager.default.temporaryDirectory.appending(path: "spotter-\(UUID().uuidString).txt").path
        // For the user's eyes only, and gone afterwards.
        guard
            FileManager.default.createFile(
                atPath: file,
                contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        else { return nil }
        defer { try? FileManager.default.removeItem(atPath: file) }
        // The variable may hold arguments, so the shell splits it, as git and others do.
        let result = try? await Subprocess.run(
            .path("/bin/sh"),
            arguments: ["-c", "\(editor) \"$1\"", "sh", file],
            input: .fileDescriptor(.standardInput, closeAfterSpawningProcess: false),
            output: .fileDescriptor(.standardOutput, closeAfterSpawningProcess: false),
            error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
        )
        guard let result, result.terminationStatus.isSuccess, let data = FileManager.default.contents(atPath: file)
        else {
            return nil
        }
        var written = String(decoding: data, as: UTF8.self)
        if written.hasSuffix("\n") { written.removeLast() }
        return written
    }
}
