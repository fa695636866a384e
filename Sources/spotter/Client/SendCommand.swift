import ArgumentParser
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send a message.",
        discussion: """
            CHAT is a chat's id, a group's name, or a person's name or e-mail address. Of a longer name the beginning is \
            enough when it's the only one; it asks then whether that's who you mean. It returns when the server has the message on disk, and fails when that can't be: nothing is \
            kept for later, unless you ask for it with --queue. A queued message goes out behind those that wait \
            already, at once if there's a connection, else with the next `spotter chat` or `spotter send --queue`.

            EXAMPLES
              spotter send sara See you tomorrow at nine
              spotter send "Saturday Run Club" "Meet at the north gate"
              git log -1 --format=%B | spotter send sara@example.com -
              spotter send --queue sara "Written on the train"
              spotter send sara --file squat.mp4 "Knees out at the bottom"
              spotter send sara --id plan-12 "The same id twice is one message"
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: ArgumentHelp("The message's own id; sending it twice stores it once.", valueName: "id"))
    var id: String?

    @Flag(help: "When the server can't be reached, keep the message and send it later.")
    var queue = false

    @Option(
        help: ArgumentHelp(
            "A picture, video, PDF or other file to send; may be given several times.",
            valueName: "path"
        ),
        completion: .file()
    )
    var file: [String] = []

    @Flag(name: .shortAndLong, help: "Don't ask whether the one who was found is meant.")
    var yes = false

    @Argument(help: "Who or which group.", completion: .chats)
    var chat: String

    @Argument(help: "The text; - reads it from standard input. Not needed with --file.")
    var text: [String] = []

    private struct Document: Encodable { let message: Message }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            let text = try Self.checked(text == ["-"] ? Self.standardInput() : text.joined(separator: " "), file)
            if queue { return try await enqueue(text, session) }
            let guess = Guess(text: chat, isAccepted: yes)
            let chat = try await session.api.findChat(chat, me: session.me.id) { try guess.confirm("Send to", $0) }
            let fresh: MessageID = UUIDv7Source(clock: SystemClock()).next()
            let id = id ?? fresh.description
            let draft = Draft(
                chatId: chat.id,
                clientMessageId: id,
                text: text,
                mediaIds: try await upload(as: id, by: session.api)
            )
            let message = try await session.api.send(draft)
            if options.json { return try ClientOutput.document(Document(message: message)) }
            let time = LocalTime().clock(message.createdAt)
            ClientOutput.lines(["✓ sent to \(TerminalText.line(chat.name)) at \(time)"])
        }
    }

    private struct Queued: Encodable { let queued: Bool, id: String }

    /// Sends through the outbox. Waits for the server's response as long as there is a connection.
    private func enqueue(_ text: String, _ client: LoggedInClient) async throws {
        let engine = try client.syncEngine()
        let guess = Guess(text: chat, isAccepted: yes)
        let chat = try await engine.find(chat)
        // An address is never the beginning of a name, and the local copy doesn't hold those of contacts.
        if !guess.text.contains("@"), ChatFinder.Found.chat(chat).isGuess(guess.text, contacts: [], me: client.me.id) {
            try guess.confirm("Send to", chat.name)
        }
        let id = id ?? UUIDv7Source(clock: SystemClock()).next(MessageID.self).description
        let attachments = file.enumerated().map { index, path in
            let url = URL(filePath: path)
            // The absolute path, because a command in another folder may send the file.
            return FileAttachment(
                clientMediaId: "\(id)-\(index)",
                path: url.standardizedFileURL.path,
                fileName: url.lastPathComponent
            )
        }
        let entry = try await engine.send(text, to: chat.id, attachments: attachments, id: id)
        let changes = await engine.changes()
        let running = Task { await engine.run() }
        defer { running.cancel() }
        let name = TerminalText.line(chat.name)
        for await change in changes {
            switch change {
            case .failed(let failed) where failed.id == entry.id:
                guard case .failed(let reason, _) = failed.state else { break }
                try await engine.discard(entry.id, in: chat.id)
                throw ClientError.unexpectedAnswer("not sent: \(reason)")
            case .connection(.reconnecting), .connection(.offline), .connection(.ended):
                if options.json { return try ClientOutput.document(Queued(queued: true, id: entry.id)) }
                return ClientOutput.lines(["… queued for \(name): it goes out with the next `spotter chat`"])
            case .chats:
                guard try await engine.outbox().allSatisfy({ $0.id != entry.id || $0.isFailed }) else { break }
                if options.json { return try ClientOutput.document(Queued(queued: false, id: entry.id)) }
                return ClientOutput.lines(["✓ sent to \(name)"])
            default: break
            }
        }
    }

    private static func checked(_ text: String, _ files: [String]) throws -> String {
        files.isEmpty || !text.isEmpty ? try Validation.messageText(text) : ""
    }

    /// Derives the files' ids from the message's id, so that a repeated command uploads nothing twice and resumes an
    /// interrupted upload.
    private func upload(as id: String, by api: SpotterHTTP) async throws -> [MediaID] {
        var uploaded: [MediaID] = []
        for (index, path) in file.enumerated() {
            let bar = ProgressBar()
            let name = URL(filePath: path).lastPathComponent
            defer { bar.end() }
            let upload = try await api.upload(path: path, clientMediaId: "\(id)-\(index)") { done, total in
                // Small files are uploaded at once and need no progress bar.
                if total > 1 << 20 { bar.show(TerminalText.line(name), Int(done), of: Int(total)) }
            }
            uploaded.append(upload.id)
        }
        return uploaded
    }

    /// The whole standard input without a line break at its end.
    private static func standardInput() -> String {
        var text = ""
        while let line = readLine(strippingNewline: false), text.utf8.count < 1 << 20 { text += line }
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}
