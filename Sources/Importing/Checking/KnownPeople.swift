import Accounts
import Domain
import Messaging
import Storage

/// What the database holds of the people that an import names.
struct KnownPeople: Sendable {
    /// By e-mail address.
    var users: [String: User] = [:]
    /// Of the pairs in the import's events, those that exist.
    var relations: Set<RelationRecord> = []

    init() {}

    init(of lines: [ImportLine], on connection: any SQLConnection) throws {
        for email in Set(lines.flatMap(\.record.people)) {
            users[email] = try User.find(email: email, on: connection)
        }
        let pairs = lines.compactMap { line -> RelationRecord? in
            guard case .event(let event) = line.record, let client = event.client else { return nil }
            return RelationRecord(trainer: event.trainer, client: client)
        }
        for pair in Set(pairs) {
            guard let trainer = users[pair.trainer], let client = users[pair.client] else { continue }
            let exists = try connection.exists(
                "SELECT 1 FROM contacts WHERE trainer_id = $1 AND client_id = $2",
                trainer.id,
                client.id
            )
            if exists { relations.insert(pair) }
        }
    }
}

extension ImportRecord {
    /// The addresses of everybody whom this line names.
    var people: [String] {
        switch self {
        case .user(let user): [user.email]
        case .relation(let relation): [relation.trainer, relation.client]
        case .prospect(let prospect): [prospect.trainer]
        case .chat(let chat): chat.members
        case .message(let message): [message.sender]
        case .event(let event): [event.trainer] + [event.client].compactMap { $0 }
        case .settings(let settings): [settings.user]
        }
    }
}
