import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct ActionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "actions",
        abstract: "What is to be done in a chat, what was decided, what presses.",
        discussion: """
            Read from the chat's messages: who promised or was asked for what, and by when. A task that is done stays \
            done for everybody in the chat, until --undone.

            N is the number in the list.

            EXAMPLES
              spotter actions sara
              spotter actions sara --done 1
              spotter actions sara --undone 1
              spotter actions sara --json | jq -r '.decisions[].text'
            """
    )

    @OptionGroup var options: ClientOptions
    @Option(help: ArgumentHelp("The task of this number is done.", valueName: "n")) var done: Int?
    @Option(help: ArgumentHelp("The task of this number is to be done again.", valueName: "n")) var undone: Int?
    @Argument(help: "Who or which group.", completion: .chats) var chat: String

    func validate() throws {
        guard done == nil || undone == nil else { throw ValidationError("Give one of --done and --undone.") }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            let chat = try await session.findChat(chat)
            let time = try await session.localTime()
            let insights = try await session.api.insights(of: chat.id)
            if let number = done ?? undone {
                let item = try Self.item(number, of: insights.actionItems)
                let request = UpdateActionItemRequest(done: done != nil)
                let changed = try await session.api.update(actionItem: item.id, in: chat.id, request)
                if options.json { return try ClientOutput.document(ActionItemResponse(actionItem: changed)) }
                let state = changed.done ? "Done" : "Open again"
                return ClientOutput.lines(["\(state): \(TerminalText.line(changed.text))"])
            }
            if options.json { return try ClientOutput.document(insights) }
            ClientOutput.lines(
                InsightFormatter.lines(
                    insights,
                    me: session.me.id,
                    now: CommandClock.now(),
                    time: time,
                    style: ClientOutput.style
                )
            )
        }
    }

    private static func item(_ number: Int, of items: [ActionItem]) throws -> ActionItem {
        guard items.indices.contains(number - 1) else {
            throw SpotterError.invalid("There is no task \(number); the list has \(items.count).")
        }
        return items[number - 1]
    }
}
