import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

extension ConversationsCommand {
    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "rename", abstract: "Give one another title.")

        @OptionGroup var options: ClientOptions
        @OptionGroup var chosen: ChosenConversation
        @Argument(help: "The title.") var title: String

        func run() async throws {
            try await chosen.change(UpdateConversationRequest(title: title), options) { "It's \($0) now." }
        }
    }

    struct Pin: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pin",
            abstract: "Keep one at the top of the list."
        )

        @OptionGroup var options: ClientOptions
        @OptionGroup var chosen: ChosenConversation
        @Flag(help: "Not any more.") var off = false

        func run() async throws {
            try await chosen.change(UpdateConversationRequest(isPinned: !off), options) {
                off ? "\($0) isn't pinned any more." : "\($0) is pinned."
            }
        }
    }

    struct Archive: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "archive",
            abstract: "Put one away: it isn't listed, and nothing of it is lost.",
            discussion: "With --off, N is the number in `spotter conversations list --archived`."
        )

        @OptionGroup var options: ClientOptions
        @OptionGroup var chosen: ChosenConversation
        @Flag(help: "Bring it back.") var off = false

        func run() async throws {
            try await chosen.change(UpdateConversationRequest(isArchived: !off), options, archived: off) {
                off ? "\($0) is in the list again." : "\($0) is archived."
            }
        }
    }

    struct Switch: AsyncParsableCommand {
        enum Direction: String, ExpressibleByArgument, CaseIterable { case next, previous }

        static let configuration = CommandConfiguration(
            commandName: "switch",
            abstract: "Show another alternative of a turn, with what follows it.",
            discussion: "TURN is its number in `spotter conversations show N`."
        )

        @OptionGroup var options: ClientOptions
        @OptionGroup var chosen: ChosenConversation
        @Argument(help: "The turn's number.") var turn: Int
        @Argument(help: "next or previous.") var direction = Direction.next

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let tree = try await client.api.conversation(try await chosen.find(client.api).id)
                let step = try tree.step(turn)
                let change = try await client.api.select(turn: step.messageId, step: direction == .next ? 1 : -1)
                if options.json { return try ClientOutput.document(change) }
                guard change.conversation.revision != tree.conversation.revision else {
                    return ClientOutput.lines([
                        "It's \(step.index) of \(step.count); there's no \(direction.rawValue) one."
                    ])
                }
                let shown = try await client.api.conversation(tree.conversation.id)
                let time = try await client.localTime()
                ClientOutput.lines(ConversationFormatter.lines(shown, time: time, style: ClientOutput.style))
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete one, or a turn with everything below it.",
            discussion: "What it proposed stays, in `spotter confirm` and in the record of actions."
        )

        @OptionGroup var options: ClientOptions
        @OptionGroup var chosen: ChosenConversation
        @Option(help: ArgumentHelp("Only this turn and what follows it.", valueName: "n")) var turn: Int?
        @Flag(help: "Don't ask.") var yes = false

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let tree = try await client.api.conversation(try await chosen.find(client.api).id)
                let title = TerminalText.line(tree.conversation.title)
                let step = try turn.map { try tree.step($0) }
                let what = turn.map { "turn \($0) of \(title) and what follows it" } ?? title
                if !yes {
                    guard TTY.inputIsTerminal else {
                        throw ValidationError("Nobody can be asked here; --yes deletes \(what) without a question.")
                    }
                    guard TTY.ask("Delete \(what)? [y/N] ")?.trimmed.lowercased() == "y" else {
                        return ClientOutput.lines(["Nothing is deleted."])
                    }
                }
                if let step {
                    let change = try await client.api.delete(turn: step.messageId)
                    if options.json { return try ClientOutput.document(change) }
                } else {
                    try await client.api.delete(conversation: tree.conversation.id)
                    if options.json { return try ClientOutput.document(["deleted": "\(tree.conversation.id)"]) }
                }
                ClientOutput.lines(["Deleted \(what)."])
            }
        }
    }
}

extension ConversationTree {
    /// - Parameter number: of a turn of the active branch, from 1.
    fileprivate func step(_ number: Int) throws -> BranchStep {
        guard branch.indices.contains(number - 1) else {
            throw SpotterError.invalid("There is no turn \(number); the conversation shows \(branch.count).")
        }
        return branch[number - 1]
    }
}
