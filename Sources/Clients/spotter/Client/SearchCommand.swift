public import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

extension SearchMode: ExpressibleByArgument {}

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find messages by what they mean or by their words.",
        discussion: """
            Searches everything that you may read. Times and names in the query count: "in January", "last week", "Sara". \
            --since is included, --until isn't; both take a date (in your time zone) or an RFC 3339 time. The exit status \
            is 1 if nothing was found. Without a network the messages are searched for words that this machine has.

            EXAMPLES
              spotter search "knee pain after squats"
              spotter search "kneecap and stairs" --explain
              spotter search "altitude training" --all
              spotter search --chat sara --from sara@example.com shoes
              spotter search --mode text --since 2026-03-01 --until 2026-04-01 shoes
              spotter search --json --limit 50 sleep | jq -r '.results[].text'
              spotter search --related 019bb0f2-5f0b-7d5c-9d5e-000000000001
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: "hybrid, semantic or text.")
    var mode: SearchMode = .hybrid

    @Option(help: ArgumentHelp("Only in this chat.", valueName: "chat"), completion: .chats)
    var chat: String?

    @Option(help: ArgumentHelp("Only from this person.", valueName: "person"), completion: .people)
    var from: String?

    @Option(help: ArgumentHelp("Not before.", valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("Before.", valueName: "time"))
    var until: String?

    @Option(help: "At most this many results, 1 to 50.")
    var limit = 10

    @Option(
        help: ArgumentHelp("What follows an earlier answer to the same query; printed below it.", valueName: "cursor")
    )
    var cursor: String?

    @Flag(help: "What each score is made of, and how the query was understood.")
    var explain = false

    @Flag(help: "Show what hardly fits, too.")
    var all = false

    @Option(help: ArgumentHelp("Messages that mean much the same as this one, by its id.", valueName: "message"))
    var related: String?

    @Argument(help: "What to look for; - reads it from standard input.")
    var query: [String] = []

    func validate() throws {
        guard (1...50).contains(limit) else { throw ValidationError("--limit is 1 to 50.") }
        for text in [since, until].compactMap({ $0 }) where TimeArgument.parse(text) == nil {
            throw ValidationError("'\(text)' isn't a date like 2026-03-01 or a time like 2026-03-01T09:00:00Z.")
        }
        if let related {
            guard MessageID(related) != nil else { throw ValidationError("'\(related)' isn't a message's id.") }
            guard query.isEmpty, chat == nil, from == nil, since == nil, until == nil, cursor == nil else {
                throw ValidationError("--related goes with --limit and --json only.")
            }
        }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            let (answer, chats) = try await answer(session)
            if options.json {
                try ClientOutput.document(answer)
                if answer.results.isEmpty { throw ClientExit.failure }
                return
            }
            if let degraded = answer.degraded { TTY.printToStandardError("note: \(TerminalText.line(degraded))") }
            let names = Dictionary(chats.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
            let lines = SearchResultFormatter.lines(
                answer,
                chatNames: names,
                time: LocalTime(),
                style: ClientOutput.style,
                all: explain || all ? nil : "; --all shows them"
            )
            ClientOutput.lines(lines)
            if answer.results.isEmpty { throw ClientExit.failure }
            if let next = answer.nextCursor { TTY.printToStandardError("more: --cursor \(TerminalText.line(next))") }
        }
    }

    private func answer(_ session: LoggedInClient) async throws -> (SearchResponse, [Chat]) {
        if let message = related.flatMap({ MessageID($0) }) {
            return (try await session.api.related(to: message, limit: limit), try await session.api.chats())
        }
        let words = try StandardInput.text(
            query,
            missing: "Say what to look for, such as: spotter search \"knee pain\"."
        )
        do {
            let chats = try await session.api.chats()
            return (try await session.api.search(try await searchQuery(words, session, chats)), chats)
        } catch let error as ClientError where ClientExit.status(of: error) == ClientExit.unreachable {
            guard cursor == nil else { throw error }
            return try await OfflineSearch(session, because: error).answer(
                words,
                chat: chat,
                from: from,
                since: since.flatMap { TimeArgument.parse($0) },
                until: until.flatMap { TimeArgument.parse($0) },
                limit: limit
            )
        }
    }

    private func searchQuery(
        _ words: String,
        _ session: LoggedInClient,
        _ chats: [Chat]
    ) async throws -> SearchRequest {
        var query = SearchRequest(
            words,
            mode: mode,
            limit: limit,
            cursor: cursor,
            explain: explain
        )
        if let chat {
            query.chatId = try await session.findChat(chat).id
        }
        if let from {
            let contacts = (try? await session.api.contacts()) ?? []
            query.senderId = try PersonFinder.find(from, chats: chats, contacts: contacts, me: session.me)
        }
        query.since = since.flatMap { TimeArgument.parse($0) }
        query.until = until.flatMap { TimeArgument.parse($0) }
        return query
    }
}
