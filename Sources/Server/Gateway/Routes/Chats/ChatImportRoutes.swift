import Accounts
import Contacts
import Domain
import Hummingbird
import Importing
import Messaging
import SpotterAPI

/// A trainer brings what was written elsewhere into the chat with a client.
struct ChatImportRoutes {
    let messaging: MessagingServices
    let importer: Importer

    private static let shared: Set<String> = ["dryRun", "skip", "dates", "timezone", "locale"]

    func add(to table: inout RouteTable) {
        table.tag = .chats
        table.on(
            .post,
            "/v1/chats/{chatId}/import",
            "importIntoChat",
            "Import a WhatsApp export or the zip archive of one (the body) into the chat with a client (trainer); all or nothing",
            query: [
                QueryParameter("dryRun", Bool.self, "say what it holds; before anybody is named, too"),
                QueryParameter("own", String.self, "a name in the export that is the trainer's"),
                QueryParameter("theirs", String.self, "a name in the export that is the client's"),
                QueryParameter("skip", String.self, "a name in the export whose messages are left out"),
                QueryParameter("timezone", String.self, "that of the exporting phone"),
                QueryParameter("dates", String.self, "dmy, mdy or ymd; found out from the file if left out"),
                QueryParameter("locale", String.self),
            ],
            response: .json(ImportReport.self),
            cost: .heavy
        ) { request, context in
            let actor = try context.requirePrincipal().actor
            let (own, other) = try await pair(in: try context.chatId(), of: actor)
            let query = request.uri.queryParameters.map { (name: String($0.key), value: String($0.value)) }
            let names = { (key: String) in query.filter { $0.name == key }.map(\.value) }
            let rest = query.filter { !["own", "theirs"].contains($0.name) }
            if let unknown = rest.first(where: { !Self.shared.contains($0.name) }) {
                throw SpotterError.invalid("There is no query parameter '\(unknown.name.prefix(64))' here.")
            }
            let report = try await importer.run(
                ImportedPair(own: (own.email, names("own")), other: (other.email, names("theirs"))),
                options: try ImportOptions(query: rest)
            ) { try await request.importedFile() }
            return JSONResponse(report)
        }
    }

    /// - Throws: `forbidden` unless the chat is a trainer's with one of their clients; `not_a_member`.
    private func pair(in id: ChatID, of actor: Actor) async throws -> (own: User, other: User) {
        let chat = try await messaging.chats.chat(id, for: actor)
        guard actor.role == .trainer, chat.kind == .direct,
            let client = chat.members.first(where: { $0.userId != actor.userId })?.userId,
            try await messaging.contacts.has(client: client, of: actor.userId),
            let own = try await messaging.accounts.user(actor.userId),
            let other = try await messaging.accounts.user(client)
        else { throw SpotterError(.forbidden, "Only a trainer imports, into the chat with a client.") }
        return (own, other)
    }
}
