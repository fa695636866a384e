public import ArgumentParser
import Domain
import SpotterClient
import Terminal

struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Talk, live, in this terminal.",
        discussion: """
            Opens CHAT, or lists your chats to choose from, on the whole screen: ? shows all keys, Ctrl-Q leaves. \
            --plain prints line by line instead, for screen readers and simple terminals. When standard input isn't a \
            terminal, each of its lines is a message or a command.

            What you've seen before is there without a network, too. What you write then waits, is marked as queued, and \
            goes out in order as soon as there's a connection: now, or the next time that you open `spotter chat`. The \
            local copy is in ~/.local/share/spotter, for your eyes only; `spotter logout` removes it.

            EXAMPLES
              spotter chat
              spotter chat sara
              spotter chat --plain sara
              spotter chat --demo
              printf '%s\\n' "On my way" "/history" | spotter chat "Saturday Run Club"
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: "Who or which group.", completion: .chats)
    var chat: String?

    @Flag(help: "Print line by line, without drawing on the screen.")
    var plain = false

    @Option(help: "How pictures are shown: auto, kitty, sixel, blocks or off; by default as chat.toml says.")
    var pictures: PictureChoice?

    @Flag(help: "Be the trainer of the example studio, on a server that has it (scripts/demo).")
    var demo = false

    func validate() throws {
        if demo, options.profile != nil { throw ValidationError("--demo needs nothing but --server.") }
        if options.json { throw ValidationError("`spotter chat` is for people; `spotter tail --json` prints JSON.") }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = demo ? try await DemoSession.open(options) : try await FirstRun.session(options)
            let engine = try session.syncEngine()
            let (chats, opened) = try await engine.chats(finding: chat)
            let isFullScreen = !plain && FullScreenClient.isPossible
            let settings = ChatSettingsFile.load()
            let screen = FullScreenClient(
                engine: engine,
                me: session.me,
                settings: settings,
                pictures: pictures,
                ruleWords: RecurrenceWords.of
            )
            let lines = ChatClient(engine: engine, me: session.me, ruleWords: RecurrenceWords.of)
            let unsent =
                isFullScreen
                ? try await screen.run(chats, opening: opened)
                : try await lines.run(chats, opening: opened)
            if unsent > 0 {
                let messages = unsent == 1 ? "one message waits" : "\(unsent) messages wait"
                TTY.printToStandardError("spotter: \(messages) to be sent: the next `spotter chat` does it")
                throw ExitCode.failure
            }
        }
    }
}

extension PictureChoice: ExpressibleByArgument {}
