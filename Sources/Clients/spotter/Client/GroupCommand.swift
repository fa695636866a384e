import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct GroupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group",
        abstract: "Make a group, and change who is in it.",
        discussion: """
            GROUP is a group's name or a chat's id, WHO a person's name or e-mail address. Of a longer name the beginning \
            is enough when it's the only one; it asks then whether that's what you mean. Who makes a group is its admin.

            EXAMPLES
              spotter group new "Early Swim" sara tom
              spotter group add "Early Swim" priya@example.com
              spotter group remove "Early Swim" tom
              spotter group rename "Early Swim" "Late Swim"
              spotter group announce "Late Swim" on
              spotter group leave "Late Swim" --yes
            """,
        subcommands: [New.self, Add.self, Remove.self, Rename.self, Announce.self, Leave.self]
    )

    struct New: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new",
            abstract: "Make a group of yourself and two people or more.",
            discussion: """
                EXAMPLES
                  spotter group new "Early Swim" sara tom
                """
        )

        @OptionGroup var options: ClientOptions
        @Argument(help: "The group's name.") var name: String
        @Argument(help: "Who is in it beside you.", completion: .people) var who: [String]
        @Flag(name: .shortAndLong, help: "Don't ask whether the one who was found is meant.") var yes = false

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let members = try await GroupCommand.people(who, yes, in: try await client.api.chats(), client)
                let chat = try await client.api.createGroup(name: name, members: members)
                try GroupCommand.show(chat, "Made \(TerminalText.line(chat.name))", options)
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add people to a group.",
            discussion: """
                EXAMPLES
                  spotter group add "Saturday Run Club" kenji grace@example.com
                """
        )

        @OptionGroup var options: ClientOptions
        @Argument(help: "Which group.", completion: .groups) var group: String
        @Argument(help: "Who joins it.", completion: .people) var who: [String]
        @Flag(name: .shortAndLong, help: "Don't ask whether the one who was found is meant.") var yes = false

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let chats = try await client.api.chats()
                let chat = try GroupCommand.group(group, yes, in: chats)
                let members = try await GroupCommand.people(who, yes, in: chats, client)
                let changed = try await client.api.add(members, to: chat.id)
                try GroupCommand.show(changed, TerminalText.line(changed.name), options)
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove somebody from a group.",
            discussion: """
                EXAMPLES
                  spotter group remove "Saturday Run Club" liam
                """
        )

        @OptionGroup var options: ClientOptions
        @Argument(help: "Which group.", completion: .groups) var group: String
        @Argument(help: "Who leaves it.", completion: .people) var who: String
        @Flag(name: .shortAndLong, help: "Don't ask whether the one who was found is meant.") var yes = false

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let chat = try GroupCommand.group(group, yes, in: try await client.api.chats())
                // Somebody of this group, whoever else has that name.
                let found = try PersonFinder.match(who, chats: [chat], contacts: [], me: client.me)
                let member = found.user
                let name = chat.members.first { $0.userId == member }?.displayName ?? who
                if found.isGuess { try Guess(text: who, isAccepted: yes).confirm("Remove", name) }
                try await client.api.remove(member, from: chat.id)
                if options.json { return try ClientOutput.document(["removed": member.description]) }
                ClientOutput.lines(["\(TerminalText.line(name)) is no longer in \(TerminalText.line(chat.name))."])
            }
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename",
            abstract: "Give a group another name.",
            discussion: """
                EXAMPLES
                  spotter group rename "Saturday Run Club" "Sunday Run Club"
                """
        )

        @OptionGroup var options: ClientOptions
        @Argument(help: "Which group.", completion: .groups) var group: String
        @Argument(help: "Its new name.") var name: String
        @Flag(name: .shortAndLong, help: "Don't ask whether the one who was found is meant.") var yes = false

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let chat = try GroupCommand.group(group, yes, in: try await client.api.chats())
                let changed = try await client.api.rename(chat.id, to: name)
                let (old, new) = (TerminalText.line(chat.name), TerminalText.line(changed.name))
                try GroupCommand.show(changed, "\(old) is now \(new)", options)
            }
        }
    }

    struct Leave: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "leave",
            abstract: "Leave a group.",
            discussion: """
                Its history goes from your list with it. Only an admin can add you again.

                EXAMPLES
                  spotter group leave "Saturday Run Club"
                  spotter group leave "Saturday Run Club" --yes      without a question
                """
        )

        @OptionGroup var options: ClientOptions
        @Argument(help: "Which group.", completion: .groups) var group: String
        @Flag(help: "Don't ask.") var yes = false

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                // It asks anyway, by the whole name.
                let chat = try GroupCommand.group(group, true, in: try await client.api.chats())
                let name = TerminalText.line(chat.name)
                if !yes {
                    guard TTY.inputIsTerminal else {
                        throw ValidationError("Nobody can be asked here; --yes leaves \(name) without a question.")
                    }
                    let answer = TTY.ask("Leave \(name)? Its history goes from your list with it. [y/N] ")
                    guard answer?.trimmed.lowercased() == "y" else {
                        return ClientOutput.lines(["You're still in \(name)."])
                    }
                }
                try await client.api.leave(chat.id)
                if options.json { return try ClientOutput.document(["left": chat.id.description]) }
                ClientOutput.lines(["You left \(name)."])
            }
        }
    }

    // MARK: Lookup and output

    static func group(_ text: String, _ yes: Bool, in chats: [Chat]) throws -> Chat {
        let groups = chats.filter { $0.kind == .group }
        let match = try NameMatch.match(text, in: groups, named: { [$0.name, $0.id.description] })
        if match.isGuess { try Guess(text: text, isAccepted: yes).confirm("Change", match.element.name) }
        return match.element
    }

    private static func people(
        _ texts: [String],
        _ yes: Bool,
        in chats: [Chat],
        _ client: LoggedInClient
    ) async throws -> [UserID] {
        let contacts = try await client.api.contacts()
        return try texts.map { text in
            let found = try PersonFinder.match(text, chats: chats, contacts: contacts, me: client.me)
            if found.isGuess { try Guess(text: text, isAccepted: yes).confirm("Add", found.name) }
            return found.user
        }
    }

    private static func show(_ chat: Chat, _ what: String, _ options: ClientOptions) throws {
        if options.json { return try ClientOutput.document(ChatResponse(chat: chat)) }
        let names = chat.members.map { TerminalText.line($0.displayName) }.sorted().joined(separator: ", ")
        ClientOutput.lines(["\(what): \(names)."])
    }
}
