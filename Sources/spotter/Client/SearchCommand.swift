public import ArgumentParser
import Domain
import SpotterClient
import Terminal

extension SearchMode: ExpressibleByArgument {}

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find messages by what they mean or by their words.",
        discussion: """
            Searches everything that you may read. --since is included, --until isn't; both take a date (in your time \
            zone) or an RFC 3339 time.

            EXAMPLES
              spotter search "knee pain after squats"
              spotter search --chat sara --from sara@example.com travel plans
              spotter search --mode text --since 2026-03-01 --until 2026-04-01 invoice
              spotter search --json --limit 50 sleep | jq -r '.results[].text'
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: "hybrid, semantic or text.")
    var mode: SearchMode = .hybrid

    @Option(help: ArgumentHelp("Only in this chat.", valueName: "chat"))
    var chat: String?

    @Option(help: ArgumentHelp("Only from this person.", valueName: "person"))
    var from: String?

    @Option(help: ArgumentHelp("Not before.", valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("Before.", valueName: "time"))
    var until: String?

    @Option(help: "At most this many results, 1 to 100.")
    var limit = 10

    @Argument(help: "What to look for.")
    var query: [String]

    func validate() throws {
        guard (1...100).contains(limit) else { throw ValidationError("--limit is 1 to 100.") }
        for text in [since, until].compactMap({ $0 }) where TimeArgument.read(text) == nil {
            throw ValidationError("'\(text)' isn't a date like 2026-03-01 or a time like 2026-03-01T09:00:00Z.")
        }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            let chats = try await session.api.chats()
            var query = SearchQuery(query.joined(separator: " "), mode: mode, limit: limit)
            if let chat {
                query.chatId = try await session.api.findChat(chat, me: session.me.id).id
            }
            if let from {
                let contacts = (try? await session.api.contacts()) ?? []
                query.senderId = try PersonFinder.find(from, chats: chats, contacts: contacts, me: session.me)
            }
            query.since = since.flatMap { TimeArgument.read($0) }
            query.until = until.flatMap { TimeArgument.read($0) }
            let answer = try await session.api.search(query)
            if options.json { return try ClientOutput.document(answer) }
            if let degraded = answer.degraded { TTY.note("note: \(TerminalText.line(degraded))") }
            let names = Dictionary(chats.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
            let lines = SearchReport.lines(answer, chatNames: names, time: LocalTime(), style: ClientOutput.style)
            ClientOutput.lines(lines)
        }
    }
}
