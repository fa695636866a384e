import ArgumentParser
import Domain
import Foundation
import SpotterClient
import Terminal

struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send a message.",
        discussion: """
            CHAT is a chat's id, a group's name, or a person's name or e-mail address; the beginning is enough when it's \
            the only one. It returns when the server has the message on disk.

            EXAMPLES
              spotter send sara See you tomorrow at nine
              spotter send "Saturday Run Club" "Meet at the north gate"
              git log -1 --format=%B | spotter send alex@example.com -
              spotter send sara --id 7f3a… "Safe to repeat: the same id is the same message"
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: ArgumentHelp("The message's own id; sending it twice stores it once.", valueName: "id"))
    var id: String?

    @Argument(help: "Who or which group.")
    var chat: String

    @Argument(help: "The text; - reads it from standard input.")
    var text: [String]

    private struct Document: Encodable { let message: Message }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            let text = try Validation.messageText(text == ["-"] ? Self.standardInput() : text.joined(separator: " "))
            let chat = try await session.api.findChat(chat, me: session.me.id)
            let fresh: MessageID = UUIDv7Source(clock: SystemClock()).next()
            let draft = Draft(chatId: chat.id, clientMessageId: id ?? fresh.description, text: text)
            let message = try await session.api.send(draft)
            if options.json { return try ClientOutput.document(Document(message: message)) }
            let time = LocalTime().clock(message.createdAt)
            ClientOutput.lines(["✓ sent to \(TerminalText.line(chat.name)) at \(time)"])
        }
    }

    /// All of it, without the line break at its end.
    private static func standardInput() -> String {
        var text = ""
        while let line = readLine(strippingNewline: false), text.utf8.count < 1 << 20 { text += line }
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}
