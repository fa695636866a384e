import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct SaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save files of a chat.",
        discussion: """
            Without a number, saves the latest file; `spotter files CHAT` shows the numbers. Nothing that exists is \
            replaced: a second file of the same name gets a number.

            EXAMPLES
              spotter save sara
              spotter save sara 12 --to ~/plans
              spotter save sara 12 --to week48.pdf
            """
    )

    @OptionGroup var options: ClientOptions
    @Argument(help: "Who or which group.", completion: .chats) var chat: String
    @Argument(help: "The number of the message with the file, such as 12.") var number: String?
    @Option(help: ArgumentHelp("A folder, or the new file's path.", valueName: "path")) var to = "."

    private struct Document: Encodable { let saved: [String] }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            let seq = try number.map { text in
                guard let seq = Int64(text.hasPrefix("#") ? String(text.dropFirst()) : text), seq > 0 else {
                    throw ValidationError("'\(text)' isn't a message's number such as 12.")
                }
                return seq
            }
            let chat = try await session.findChat(chat)
            let files = try await found(seq, in: chat, session.api)
            var saved: [String] = []
            for file in files { saved.append(try await FileSaver(session.api).save(file, to: to)) }
            if options.json { return try ClientOutput.document(Document(saved: saved)) }
            ClientOutput.lines(zip(saved, files).map { "✓ \(TerminalText.line($0)) (\(FileFormatter.size($1.size)))" })
        }
    }

    private func found(_ seq: Int64?, in chat: Chat, _ api: SpotterHTTP) async throws -> [Media] {
        let name = TerminalText.line(chat.name)
        guard let seq else {
            guard let latest = try await api.files(in: chat.id, limit: 1).first else {
                throw ClientError.unexpectedAnswer("there's no file in \(name)")
            }
            return [latest.media]
        }
        let message = try await api.messages(in: chat.id, before: seq + 1, limit: 1).messages.first
        guard let message, message.seq == seq else {
            throw ClientError.unexpectedAnswer("there's no message #\(seq) in \(name)")
        }
        guard !message.media.isEmpty else { throw ClientError.unexpectedAnswer("message #\(seq) has no file") }
        return message.media
    }
}
