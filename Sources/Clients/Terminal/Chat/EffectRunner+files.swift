import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Synchronization

/// Files of the open chat.
extension EffectRunner {
    /// A file that can't be sent, saved or opened.
    struct FileProblem: Error, CustomStringConvertible {
        let description: String
    }

    /// Queues a file. It is uploaded as soon as there is a connection.
    func sendFile(_ path: String, _ caption: String, to chat: ChatID) async throws {
        let url = URL(filePath: Self.expanded(path)).standardizedFileURL
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw FileProblem(description: "There's no file \(path).")
        }
        guard !isFolder.boolValue else { throw FileProblem(description: "\(path) is a folder.") }
        guard FileManager.default.isReadableFile(atPath: url.path) else {
            throw FileProblem(description: "\(path) can't be read.")
        }
        let id = UUIDv7Source(clock: engine.wallClock).next(MessageID.self).description
        let attachment = FileAttachment(
            clientMediaId: "\(id)-0",
            path: url.path,
            fileName: url.lastPathComponent
        )
        try await engine.send(caption, to: chat, attachments: [attachment], id: id)
    }

    /// Saves the files of a message. Returns their paths.
    func saveFiles(of choice: MessageReference, to destination: String?, in chat: ChatID) async throws -> [String] {
        let message = try await findWithFiles(choice, in: chat)
        let destination = destination.map(Self.expanded) ?? FileManager.default.currentDirectoryPath
        var paths: [String] = []
        for media in message.media { paths.append(try await save(media, to: destination)) }
        return paths
    }

    /// Saves the first file of a message for viewing, and shows it with the desktop's program for its kind.
    func openFile(of choice: MessageReference, in chat: ChatID) async throws -> String {
        guard let media = try await findWithFiles(choice, in: chat).media.first else {
            throw FileProblem(description: "There's no file there.")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "spotter-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let path = try await save(media, to: folder)
        let viewer = DesktopOpener.viewer
        switch try await DesktopOpener.show(path) {
        case true?: return path
        case false?: throw FileProblem(description: "\(viewer) couldn't show it. It's in \(path)")
        case nil:
            throw FileProblem(
                description: "There's no \(viewer) here to show it; SPOTTER_OPEN names another program. It's in \(path)"
            )
        }
    }

    /// Tells each percent once.
    private func save(_ media: Media, to destination: String) async throws -> String {
        let told = Mutex<Int64>(-1)
        return try await FileSaver(engine.api).save(media, to: destination) { done in
            let percent = done * 100 / max(media.size, 1)
            let isNew = told.withLock { last in
                defer { last = max(last, percent) }
                return percent > last
            }
            if isNew { emit(.transfer(FileTransfer(name: media.fileName, done: done, total: media.size))) }
        }
    }

    private func findWithFiles(_ choice: MessageReference, in chat: ChatID) async throws -> Message {
        guard case .number = choice else {
            let messages = try await engine.messages(in: chat, limit: 500).messages
            if let latest = messages.last(where: { $0.deletedAt == nil && !$0.media.isEmpty }) { return latest }
            throw FileProblem(description: "There's no file on this screen.")
        }
        let message = try await find(choice, in: chat)
        guard !message.media.isEmpty else { throw FileProblem(description: "Message #\(message.seq) has no file.") }
        return message
    }

    /// `~` as in a shell.
    static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/") else { return path }
        return FileManager.default.homeDirectoryForCurrentUser.path + path.dropFirst()
    }
}
