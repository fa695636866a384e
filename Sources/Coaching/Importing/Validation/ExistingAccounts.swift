import Accounts
import Contacts
import Domain
import Storage

/// The accounts and contacts of the database that an import refers to.
struct ExistingAccounts: Sendable {
    /// By e-mail address.
    var users: [String: User] = [:]
    /// The pairs of the import's events that are contacts.
    var relations: Set<RelationRecord> = []
    /// The prospects that the import's events name.
    var prospects: Set<ProspectKey> = []

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
            if try Contacts.exists(trainer: trainer.id, client: client.id, on: connection) { relations.insert(pair) }
        }
        for key in Set(lines.compactMap(\.record.prospect)) {
            guard let trainer = users[key.trainer],
                try Prospect.open(named: key.name, of: trainer.id, on: connection) != nil
            else { continue }
            prospects.insert(key)
        }
    }
}

/// A trainer's prospect, by name.
struct ProspectKey: Sendable, Hashable {
    let trainer: String
    let name: String
}

extension ImportRecord {
    /// The prospect that an event is with.
    var prospect: ProspectKey? {
        guard case .event(let event) = self else { return nil }
        return event.prospect.map { ProspectKey(trainer: event.trainer, name: $0) }
    }

    /// The e-mail addresses of all accounts that this line refers to.
    var people: [String] {
        switch self {
        case .user(let user): [user.email]
        case .relation(let relation): [relation.trainer, relation.client]
        case .prospect(let prospect): [prospect.trainer]
        case .chat(let chat): chat.members
        case .message(let message): [message.sender]
        case .event(let event): [event.trainer] + [event.client].compactMap { $0 }
        case .reminder(let reminder): [reminder.user] + [reminder.client].compactMap { $0 }
        case .settings(let settings): [settings.user]
        }
    }
}
