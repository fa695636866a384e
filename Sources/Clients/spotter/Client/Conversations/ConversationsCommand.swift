public import ArgumentParser
import Domain
import Foundation
public import SpotterAPI
import SpotterClient
import Terminal

struct ConversationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conversations",
        abstract: "Your conversations with the assistant.",
        discussion: """
            N is the number in the list, or a title or id. In a conversation, turns are numbered, too: [2/3] beside one is \
            the second of three alternatives. `spotter ask --conversation ID` goes on with one.

            EXAMPLES
              spotter conversations
              spotter conversations list --query knee
              spotter conversations list --archived
              spotter conversations show 1
              spotter conversations rename 1 "Sara's knee"
              spotter conversations pin 1
              spotter conversations archive 1
              spotter conversations switch 1 2 previous
              spotter conversations delete 1 --turn 2 --yes
              spotter conversations export 1 --to knee.md
            """,
        subcommands: [
            List.self, Show.self, Rename.self, Pin.self, Archive.self, Switch.self, Delete.self, Export.self,
        ],
        defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Pinned ones first, then those used last."
        )

        @OptionGroup var options: ClientOptions
        @Flag(help: "Those that are archived.") var archived = false
        @Option(help: ArgumentHelp("Only with these words in the title or in a question.", valueName: "words"))
        var query: String?
        @Option(help: "How many, 1 to 200.") var limit = 50

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let page = try await client.api.conversations(archived: archived, query: query, limit: limit)
                if options.json { return try ClientOutput.document(page) }
                let lines = ConversationFormatter.lines(
                    page.conversations,
                    archived: archived,
                    now: CommandClock.now(),
                    time: try await client.localTime(),
                    style: ClientOutput.style
                )
                ClientOutput.lines(lines + (page.hasMore ? ["There are more; --limit 200 or --query shows them."] : []))
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the active branch of one.")

        @OptionGroup var options: ClientOptions
        @OptionGroup var chosen: ChosenConversation

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let tree = try await client.api.conversation(try await chosen.find(client.api).id)
                if options.json { return try ClientOutput.document(tree) }
                let time = try await client.localTime()
                ClientOutput.lines(ConversationFormatter.lines(tree, time: time, style: ClientOutput.style))
            }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Save one as a file.",
            discussion: "Markdown holds the active branch with its sources as footnotes, JSON all branches."
        )

        @OptionGroup var options: ClientOptions
        @OptionGroup var chosen: ChosenConversation
        @Option(help: "markdown or json.") var format = ConversationExportFormat.markdown
        @Option(help: ArgumentHelp("The new file; without it, standard output.", valueName: "file")) var to: String?

        func run() async throws {
            try await ClientOutput.reporting {
                let api = try options.session().api
                let file = try await api.export(conversation: try await chosen.find(api).id, format)
                guard let to, to != "-" else {
                    guard TTY.outputIsTerminal else { return FileHandle.standardOutput.write(file) }
                    return TTY.write(TerminalText.block(String(decoding: file, as: UTF8.self)))
                }
                try NewFile.write(file, to: to)
                if options.json { return try ClientOutput.document(["saved": to]) }
                ClientOutput.lines(["Saved \(TerminalText.line(to))."])
            }
        }
    }
}

extension ConversationExportFormat: ExpressibleByArgument {}
