import Domain

/// Validates the references of an import, line by line, before anything is written. Each must refer to an earlier line
/// or to the database.
struct ImportValidator {
    private struct Account {
        let role: Role
        /// The line that defines the account; `nil` if it only exists in the database.
        let line: Int?
    }

    private struct ChatDefinition {
        let members: Set<String>
        let line: Int
    }

    /// Keys that must be unique within one import.
    private enum UniqueKey: Hashable {
        case message(chat: String, sender: String, ref: String)
        case event(trainer: String, ref: String)
        case reminder(user: String, ref: String)
        case settings(user: String)
        /// The chat itself: a direct chat is identified by its members, a group by its name and members.
        case chat(group: String?, members: Set<String>)
    }

    private var accounts: [String: Account]
    private var relations: Set<RelationRecord>
    private var prospects: Set<ProspectKey>
    private var chats: [String: ChatDefinition] = [:]
    private var definedKeys: [UniqueKey: Int] = [:]

    init(_ existing: ExistingAccounts) {
        accounts = existing.users.mapValues { Account(role: $0.role, line: nil) }
        relations = existing.relations
        prospects = existing.prospects
    }

    static func validate(_ lines: [ImportLine], against existing: ExistingAccounts) throws(ImportFailure) {
        var validator = ImportValidator(existing)
        for line in lines { try validator.validate(line) }
    }

    private mutating func validate(_ line: ImportLine) throws(ImportFailure) {
        switch line.record {
        case .user(let user): try validate(user, line.number)
        case .relation(let relation):
            try require(.trainer, relation.trainer, line.number)
            try require(.client, relation.client, line.number)
            relations.insert(relation)
        case .prospect(let prospect):
            try require(.trainer, prospect.trainer, line.number)
            prospects.insert(ProspectKey(trainer: prospect.trainer, name: prospect.displayName))
        case .chat(let chat): try validate(chat, line.number)
        case .message(let message): try validate(message, line.number)
        case .event(let event): try validate(event, line.number)
        case .reminder(let reminder): try validate(reminder, line.number)
        case .settings(let settings):
            try require(.trainer, settings.user, line.number)
            try requireUnique(.settings(user: settings.user), "the settings of \(settings.user)", line.number)
        }
    }

    private mutating func validate(_ user: UserRecord, _ line: Int) throws(ImportFailure) {
        if let earlier = accounts[user.email] {
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
        accounts[user.email] = Account(role: user.role, line: line)
    }

    private mutating func validate(_ chat: ChatRecord, _ line: Int) throws(ImportFailure) {
        for member in chat.members { try require(nil, member, line) }
        if let first = chats[chat.ref] {
            throw ImportFailure(line: line, "the chat '\(chat.ref)' is already defined on line \(first.line)")
        }
        let members = Set(chat.members)
        try requireUnique(.chat(group: chat.name?.lowercased(), members: members), "this very chat", line)
        chats[chat.ref] = ChatDefinition(members: members, line: line)
    }

    private mutating func validate(_ message: MessageRecord, _ line: Int) throws(ImportFailure) {
        guard let chat = chats[message.chat] else {
            throw ImportFailure(line: line, "the chat '\(message.chat)' is not defined on an earlier line")
        }
        try require(nil, message.sender, line)
        guard chat.members.contains(message.sender) else {
            throw ImportFailure(line: line, "\(message.sender) is not a member of the chat '\(message.chat)'")
        }
        try requireUnique(
            .message(chat: message.chat, sender: message.sender, ref: message.ref),
            "the message '\(message.ref)' of \(message.sender) in the chat '\(message.chat)'",
            line
        )
    }

    private mutating func validate(_ event: EventRecord, _ line: Int) throws(ImportFailure) {
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
        if let name = event.prospect, !prospects.contains(ProspectKey(trainer: event.trainer, name: name)) {
            throw ImportFailure(
                line: line,
                "\(event.trainer) has no prospect named '\(name.prefix(80))'; put a prospect on an earlier line"
            )
        }
        let what = "the event '\(event.ref)' of \(event.trainer)"
        try requireUnique(.event(trainer: event.trainer, ref: event.ref), what, line)
    }

    private mutating func validate(_ reminder: ReminderRecord, _ line: Int) throws(ImportFailure) {
        try require(nil, reminder.user, line)
        if let client = reminder.client { try require(nil, client, line) }
        let what = "the reminder '\(reminder.ref)' of \(reminder.user)"
        try requireUnique(.reminder(user: reminder.user, ref: reminder.ref), what, line)
    }

    /// Requires that the account exists, and has this role if one is given.
    private func require(_ role: Role?, _ email: String, _ line: Int) throws(ImportFailure) {
        guard let account = accounts[email] else {
            throw ImportFailure(
                line: line,
                "\(email) is not defined on an earlier line and has no account; add a user line, or invite them "
                    + "(--invite-missing)"
            )
        }
        guard let role, account.role != role else { return }
        throw ImportFailure(line: line, "\(email) is a \(account.role.rawValue), not a \(role.rawValue)")
    }

    private mutating func requireUnique(_ key: UniqueKey, _ what: String, _ line: Int) throws(ImportFailure) {
        if let first = definedKeys[key] {
            throw ImportFailure(line: line, "\(what) is already defined on line \(first)")
        }
        definedKeys[key] = line
    }
}
