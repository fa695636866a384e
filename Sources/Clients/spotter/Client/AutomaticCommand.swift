import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct AutomaticCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "automatic",
        abstract: "Replies that are sent by themselves when you don't answer in time.",
        discussion: """
            Off unless you turn them on, and then only for clients who have agreed. A question about their own appointments is \
            answered from the calendar, anything else by your own words. Never about health, money or cancelling, in \
            groups or in quiet hours. Each says that it was sent by itself, and can be undone.

            EXAMPLES
              spotter automatic
              spotter automatic preview --weeks 4 --client sara
              spotter automatic set --on --acknowledgement "I coach until six."
              spotter automatic offer sara appointments acknowledgement
              spotter automatic accept alex                   as a client
              spotter automatic replies
              spotter automatic undo 1
              spotter automatic set --off                     stops everything at once
            """,
        subcommands: [Show.self, Set.self, Offer.self, Accept.self, End.self, Replies.self, Undo.self, Preview.self],
        defaultSubcommand: Show.self
    )

    fileprivate static func show(_ overview: AutomaticResponse, _ options: ClientOptions) throws {
        if options.json { return try ClientOutput.document(overview) }
        ClientOutput.lines(AutomaticFormatter.lines(overview))
    }

    fileprivate static func contact(_ text: String, _ client: LoggedInClient, yes: Bool) async throws -> Contact {
        let match = try NameMatch.contact(text, in: try await client.api.contacts())
        if match.isGuess { try Guess(text: text, isAccepted: yes).confirm("Choose", match.element.displayName) }
        return match.element
    }

    fileprivate static func names(_ client: LoggedInClient) async throws -> [UserID: String] {
        let contacts = try await client.api.contacts()
        return Dictionary(contacts.map { ($0.userId, $0.displayName) }) { first, _ in first }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Settings and agreements.",
            discussion: """
                EXAMPLES
                  spotter automatic show
                """
        )
        @OptionGroup var options: ClientOptions

        func run() async throws {
            try await ClientOutput.reporting {
                try AutomaticCommand.show(try await options.session().api.automatic(), options)
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Turn it on or off, and set its bounds.",
            discussion: """
                EXAMPLES
                  spotter automatic set --on --after 15 --per-day 10
                  spotter automatic set --acknowledgement "I'm back on Monday."
                  spotter automatic set --quiet 20:00-08:00
                  spotter automatic set --off
                """
        )
        @OptionGroup var options: ClientOptions
        @Flag(help: "Turn it on, for clients who have agreed.") var on = false
        @Flag(help: "Stop everything at once.") var off = false
        @Option(help: ArgumentHelp("How long you have to answer first, 1 to 1440.", valueName: "minutes"))
        var after: Int?
        @Option(help: ArgumentHelp("Replies to one client in 24 hours.", valueName: "number")) var perClient: Int?
        @Option(help: ArgumentHelp("Replies in 24 hours.", valueName: "number")) var perDay: Int?
        @Option(help: ArgumentHelp("Replies in seven days.", valueName: "number")) var perWeek: Int?
        @Option(help: ArgumentHelp("Such as 21:00-07:00, on your clock and the client's.", valueName: "from-to"))
        var quiet: String?
        @Option(help: ArgumentHelp("Your own words; empty for none.", valueName: "text")) var acknowledgement: String?

        func validate() throws {
            guard !(on && off) else { throw ValidationError("Give --on or --off.") }
            if let quiet, quiet.split(separator: "-").count != 2 {
                throw ValidationError("Give quiet hours as from-to, such as 21:00-07:00.")
            }
        }

        func run() async throws {
            try await ClientOutput.reporting {
                let parts = quiet?.split(separator: "-").map(String.init)
                let request = AutomaticSettingsRequest(
                    enabled: on ? true : off ? false : nil,
                    afterMinutes: after,
                    perClientPerDay: perClient,
                    perDay: perDay,
                    perWeek: perWeek,
                    quietHours: parts.map { QuietHours(from: $0[0], to: $0[1]) },
                    acknowledgement: acknowledgement.map { $0.isEmpty ? .cleared : .set($0) } ?? .unchanged
                )
                try AutomaticCommand.show(try await options.session().api.change(automatic: request), options)
            }
        }
    }

    struct Offer: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "offer",
            abstract: "Offer a client replies of some kinds; they have to agree.",
            discussion: """
                appointments     their questions about their appointments with you, from the calendar
                acknowledgement  anything else that isn't for you only, by your own words

                EXAMPLES
                  spotter automatic offer sara appointments
                """
        )
        @OptionGroup var options: ClientOptions
        @Argument(help: "A client.", completion: .people) var client: String
        @Argument(help: "appointments, acknowledgement or both.") var kinds: [String]
        @Flag(name: .shortAndLong, help: "Don't ask whether the one who was found is meant.") var yes = false

        func validate() throws {
            guard !kinds.isEmpty, kinds.allSatisfy({ AutomaticKind(rawValue: $0) != nil }) else {
                throw ValidationError("The kinds are appointments and acknowledgement.")
            }
        }

        func run() async throws {
            try await ClientOutput.reporting {
                let session = try options.session()
                let contact = try await AutomaticCommand.contact(client, session, yes: yes)
                let kinds = kinds.compactMap(AutomaticKind.init(rawValue:))
                try AutomaticCommand.show(
                    try await session.api.offerAutomatic(kinds, to: contact.userId),
                    options
                )
            }
        }
    }

    struct Accept: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept",
            abstract: "Agree to what your trainer has offered.",
            discussion: """
                At a terminal it shows the offer and asks. An offer that has become another one isn't agreed to.

                EXAMPLES
                  spotter automatic accept alex
                """
        )
        @OptionGroup var options: ClientOptions
        @Argument(help: "Your trainer.", completion: .people) var trainer: String
        @Flag(name: .shortAndLong, help: "Don't ask whether the one who was found is meant.") var yes = false

        func run() async throws {
            try await ClientOutput.reporting {
                let session = try options.session()
                let contact = try await AutomaticCommand.contact(trainer, session, yes: yes)
                guard let shown = try await shown(by: contact.userId, session) else { return }
                try AutomaticCommand.show(
                    try await session.api.acceptAutomatic(of: contact.userId, shown: shown),
                    options
                )
            }
        }

        /// What the user has seen of the offer; `nil` if they don't want it.
        private func shown(by trainer: UserID, _ session: LoggedInClient) async throws -> AcceptAutomaticRequest? {
            guard !yes, !options.json, TTY.inputIsTerminal, TTY.outputIsTerminal else { return .init() }
            let offers = try await session.api.automatic().agreements
            guard let offer = offers.first(where: { $0.userId == trainer && $0.agreedAt == nil }) else {
                return .init()
            }
            let kinds = offer.kinds.map(\.rawValue).joined(separator: ", ")
            let reply = TTY.ask("\(TerminalText.line(offer.displayName)) offers \(kinds). Agree? [y/N] ") ?? ""
            guard ["y", "yes"].contains(reply.trimmed.lowercased()) else { return nil }
            return AcceptAutomaticRequest(kinds: offer.kinds, offeredAt: offer.offeredAt)
        }
    }

    struct End: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end",
            abstract: "End an offer or an agreement, as a trainer or as a client.",
            discussion: """
                EXAMPLES
                  spotter automatic end sara
                """
        )
        @OptionGroup var options: ClientOptions
        @Argument(help: "The client or trainer.", completion: .people) var who: String
        @Flag(name: .shortAndLong, help: "Don't ask whether the one who was found is meant.") var yes = false

        func run() async throws {
            try await ClientOutput.reporting {
                let session = try options.session()
                let contact = try await AutomaticCommand.contact(who, session, yes: yes)
                try await session.api.endAutomatic(with: contact.userId)
                try AutomaticCommand.show(try await session.api.automatic(), options)
            }
        }
    }

    struct Replies: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replies",
            abstract: "What was planned, sent, undone and not sent, the newest first.",
            discussion: """
                EXAMPLES
                  spotter automatic replies
                """
        )
        @OptionGroup var options: ClientOptions

        func run() async throws {
            try await ClientOutput.reporting {
                let session = try options.session()
                let replies = try await session.api.automaticReplies()
                if options.json { return try ClientOutput.document(AutomaticRepliesResponse(replies: replies)) }
                let lines = AutomaticFormatter.lines(replies, names: try await AutomaticCommand.names(session))
                ClientOutput.lines(lines.isEmpty ? ["None yet."] : lines)
            }
        }
    }

    struct Undo: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "undo",
            abstract: "Stop a planned reply, or delete one sent up to 30 seconds ago.",
            discussion: """
                EXAMPLES
                  spotter automatic undo 1
                """
        )
        @OptionGroup var options: ClientOptions
        @Argument(help: "Its number in `spotter automatic replies`.") var number: Int

        func run() async throws {
            try await ClientOutput.reporting {
                let session = try options.session()
                let replies = try await session.api.automaticReplies()
                guard replies.indices.contains(number - 1) else {
                    throw SpotterError(
                        .notFound,
                        "no reply has number \(number). `spotter automatic replies` lists them."
                    )
                }
                let reply = try await session.api.undoAutomatic(replies[number - 1].id)
                if options.json { return try ClientOutput.document(AutomaticReplyResponse(reply: reply)) }
                ClientOutput.lines(["Undone."])
            }
        }
    }

    struct Preview: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "preview",
            abstract: "What would have been sent in past weeks. Nothing is.",
            discussion: """
                EXAMPLES
                  spotter automatic preview
                  spotter automatic preview --weeks 8 --client sara
                """
        )
        @OptionGroup var options: ClientOptions
        @Option(help: ArgumentHelp("1 to 12.", valueName: "number")) var weeks = 4
        @Option(
            help: ArgumentHelp("A client who hasn't agreed yet; repeat it for several.", valueName: "who"),
            completion: .people
        )
        var client: [String] = []
        @Flag(name: .shortAndLong, help: "Don't ask whether the one who was found is meant.") var yes = false

        func run() async throws {
            try await ClientOutput.reporting {
                let session = try options.session()
                var ids: [UserID] = []
                for name in client { ids.append(try await AutomaticCommand.contact(name, session, yes: yes).userId) }
                let preview = try await session.api.previewAutomatic(.init(weeks: weeks, clientIds: ids))
                if options.json { return try ClientOutput.document(preview) }
                ClientOutput.lines(
                    AutomaticFormatter.lines(preview, names: try await AutomaticCommand.names(session))
                )
            }
        }
    }
}
