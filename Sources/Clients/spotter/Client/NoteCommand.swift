import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct NoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Your private notes on a client.",
        discussion: """
            Nobody but you sees them: not the client, not their other trainers, not the assistant. A text is added as a \
            new line.

            EXAMPLES
              spotter note sara
              spotter note sara "Left knee, careful with lunges."
              spotter note sara --replace "All fine again."
              spotter note sara --clear
            """
    )

    @OptionGroup var options: ClientOptions
    @Flag(help: "Replace what is there instead of adding to it.") var replace = false
    @Flag(help: "Remove them.") var clear = false
    @Argument(help: "Which client.", completion: .people) var who: String
    @Argument(help: "What to add.") var text: [String] = []

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            let person = try await client.contact(who)
            var notes = try await client.api.notes(on: person.userId)
            if clear {
                notes = try await client.api.write(notes: "", on: person.userId)
            } else if !text.isEmpty {
                let added = text.joined(separator: " ")
                let whole = replace || notes.text.isEmpty ? added : "\(notes.text)\n\(added)"
                notes = try await client.api.write(notes: whole, on: person.userId)
            }
            if options.json { return try ClientOutput.document(NotesResponse(notes: notes)) }
            ClientOutput.lines(NotesFormatter.lines(notes, of: person.displayName))
        }
    }
}

struct TagCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "Give clients tags, and take them away; only you see them.",
        discussion: """
            +TAG adds, -TAG takes away; without a client it lists all. Put -- in front of a list that begins with -.

            EXAMPLES
              spotter tag
              spotter tag sara
              spotter tag sara +knee +vip
              spotter tag sara -- -knee +shoulder
            """
    )

    @OptionGroup var options: ClientOptions
    @Argument(help: "Which client.", completion: .people) var who: String?
    @Argument(parsing: .captureForPassthrough, help: "+TAG or -TAG.") var changes: [String] = []

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            guard let who else { return try await list(client) }
            let person = try await client.contact(who)
            var notes = try await client.api.notes(on: person.userId)
            // Options may stand behind the client's name as well.
            let json = options.json || changes.contains("--json")
            let words = changes.filter { $0 != "--" && $0 != "--json" }
            if !words.isEmpty {
                notes = try await client.api.set(tags: notes.tags.changed(by: words), on: person.userId)
            }
            if json { return try ClientOutput.document(NotesResponse(notes: notes)) }
            let tags = notes.tags.isEmpty ? "no tags" : notes.tags.map { "#\($0)" }.joined(separator: " ")
            ClientOutput.lines(["\(TerminalText.line(person.displayName)): \(TerminalText.line(tags))"])
        }
    }

    private func list(_ client: LoggedInClient) async throws {
        let tags = try await client.api.tags()
        if options.json { return try ClientOutput.document(ClientTagsResponse(tags: tags)) }
        if tags.isEmpty { return ClientOutput.lines(["No tags yet: spotter tag sara +knee"]) }
        let contacts = try await client.api.contacts()
        let names = Dictionary(contacts.map { ($0.userId, $0.displayName) }) { first, _ in first }
        ClientOutput.lines(
            tags.map { tag in
                let people = tag.userIds.map { TerminalText.line(names[$0] ?? "?") }.sorted().joined(separator: ", ")
                return "#\(TerminalText.line(tag.tag)): \(people)"
            }
        )
    }
}
