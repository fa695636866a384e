import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct BroadcastCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "broadcast",
        abstract: "Send a text to several clients, to each in the chat with them.",
        discussion: """
            It shows whom it would reach and asks before it sends. Nobody sees who else got it. {name}, {first} and \
            {date} are filled for each.

            EXAMPLES
              spotter broadcast "Hi {first}, no training on Friday." --to sara,priya
              spotter broadcast "Ice it, {first}." --tag knee --yes
              spotter broadcast --template check-in --slot what="the run" --to sara
            """
    )

    @OptionGroup var options: ClientOptions
    @Option(help: ArgumentHelp("To these clients, separated by commas.", valueName: "who")) var to: String?
    @Option(help: ArgumentHelp("To the clients with this tag.", valueName: "tag")) var tag: String?
    @Option(help: ArgumentHelp("A template instead of a text.", valueName: "name")) var template: String?
    @Option(help: ArgumentHelp("Fill a slot; may be given several times.", valueName: "name=value"))
    var slot: [String] = []
    @Option(help: ArgumentHelp("The broadcast's own id; sending it twice sends once.", valueName: "id"))
    var id: String?
    @Flag(help: "Don't ask.") var yes = false
    @Argument(help: "The text.") var text: [String] = []

    func validate() throws {
        guard (to == nil) != (tag == nil) else { throw ValidationError("Say to whom: --to sara,priya or --tag knee.") }
        guard text.isEmpty == (template != nil) else { throw ValidationError("Give a text or --template.") }
        if let id, BroadcastID(id) == nil { throw ValidationError("--id takes a UUID.") }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            let people = try await recipients(client)
            let template: TemplateID? =
                if let template { try await TemplateCommand.find(template, client).id } else { nil }
            let names = people.map { TerminalText.line($0.displayName) }.joined(separator: ", ")
            if !yes {
                guard TTY.inputIsTerminal else {
                    throw ValidationError("It would go to \(names). Nobody can be asked here; --yes sends it.")
                }
                let answer = TTY.ask("Send it to \(people.count): \(names)? [y/N] ")
                guard answer?.trimmed.lowercased() == "y" else { return ClientOutput.lines(["Nothing was sent."]) }
            }
            let sent = try await client.api.broadcast(
                BroadcastRequest(
                    id: id.flatMap { BroadcastID($0) } ?? UUIDv7Source(clock: SystemClock()).next(),
                    text: text.isEmpty ? nil : text.joined(separator: " "),
                    templateId: template,
                    slots: try TemplateCommand.slots(slot),
                    userIds: people.map(\.userId)
                )
            )
            if options.json { return try ClientOutput.document(BroadcastResponse(broadcast: sent)) }
            ClientOutput.lines(sent.recipients.map { Self.line($0) })
        }
    }

    private func recipients(_ client: LoggedInClient) async throws -> [Contact] {
        let contacts = try await client.api.contacts()
        if let tag {
            let wanted = tag.lowercased()
            let ids = try await client.api.tags().first { $0.tag == wanted }?.userIds ?? []
            let people = contacts.filter { ids.contains($0.userId) }
            guard !people.isEmpty else {
                throw ValidationError("None of your clients has the tag '\(TerminalText.line(tag))'.")
            }
            return people
        }
        return try (to ?? "").split(separator: ",").map { try NameMatch.contact(String($0), in: contacts).element }
    }

    private static func line(_ recipient: Broadcast.Recipient) -> String {
        let name = TerminalText.line(recipient.displayName)
        return switch recipient.outcome {
        case .sent: "✓ \(name)"
        case .pending: "… \(name): the server goes on with it"
        case .failed: "✗ \(name): \(TerminalText.line(recipient.failure?.message ?? ""))"
        }
    }
}
