import ArgumentParser
import Domain
import SpotterClient
import Terminal

struct TailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "Print messages and everything else that happens, until Ctrl-C.",
        discussion: """
            Due reminders and changed appointments are printed, too. Reconnects by itself and misses nothing in between. \
            Looking on doesn't mark anything as read or seen. With --json every line is one event, as the socket carries \
            it, with the names of the chat and of the person beside their ids.

            --since goes on where an earlier run was: after a position in CHAT, or after the lines of --json in a file, \
            which may be the one that this output is appended to. Nothing is missing and nothing comes twice. Of more \
            than 200 changes in a chat the messages come as they are now.

            EXAMPLES
              spotter tail -f
              spotter tail -n 20 sara
              spotter tail sara --since 0
              spotter tail --json | jq -r '.message.text // empty'
              spotter tail -f --json --since events.jsonl >>events.jsonl
              spotter tail --json --since events.jsonl --no-follow >>events.jsonl
            """
    )

    @OptionGroup var options: ClientOptions

    @Flag(
        name: [.short, .long],
        inversion: .prefixedNo,
        help: "Go on until Ctrl-C, or end when nothing more is there."
    )
    var follow = true

    @Option(
        help: ArgumentHelp(
            "Begin after this position in CHAT (0 is its beginning), or after the lines in a file; - for standard input.",
            valueName: "seq|file"
        ),
        completion: .file()
    )
    var since: String?

    @Option(name: [.customShort("n"), .long], help: "Begin with so many of the latest messages in CHAT.")
    var lines: Int?

    @Flag(help: "Messages only: no typing, receipts, presence or reminders.")
    var quiet = false

    @Argument(help: "Only this chat.", completion: .chats)
    var chat: String?

    func validate() throws {
        if let since, let seq = Int64(since) {
            if chat == nil {
                throw ValidationError("--since \(seq) is a position in a chat: name the chat, or give a file.")
            }
            if seq < 0 { throw ValidationError("--since is 0 or more.") }
        }
        if let lines {
            guard chat != nil, since == nil else { throw ValidationError("-n goes with CHAT, and not with --since.") }
            guard (1...200).contains(lines) else { throw ValidationError("-n is 1 to 200.") }
        }
        if !follow, since == nil, lines == nil {
            throw ValidationError("--no-follow goes with --since or -n; else there's nothing to print.")
        }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            var only: Chat?
            if let chat { only = try await session.findChat(chat) }
            let chats = try await session.api.chats()
            let start = try TailStart(since: since, only: only?.id, chats: chats)
            let printer = TailPrinter(
                session: session,
                chats: chats,
                only: only?.id,
                isQuiet: quiet,
                isJSON: options.json
            )
            var follower = TailFollower(session: session, printer: printer, positions: start.positions)
            if options.json { try start.printFirstLine() }
            if let only, let lines { try await follower.printLatest(lines, of: only.id) }
            guard follow else {
                if since != nil { try await follower.printMissed() }
                if !follower.hasPrinted { throw ExitCode.failure }
                return
            }
            let connector = HTTPSocketConnector(session.api, deviceId: session.deviceId)
            let live = ReconnectingSocket(connector, positions: start.positions.chats)
            let running = Task { await live.run() }
            // Ends the stream of events, and with it the loop.
            let interrupts = InterruptHandler { running.cancel() }
            defer { interrupts.stop() }
            try await follower.follow(live.events)
        }
    }
}
