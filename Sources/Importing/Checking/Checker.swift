import Domain

/// Follows the references of an import, line by line, before anything is written: each must lead to an earlier line or
/// to what the database has.
struct Checker {
    private struct Person {
        let role: Role
        /// Where the file defines them; nothing for who is only in the database.
        let line: Int?
    }

    private struct Conversation {
        let members: Set<String>
        let line: Int
    }

    /// What must be unique within one import.
    private enum Name: Hashable {
        case message(chat: String, sender: String, ref: String)
        case event(trainer: String, ref: String)
        case settings(user: String)
        /// The chat itself: a direct one is named by its pair, a group by its name and people.
        case chat(group: String?, members: Set<String>)
    }

    private var people: [String: Person]
    private var relations: Set<RelationRecord>
    private var chats: [String: Conversation] = [:]
    private var names: [Name: Int] = [:]

    init(_ known: KnownPeople) {
        people = known.users.mapValues { Person(role: $0.role, line: nil) }
        relations = known.relations
    }

    static func check(_ lines: [ImportLine], against known: KnownPeople) throws(ImportFailure) {
        var checker = Checker(known)
        for line in lines { try checker.check(line) }
    }

    private mutating func check(_ line: ImportLine) throws(ImportFailure) {
        switch line.record {
        case .user(let user): try check(user, line.number)
        case .relation(let relation):
            try require(.trainer, relation.trainer, line.number)
            try require(.client, relation.client, line.number)
            relations.insert(relation)
        case .prospect(let prospect): try require(.trainer, prospect.trainer, line.number)
        case .chat(let chat): try check(chat, line.number)
        case .message(let message): try check(message, line.number)
        case .event(let event): try check(event, line.number)
        case .settings(let settings):
            try require(.trainer, settings.user, line.number)
            try claim(.settings(user: settings.user), "the settings of \(settings.user)", line.number)
        }
    }

    private mutating func check(_ user: UserRecord, _ line: Int) throws(ImportFailure) {
        if let earlier = people[user.email] {
            if let first = earlier.line {
                throw ImportFailure(line: line, "\(user.email) is already defined on line \(first)")
            }
            guard earlier.role == user.role else {
                throw ImportFailure(
                    line: line,
                    "\(user.email) has an account as a \(earlier.role.rawValue); a role can't change to "
                        + user.role.rawValue
                )
            }
        }
        people[user.email] = Person(role: user.role, line: line)
    }

    private mutating func check(_ chat: ChatRecord, _ line: Int) throws(ImportFailure) {
        for member in chat.members { try require(nil, member, line) }
        if let first = chats[chat.ref] {
            throw ImportFailure(line: line, "the chat '\(chat.ref)' is already defined on line \(first.line)")
        }
        let members = Set(chat.members)
        try claim(.chat(group: chat.name?.lowercased(), members: members), "this very chat", line)
        chats[chat.ref] = Conversation(members: members, line: line)
    }

    private mutating func check(_ message: MessageRecord, _ line: Int) throws(ImportFailure) {
        guard let chat = chats[message.chat] else {
            throw ImportFailure(line: line, "the chat '\(message.chat)' is not defined on an earlier line")
        }
        try require(nil, message.sender, line)
        guard chat.members.contains(message.sender) else {
            throw ImportFailure(line: line, "\(message.sender) is not a member of the chat '\(message.chat)'")
        }
        try claim(
            .message(chat: message.chat, sender: message.sender, ref: message.ref),
            "the message '\(message.ref)' of \(message.sender) in the chat '\(message.chat)'",
            line
        )
    }

    private mutating func check(_ event: EventRecord, _ line: Int) throws(ImportFailure) {
        try require(.trainer, event.trainer, line)
        if let client = event.client {
            try require(.client, client, line)
            guard relations.contains(RelationRecord(trainer: event.trainer, client: client)) else {
                throw ImportFailure(
                    line: line,
                    "\(client) is not a client of \(event.trainer); put a relation on an earlier line"
                )
            }
        }
        let what = "the event '\(event.ref)' of \(event.trainer)"
        try claim(.event(trainer: event.trainer, ref: event.ref), what, line)
    }

    /// That the account exists, and has this role if one is asked for.
    private func require(_ role: Role?, _ email: String, _ line: Int) throws(ImportFailure) {
        guard let person = people[email] else {
            throw ImportFailure(line: line, "\(email) is not defined on an earlier line and has no account")
        }
        guard let role, person.role != role else { return }
        throw ImportFailure(line: line, "\(email) is a \(person.role.rawValue), not a \(role.rawValue)")
    }

    private mutating func claim(_ name: Name, _ what: String, _ line: Int) throws(ImportFailure) {
        if let first = names[name] {
            throw ImportFailure(line: line, "\(what) is already defined on line \(first)")
        }
        names[name] = line
    }
}
