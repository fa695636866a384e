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
            enough when it's the only one; it asks then whether that's who you mean. The text comes from standard input \
            if there is none here and another program writes.

            It returns when the server has the message on disk, and fails when that can't be: nothing is kept for later, \
            unless you ask for it. --queue keeps it if the server can't be reached; --no-wait keeps it at once, without \
            any network. What is kept goes out in its order, with the next `spotter chat`, or with --flush.

            A script that may be killed and run again gives --id: the same id in the same chat is one message.

            EXAMPLES
              spotter send sara See you tomorrow at nine
              spotter send "Saturday Run Club" "Meet at the north gate"
              git log -1 --format=%B | spotter send sara@example.com -
              spotter send sara --file squat.mp4 "Knees out at the bottom"
              spotter send sara --id plan-12 "The same id twice is one message"
              spotter send --queue sara "Written on the train"
              spotter send --no-wait sara "Written on the plane"
              spotter send --flush
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: ArgumentHelp("The message's own id; sending it twice stores it once.", valueName: "id"))
    var id: String?

    @Flag(help: "When the server can't be reached, keep the message and send it later.")
    var queue = false

    @Flag(help: "Keep the message for later without trying to send it.")
    var noWait = false

    @Flag(help: "Send what was kept; no new message.")
    var flush = false

    @Option(
        help: ArgumentHelp(
            "A picture, video, PDF or other file to send; may be given several times.",
            valueName: "path"
        ),
        completion: .file()
    )
    var file: [String] = []

    @Option(help: ArgumentHelp("The id of the message that this one answers.", valueName: "message"))
    var replyTo: String?

    @Flag(name: .shortAndLong, help: "Don't ask whether the one who was found is meant.")
    var yes = false

    @Argument(help: "Who or which group.", completion: .chats)
    var chat: String?

    @Argument(help: "The text; - reads it from standard input. Not needed with --file.")
    var text: [String] = []

    private struct Document: Encodable { let message: Message }

    func validate() throws {
        if flush {
            guard chat == nil, file.isEmpty, id == nil, replyTo == nil, !queue, !noWait else {
                throw ValidationError("--flush sends what was kept, and goes with no message.")
            }
            return
        }
        guard chat != nil else { throw ValidationError("Say to whom, such as: spotter send sara \"Hello\".") }
        if queue, noWait { throw ValidationError("Give one of --queue and --no-wait.") }
        if let replyTo, MessageID(replyTo) == nil { throw ValidationError("'\(replyTo)' isn't a message's id.") }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            let keeper = QueuedSending(client: session, isJSON: options.json)
            guard !flush, let chat else { return try await keeper.flush() }
            let text = try messageText()
            let guess = Guess(text: chat, isAccepted: yes)
            if queue || noWait {
                let draft = QueuedSending.Draft(
                    id: id,
                    text: text,
                    replyTo: replyTo.flatMap { MessageID($0) },
                    files: file
                )
                return try await keeper.send(draft, to: guess, waits: !noWait)
            }
            try await send(text, to: guess, session)
        }
    }

    private func send(_ text: String, to guess: Guess, _ session: LoggedInClient) async throws {
        let chat = try await session.findChat(guess.text) { try guess.confirm("Send to", $0) }
        let id = id ?? UUIDv7Source(clock: SystemClock()).next(MessageID.self).description
        let draft = Draft(
            chatId: chat.id,
            clientMessageId: id,
            text: text,
            replyTo: replyTo.flatMap { MessageID($0) },
            mediaIds: try await upload(as: id, by: session.api)
        )
        let message = try await session.api.send(draft)
        if options.json { return try ClientOutput.document(Document(message: message)) }
        let time = LocalTime().clock(message.createdAt)
        ClientOutput.lines(["✓ sent to \(TerminalText.line(chat.name)) at \(time)"])
    }

    /// With files the text may be left out, and standard input counts only if it's asked for.
    private func messageText() throws -> String {
        if text.isEmpty, !file.isEmpty { return "" }
        return try Validation.messageText(
            StandardInput.text(text, missing: "There's no text: give it after the name, or on standard input.")
        )
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
}
