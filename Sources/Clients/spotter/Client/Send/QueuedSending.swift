import Domain
import Foundation
import SpotterClient
import Terminal

/// Sends through the outbox, which keeps messages on this machine until the server has them.
struct QueuedSending {
    struct Draft {
        let id: String?
        let text: String
        let replyTo: MessageID?
        let files: [String]
    }

    let client: LoggedInClient
    let isJSON: Bool

    private struct Queued: Encodable { let queued: Bool, id: String }
    private struct Flushed: Encodable { let sent: Int, queued: Int }

    /// - Parameter waits: for the server's answer, as long as there is a connection.
    func send(_ draft: Draft, to guess: Guess, waits: Bool) async throws {
        let engine = try client.syncEngine()
        let chat = try await engine.find(guess.text)
        // An address is never the beginning of a name, and the local copy doesn't hold those of contacts.
        if !guess.text.contains("@"), ChatFinder.Found.chat(chat).isGuess(guess.text, contacts: [], me: client.me.id) {
            try guess.confirm("Send to", chat.name)
        }
        let id = draft.id ?? UUIDv7Source(clock: SystemClock()).next(MessageID.self).description
        let entry = try await engine.send(
            draft.text,
            to: chat.id,
            replyTo: draft.replyTo,
            attachments: Self.attachments(draft.files, of: id),
            id: id
        )
        let name = TerminalText.line(chat.name)
        guard waits else { return try report(isQueued: true, entry, name) }
        let changes = await engine.changes()
        let running = Task { await engine.run() }
        defer { running.cancel() }
        for await change in changes {
            switch change {
            case .failed(let failed) where failed.id == entry.id:
                guard case .failed(let reason, _) = failed.state else { break }
                try await engine.discard(entry.id, in: chat.id)
                throw ClientError.unexpectedAnswer("not sent: \(reason)")
            case .connection(.reconnecting), .connection(.offline), .connection(.ended):
                return try report(isQueued: true, entry, name)
            case .chats:
                guard try await engine.outbox().allSatisfy({ $0.id != entry.id || $0.isFailed }) else { break }
                return try report(isQueued: false, entry, name)
            default: break
            }
        }
    }

    /// Sends everything that waits. What the server refuses stays, for `spotter chat` to show.
    func flush() async throws {
        let engine = try client.syncEngine()
        let count = try await Self.waiting(in: engine)
        if count > 0 { try await drain(engine) }
        let (rest, failed) = (try await Self.waiting(in: engine), try await engine.outbox().filter(\.isFailed).count)
        if isJSON {
            try ClientOutput.document(Flushed(sent: count - rest, queued: rest))
        } else {
            ClientOutput.lines([count == 0 ? "Nothing waits." : "✓ sent \(count - rest) of \(count)"])
        }
        if failed > 0 {
            TTY.printToStandardError("note: \(failed) were refused; `spotter chat` shows why.")
            throw ClientExit.failure
        }
        if rest > 0 { throw ClientExit.unreachable }
    }

    private func drain(_ engine: SyncEngine) async throws {
        let changes = await engine.changes()
        let running = Task { await engine.run() }
        defer { running.cancel() }
        for await change in changes {
            switch change {
            case .connection(.reconnecting(let reason, _)):
                return TTY.printToStandardError("note: \(TerminalText.line(reason))")
            case .connection(.offline(let reason)):
                return TTY.printToStandardError("note: \(TerminalText.line(reason))")
            case .connection(.ended(let error)): throw error
            case .chats, .failed: if try await Self.waiting(in: engine) == 0 { return }
            default: break
            }
        }
    }

    private static func waiting(in engine: SyncEngine) async throws -> Int {
        try await engine.outbox().filter { !$0.isFailed && $0.sentSeq == nil }.count
    }

    private func report(isQueued: Bool, _ entry: OutboxEntry, _ name: String) throws {
        if isJSON { return try ClientOutput.document(Queued(queued: isQueued, id: entry.id)) }
        ClientOutput.lines([
            isQueued
                ? "… queued for \(name): it goes out with the next `spotter chat` or `spotter send --flush`"
                : "✓ sent to \(name)"
        ])
    }

    private static func attachments(_ paths: [String], of id: String) -> [FileAttachment] {
        paths.enumerated().map { index, path in
            let url = URL(filePath: path)
            // The absolute path, because a command in another folder may send the file.
            return FileAttachment(
                clientMediaId: "\(id)-\(index)",
                path: url.standardizedFileURL.path,
                fileName: url.lastPathComponent
            )
        }
    }
}
