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
            The number before each is its message's: `spotter save CHAT NUMBER` saves it. The exit status is 1 if there are \
            none. Without a network those are listed that this machine knows of.

            EXAMPLES
              spotter files sara
              spotter files "Saturday Run Club" --limit 200
              spotter files sara --json | jq -r '.files[].media.fileName'
            """
    )

    @OptionGroup var options: ClientOptions
    @Argument(help: "Who or which group.", completion: .chats) var chat: String
    @Option(help: "How many at most.") var limit = 50

    private struct Document: Encodable { let files: [ChatFile] }

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit is 1 to 10000.") }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            let (chat, files) = try await files(session)
            if options.json {
                try ClientOutput.document(Document(files: files))
                if files.isEmpty { throw ClientExit.failure }
                return
            }
            guard !files.isEmpty else {
                ClientOutput.lines(["No files in \(TerminalText.line(chat.name))."])
                throw ClientExit.failure
            }
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

    private func files(_ session: LoggedInClient) async throws -> (Chat, [ChatFile]) {
        do {
            let chat = try await session.findChat(chat)
            return (chat, try await session.api.files(in: chat.id, limit: limit))
        } catch let error as ClientError where ClientExit.status(of: error) == ClientExit.unreachable {
            let engine = try session.syncEngine()
            guard case .chat(let found)? = try? ChatFinder.find(chat, chats: await engine.chats(), me: session.me.id)
            else {
                throw error
            }
            ClientOutput.offline(error)
            return (found, try await engine.files(in: found.id, limit: limit))
        }
    }
}
