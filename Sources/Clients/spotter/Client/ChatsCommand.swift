import ArgumentParser
import Domain
import SpotterClient
import Terminal

struct ChatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chats",
        abstract: "List your chats, latest activity first.",
        discussion: """
            Without a network, prints those that this machine has a copy of.

            EXAMPLES
              spotter chats
              spotter chats --unread
              spotter chats --json | jq -r '.chats[] | select(.unread > 0) | .name'
            """
    )

    @OptionGroup var options: ClientOptions

    @Flag(help: "Only those with unread messages.")
    var unread = false

    private struct Document: Encodable { let chats: [Chat] }

    /// How somebody without chats comes to one.
    private func beginning(_ client: LoggedInClient) async throws -> String {
        guard let first = try await client.api.contacts().first else {
            return client.me.role == .trainer
                ? "No chats yet, and no clients. `spotter invite EMAIL` makes a code for one."
                : "No chats yet, and no trainer. With the code of one: `spotter accept CODE`."
        }
        let (name, email) = (TerminalText.line(first.displayName), TerminalText.line(first.email))
        return "No chats yet. `spotter send \(email) Hello` starts one with \(name)."
    }

    private func chats(_ session: LoggedInClient) async throws -> [Chat] {
        do {
            let chats = try await session.api.chats()
            session.remember(chats: chats, contacts: nil)
            return chats
        } catch let error as ClientError where ClientExit.status(of: error) == ClientExit.unreachable {
            let cached = try await session.syncEngine().chats()
            guard !cached.isEmpty else { throw error }
            ClientOutput.offline(error)
            return cached
        }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            let chats = try await chats(session).filter { !unread || $0.unread > 0 }
            if options.json { return try ClientOutput.document(Document(chats: chats)) }
            if !unread, chats.isEmpty { return ClientOutput.lines([try await beginning(session)]) }
            if unread, chats.isEmpty { return ClientOutput.lines(["Nothing unread."]) }
            let lines = ChatListFormatter.lines(
                chats,
                me: session.me.id,
                now: CommandClock.now(),
                time: LocalTime(),
                columns: TTY.outputIsTerminal ? TTY.columns : 160,
                style: ClientOutput.style
            )
            ClientOutput.lines(lines)
        }
    }
}
