import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct FilesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "files",
        abstract: "List the files of a chat, latest first.",
        discussion: """
            The number before each is its message's: `spotter save CHAT NUMBER` saves it.

            EXAMPLES
              spotter files sara
              spotter files "Saturday Run Club" --limit 200
            """
    )

    @OptionGroup var options: ClientOptions
    @Argument(help: "Who or which group.") var chat: String
    @Option(help: "How many at most.") var limit = 50

    private struct Document: Encodable { let files: [ChatFile] }

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit is 1 to 10000.") }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            let chat = try await session.api.findChat(chat, me: session.me.id)
            let files = try await session.api.files(in: chat.id, limit: limit)
            if options.json { return try ClientOutput.document(Document(files: files)) }
            guard !files.isEmpty else { return ClientOutput.lines(["No files in \(TerminalText.line(chat.name))."]) }
            let time = LocalTime()
            ClientOutput.lines(
                files.map { file in
                    let sender = chat.members.first { $0.userId == file.senderId }?.displayName ?? "someone"
                    let name = file.senderId == session.me.id ? "you" : TerminalText.line(sender)
                    return "#\(file.seq)  \(time.dateTime(file.sentAt))  \(name)  \(FileFormatter.line(file.media))"
                }
            )
        }
    }
}
