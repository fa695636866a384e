import Domain
import Foundation
import Importing

/// One file that a command imports, with the folder of its pictures if it was unpacked.
struct ImportFile: Sendable {
    private let path: String
    private let media: String?

    /// For users.
    var name: String { path == "-" ? "standard input" : path }

    /// The files that the arguments name; of a folder, everything in it that can be imported.
    static func all(in arguments: [String], media: String?) throws -> [ImportFile] {
        try arguments.flatMap { argument -> [ImportFile] in
            guard argument != "-", isFolder(argument) else { return [ImportFile(path: argument, media: media)] }
            let names = try entries(of: argument)
            // A chat that was unpacked: its pictures lie beside it.
            if names.contains("_chat.txt") {
                return [ImportFile(path: argument + "/_chat.txt", media: media ?? argument)]
            }
            let files = names.filter { name in
                [".jsonl", ".txt", ".zip"].contains { name.lowercased().hasSuffix($0) } && !name.hasPrefix(".")
            }
            guard !files.isEmpty else {
                throw SpotterError(.notFound, "there is no .zip, .txt or .jsonl file in \(argument)")
            }
            return files.map { ImportFile(path: argument + "/" + $0, media: nil) }
        }
    }

    /// The name that WhatsApp gave the chat, from that of the file; `nil` if it says none.
    var chatName: String? {
        WhatsAppOptions.chatName(ofFile: URL(filePath: path).deletingPathExtension().lastPathComponent)
    }

    /// The bytes to import: the file, or an archive of it and the pictures that it names.
    func contents() throws -> [UInt8] {
        let text = try read(path)
        guard let media else { return text }
        let words = WhatsAppOptions.text(of: text)
        // Most names stand between these signs; only the others are searched for.
        let signs: Set<Character> = ["<", ">", "(", ")", ":", "\n", "\r\n", "\u{200E}"]
        let parts = Set(words.split { signs.contains($0) }.map { String($0).trimmed })
        var archive = ChatArchive(text: text)
        for name in try Self.entries(of: media)
        where parts.contains(name) || (name.contains { signs.contains($0) } && words.contains(name)) {
            let file = media + "/" + name
            guard try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType == .typeRegular,
                name != "_chat.txt", file != path
            else { continue }
            archive.add(name, try read(file))
        }
        return archive.finished()
    }

    private func read(_ path: String) throws -> [UInt8] {
        do {
            if path == "-" { return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data()) }
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            let what = path == "-" ? "standard input" : path
            throw SpotterError(
                .notFound,
                FileManager.default.fileExists(atPath: path) || path == "-"
                    ? "can't read \(what)" : "there is no file \(what)"
            )
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func entries(of folder: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw SpotterError(.notFound, "can't read the folder \(folder)")
        }
    }
}
