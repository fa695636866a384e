import ArgumentParser
import Domain
import SpotterClient
import Terminal

struct TailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "Print messages and reminders as they come, until Ctrl-C.",
        discussion: """
            Due reminders and changed appointments are printed, too. Reconnects by itself and misses nothing in between. \
            Looking on doesn't mark anything as read or seen. With --json \
            every line is one event, as the socket carries it.

            EXAMPLES
              spotter tail
              spotter tail sara --since 0
              spotter tail --json | jq -r '.message.text // empty'
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: ArgumentHelp("Begin after this position in CHAT; 0 is its beginning.", valueName: "seq"))
    var since: Int64?

    @Flag(help: "Messages only: no typing, receipts, presence or reminders.")
    var quiet = false

    @Argument(help: "Only this chat.", completion: .chats)
    var chat: String?

    func validate() throws {
        if since != nil, chat == nil { throw ValidationError("--since is a position in a chat: name the chat.") }
        if let since, since < 0 { throw ValidationError("--since is 0 or more.") }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            var only: Chat?
            if let chat { only = try await session.api.findChat(chat, me: session.me.id) }
            let chats = try await session.api.chats()
            var follower = TailFollower(
                session: session,
                chats: chats,
                only: only?.id,
                isQuiet: quiet,
                isJSON: options.json
            )
            if let only, let since { try await follower.printHistory(of: only.id, after: since) }
            let connector = HTTPSocketConnector(session.api, deviceId: session.deviceId)
            let live = ReconnectingSocket(connector, positions: follower.positions)
            let running = Task { await live.run() }
            // Ends the stream of events, and with it the loop.
            let interrupts = InterruptHandler { running.cancel() }
            defer { interrupts.stop() }
            try await follower.follow(live.events)
        }
    }
}
