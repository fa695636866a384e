import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct ContactsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: "Your clients or trainers, and who asks to become one.",
        discussion: """
            A trainer asks a client by their address, and the client accepts or declines; until then the request waits. \
            Who has no account yet is better invited: `spotter invite`.

            WHO is a name or an e-mail address. Of a longer name the beginning is enough when it's the only one; it asks \
            then whether that's who you mean.

            EXAMPLES
              spotter contacts
              spotter contacts --add nina@example.com       ask Nina to become your client
              spotter contacts --accept alex                become Alex's client
              spotter contacts --decline alex
              spotter contacts --remove sara@example.com    the chat stays
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: ArgumentHelp("Ask the owner of this address to become your client.", valueName: "email"))
    var add: String?

    @Option(help: ArgumentHelp("Accept a trainer's request.", valueName: "who"), completion: .requests)
    var accept: String?

    @Option(
        help: ArgumentHelp("Decline a trainer's request; they aren't told.", valueName: "who"),
        completion: .requests
    )
    var decline: String?

    @Option(help: ArgumentHelp("End the relation with a client or trainer.", valueName: "who"), completion: .people)
    var remove: String?

    @Flag(name: .shortAndLong, help: "Don't ask whether the one who was found is meant.")
    var yes = false

    func validate() throws {
        guard [add, accept, decline, remove].count(where: { $0 != nil }) <= 1 else {
            throw ValidationError("Give one of --add, --accept, --decline and --remove.")
        }
    }

    private struct Declined: Encodable { let declined: ContactRequestID }
    private struct Removed: Encodable { let removed: UserID }
    private struct Document: Encodable {
        let contacts: [Contact]
        let requests: [ReceivedContactRequest]
        let sent: [SentContactRequest]
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            if let add { return try show(try await client.api.addContact(email: add)) }
            if let accept {
                return try await self.accept(accept, client)
            }
            if let decline { return try await self.decline(try await request(decline, client), client) }
            if let remove { return try await self.remove(remove, client) }
            try await list(client)
        }
    }

    private func request(_ text: String, _ client: LoggedInClient) async throws -> ReceivedContactRequest {
        let requests = try await client.api.contactRequests().requests
        let match = try finding("request", listedBy: "spotter contacts") {
            try NameMatch.match(text, in: requests, named: { [$0.displayName, $0.id.description] })
        }
        if match.isGuess {
            try Guess(text: text, isAccepted: yes).confirm("Answer", match.element.displayName)
        }
        client.remember(requests: requests.filter { $0.id != match.element.id })
        return match.element
    }

    private func show(_ added: AddedContactResponse.AddedContact) throws {
        if options.json { return try ClientOutput.document(AddedContactResponse(contact: added)) }
        let email = TerminalText.line(added.email)
        switch added.state {
        case .accepted:
            ClientOutput.lines(["\(TerminalText.line(added.displayName ?? email)) is your client."])
        case .pending:
            ClientOutput.lines([
                "Asked \(email). They become your client when they accept, if they have an account.",
                "If they have none, give them a code: spotter invite \(email)",
            ])
        }
    }

    private func accept(_ text: String, _ client: LoggedInClient) async throws {
        let trainer = try await client.api.accept(request: try await request(text, client).id)
        try ClientOutput.newTrainer(trainer, json: options.json)
    }

    private func decline(_ request: ReceivedContactRequest, _ client: LoggedInClient) async throws {
        try await client.api.decline(request: request.id)
        if options.json { return try ClientOutput.document(Declined(declined: request.id)) }
        ClientOutput.lines(["Declined. \(TerminalText.line(request.displayName)) isn't told."])
    }

    private func remove(_ text: String, _ client: LoggedInClient) async throws {
        let contacts = try await client.api.contacts()
        let match = try NameMatch.contact(text, in: contacts)
        let contact = match.element
        if match.isGuess { try Guess(text: text, isAccepted: yes).confirm("Remove", contact.displayName) }
        try await client.api.removeContact(contact.userId)
        if options.json { return try ClientOutput.document(Removed(removed: contact.userId)) }
        ClientOutput.lines(["\(TerminalText.line(contact.displayName)) is no longer among your contacts."])
    }

    private func list(_ client: LoggedInClient) async throws {
        let contacts = try await client.api.contacts()
        if let chats = try? await client.api.chats() { client.remember(chats: chats, contacts: contacts) }
        let waiting = try await client.api.contactRequests()
        client.remember(requests: waiting.requests)
        if options.json {
            return try ClientOutput.document(
                Document(contacts: contacts, requests: waiting.requests, sent: waiting.sent)
            )
        }
        var lines = contacts.map { "\(TerminalText.line($0.displayName)) <\(TerminalText.line($0.email))>" }
        if lines.isEmpty {
            lines = [
                client.me.role == .trainer
                    ? "No clients yet. `spotter invite` makes a code for one."
                    : "No trainer yet. With a trainer's code: spotter accept CODE"
            ]
        }
        lines += waiting.requests.map { request in
            let name = TerminalText.line(request.displayName)
            return "\(name) asks to be your trainer: spotter contacts --accept \"\(name)\" (or --decline)"
        }
        lines += waiting.sent.map { "asked, no answer yet: \(TerminalText.line($0.email))" }
        ClientOutput.lines(lines)
    }
}
