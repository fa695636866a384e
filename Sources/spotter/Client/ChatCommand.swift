import ArgumentParser
import Domain
import SpotterClient
import Terminal

struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Talk, live, in this terminal.",
        discussion: """
            Opens CHAT, or lists your chats to choose from. Messages appear above the line that you're typing. /help \
            lists the commands, /quit or Ctrl-D leaves. When standard input isn't a terminal, each of its lines is a \
            message or a command.

            EXAMPLES
              spotter chat
              spotter chat sara
              printf '%s\\n' "On my way" "/history" | spotter chat "Saturday Run Club"
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: "Who or which group.")
    var chat: String?

    func validate() throws {
        if options.json { throw ValidationError("`spotter chat` is for people; `spotter tail --json` prints JSON.") }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            var opened: Chat?
            if let chat { opened = try await session.api.findChat(chat, me: session.me.id) }
            let client = ChatClient(api: session.api, deviceId: session.deviceId, me: session.me)
            let unsent = try await client.run(opening: opened)
            if unsent > 0 {
                TTY.note("spotter: \(unsent == 1 ? "one message wasn't" : "\(unsent) messages weren't") sent")
                throw ExitCode.failure
            }
        }
    }
}
