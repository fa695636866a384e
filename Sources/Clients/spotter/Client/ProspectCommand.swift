import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct ProspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prospect",
        abstract: "Future clients who have no account yet: calls can be planned with them.",
        discussion: """
            WHO is a prospect's name or id. Of a longer name the beginning is enough when it's the only one; it asks then \
            whether that's who you mean.

            EXAMPLES
              spotter prospect new "Nadia Petrov" --timezone Europe/Sofia
              spotter prospect list
              spotter prospect upgrade nadia nadia@example.com    ask her to be a client
              spotter prospect remove nadia
            """,
        subcommands: [New.self, List.self, Upgrade.self, Remove.self]
    )

    struct New: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new",
            abstract: "Add a prospect.",
            discussion: """
                EXAMPLES
                  spotter prospect new "Nadia Petrov" --timezone Europe/Sofia
                """
        )

        @OptionGroup var options: ClientOptions
        @Option(help: ArgumentHelp("Where they live, as an IANA name.", valueName: "zone")) var timezone: String?
        @Argument(help: "Their name.") var name: String

        func run() async throws {
            try await ClientOutput.reporting {
                let prospect = try await options.session().api.addProspect(name: name, timezone: timezone)
                if options.json { return try ClientOutput.document(ProspectResponse(prospect: prospect)) }
                ClientOutput.lines(["\(TerminalText.line(prospect.displayName)) is a prospect of yours."])
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List your prospects by name.",
            discussion: """
                EXAMPLES
                  spotter prospect list
                """
        )

        @OptionGroup var options: ClientOptions

        func run() async throws {
            try await ClientOutput.reporting {
                let prospects = try await options.session().api.prospects()
                if options.json { return try ClientOutput.document(ProspectsResponse(prospects: prospects)) }
                guard !prospects.isEmpty else {
                    return ClientOutput.lines(["No prospects. `spotter prospect new NAME` adds one."])
                }
                ClientOutput.lines(
                    prospects.map { prospect in
                        let zone = prospect.timezone.map { "  \(TerminalText.line($0))" } ?? ""
                        return "\(prospect.id)  \(TerminalText.line(prospect.displayName))\(zone)"
                    }
                )
            }
        }
    }

    struct Upgrade: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "upgrade",
            abstract: "Ask a prospect to become your client; what is planned with them moves along.",
            discussion: """
                EXAMPLES
                  spotter prospect upgrade nadia nadia@example.com
                """
        )

        @OptionGroup var options: ClientOptions
        @Argument(help: "Which prospect.") var who: String
        @Argument(help: "The address of their account.") var email: String
        @Flag(name: .shortAndLong, help: "Don't ask whether the one who was found is meant.") var yes = false

        func run() async throws {
            try await ClientOutput.reporting {
                let api = try options.session().api
                let prospect = try await ProspectCommand.find(who, "Upgrade", yes, api)
                let added = try await api.upgrade(prospect: prospect.id, email: email)
                if options.json { return try ClientOutput.document(AddedContactResponse(contact: added)) }
                let name = TerminalText.line(prospect.displayName)
                switch added.state {
                case .accepted: ClientOutput.lines(["\(name) is your client."])
                case .pending:
                    ClientOutput.lines([
                        "Asked \(TerminalText.line(email)). \(name) becomes your client when they accept."
                    ])
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Forget a prospect, and what is planned with them.",
            discussion: """
                EXAMPLES
                  spotter prospect remove nadia
                """
        )

        @OptionGroup var options: ClientOptions
        @Argument(help: "Which prospect.") var who: String
        @Flag(name: .shortAndLong, help: "Don't ask whether the one who was found is meant.") var yes = false

        private struct Removed: Encodable { let removed: ProspectID }

        func run() async throws {
            try await ClientOutput.reporting {
                let api = try options.session().api
                let prospect = try await ProspectCommand.find(who, "Remove", yes, api)
                try await api.remove(prospect: prospect.id)
                if options.json { return try ClientOutput.document(Removed(removed: prospect.id)) }
                ClientOutput.lines(["\(TerminalText.line(prospect.displayName)) is no longer among your prospects."])
            }
        }
    }

    private static func find(_ text: String, _ action: String, _ yes: Bool, _ api: SpotterHTTP) async throws -> Prospect
    {
        let prospects = try await api.prospects()
        let match = try finding("prospect", listedBy: "spotter prospect list") {
            try NameMatch.match(text, in: prospects, named: { [$0.displayName, $0.id.description] })
        }
        if match.isGuess { try Guess(text: text, isAccepted: yes).confirm(action, match.element.displayName) }
        return match.element
    }
}
