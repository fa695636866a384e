import Accounts
import Contacts
import Domain
import Messaging
import Scheduling
import SpotterAPI
import Storage

/// Writes validated lines within the caller's transaction. Existing objects are left unchanged, except settings.
struct ImportWriter {
    let ids: any IDSource
    let now: Timestamp
    let messages: Messages
    /// Keyed by e-mail address. Accounts without an entry get no password.
    let passwordHashes: [String: String]
    let progress: @Sendable (ImportProgress) -> Void
    let connection: any SQLConnection

    private(set) var report: ImportReport
    private var users: [String: User] = [:]
    private var chats: [String: ChatID] = [:]

    init(
        ids: any IDSource,
        now: Timestamp,
        messages: Messages,
        passwordHashes: [String: String],
        isDryRun: Bool,
        progress: @escaping @Sendable (ImportProgress) -> Void,
        connection: any SQLConnection
    ) {
        self.ids = ids
        self.now = now
        self.messages = messages
        self.passwordHashes = passwordHashes
        self.progress = progress
        self.connection = connection
        report = ImportReport(dryRun: isDryRun)
    }

    /// Writes the lines in their order, then the messages by time, because a chat's order is that of its messages.
    mutating func write(_ lines: [ImportLine]) throws {
        var pending: [(line: Int, message: MessageRecord)] = []
        var firstMessageTimes: [String: Timestamp] = [:]
        for line in lines {
            guard case .message(let message) = line.record else { continue }
            pending.append((line.number, message))
            firstMessageTimes[message.chat] = min(firstMessageTimes[message.chat] ?? message.sentAt, message.sentAt)
        }
        for line in lines {
            try withLineNumber(line.number) { writer in
                try writer.write(line.record, firstMessageTimes: firstMessageTimes)
            }
        }
        // Sorted by line as well, so that messages with the same time keep the file's order.
        pending.sort { ($0.message.sentAt, $0.line) < ($1.message.sentAt, $1.line) }
        for (index, item) in pending.enumerated() {
            try withLineNumber(item.line) { writer in try writer.write(item.message) }
            if index % 500 == 499 { progress(.writing(messages: index + 1, of: pending.count)) }
        }
        for chat in chats.values { try messages.recomputeActivity(of: chat, on: connection) }
    }

    private mutating func write(_ record: ImportRecord, firstMessageTimes: [String: Timestamp]) throws {
        switch record {
        case .user(let user): try write(user)
        case .relation(let relation): try write(relation)
        case .prospect(let prospect): try write(prospect)
        case .chat(let chat): try write(chat, startingAt: min(firstMessageTimes[chat.ref] ?? now, now))
        case .message: break
        case .event(let event): try write(event)
        case .settings(let settings): try write(settings)
        }
    }

    private mutating func write(_ record: UserRecord) throws {
        let user = User(
            id: ids.next(),
            email: record.email,
            displayName: record.displayName,
            role: record.role,
            timezone: record.timezone
        )
        let hash = passwordHashes[record.email] ?? User.lockedPassword
        report.users.count(isNew: try user.insert(passwordHash: hash, at: now, on: connection))
    }

    private mutating func write(_ record: RelationRecord) throws {
        let isNew = try Contacts.relate(
            trainer: user(record.trainer).id,
            client: user(record.client).id,
            at: now,
            on: connection
        )
        report.relations.count(isNew: isNew)
    }

    private mutating func write(_ record: ProspectRecord) throws {
        let trainer = try user(record.trainer).id
        let isNew = try !Prospect.exists(named: record.displayName, of: trainer, on: connection)
        if isNew {
            let prospect = Prospect(id: ids.next(), displayName: record.displayName, timezone: record.timezone)
            try prospect.insert(for: trainer, at: now, on: connection)
        }
        report.prospects.count(isNew: isNew)
    }

    /// A chat is created at the time of its first message. The first trainer among its members is a group's admin.
    private mutating func write(_ record: ChatRecord, startingAt start: Timestamp) throws {
        let members = try record.members.map { try user($0) }
        guard let founder = members.first(where: { $0.role == .trainer }) ?? members.first else { return }
        let others = members.map(\.id).filter { $0 != founder.id }
        guard let other = others.first else { return }
        let opened = try Chats.open(
            record.name.map { .group(name: $0, with: others) } ?? .direct(with: other),
            id: ids.next(),
            by: Actor(userId: founder.id, role: founder.role),
            asOperator: true,
            at: start,
            on: connection
        )
        chats[record.ref] = opened.id
        report.chats.count(isNew: opened.isNew)
    }

    private mutating func write(_ record: MessageRecord) throws {
        let sender = try user(record.sender)
        guard let chat = chats[record.chat] else { throw SpotterError.notAMember }
        let send = Messages.Send(
            chatId: chat,
            sender: Actor(userId: sender.id, role: sender.role),
            clientMessageId: record.ref,
            text: record.text,
            sentAt: record.sentAt
        )
        report.messages.count(isNew: try !messages.store(send, on: connection).isRepeat)
    }

    private mutating func write(_ record: EventRecord) throws {
        let trainer = try user(record.trainer)
        let event = NewEvent(
            eventType: record.eventType,
            title: record.title,
            clientId: try record.client.map { try user($0).id },
            startsAt: record.startsAt,
            endsAt: record.endsAt
        )
        let isNew = try EventCalendar.import(
            event,
            reference: record.ref,
            id: ids.next(),
            by: Actor(userId: trainer.id, role: trainer.role),
            at: now,
            on: connection
        )
        report.events.count(isNew: isNew)
    }

    private mutating func write(_ record: SettingsRecord) throws {
        let user = try user(record.user).id
        let isNew = try SchedulingPreferences.settings(of: user, on: connection) != record.settings
        if isNew { try SchedulingPreferences.store(record.settings, of: user, on: connection) }
        report.settings.count(isNew: isNew)
    }

    private mutating func user(_ email: String) throws -> User {
        if let user = users[email] { return user }
        guard let user = try User.find(email: email, on: connection) else { throw SpotterError.notFound("account") }
        users[email] = user
        return user
    }

    /// Adds the line number to errors of domain rules. Database errors are passed on unchanged.
    private mutating func withLineNumber(_ line: Int, _ body: (inout ImportWriter) throws -> Void) throws {
        do {
            try body(&self)
        } catch let error as SpotterError {
            throw ImportFailure(line: line, error.message)
        }
    }
}
