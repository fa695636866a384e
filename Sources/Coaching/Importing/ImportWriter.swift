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
    /// The stored files of messages.
    let attachments: [AttachmentKey: MediaID]
    let invitesMissing: Bool
    let progress: @Sendable (ImportProgress) -> Void
    let connection: any SQLConnection

    private(set) var report: ImportReport
    private var users: [String: User] = [:]
    private var chats: [String: ChatID] = [:]
    private var histories: [ChatID: ImportedHistory] = [:]
    private(set) var changes: [ImportedHistory.Change] = []

    init(
        ids: any IDSource,
        now: Timestamp,
        messages: Messages,
        passwordHashes: [String: String],
        attachments: [AttachmentKey: MediaID] = [:],
        invitesMissing: Bool = false,
        isDryRun: Bool,
        progress: @escaping @Sendable (ImportProgress) -> Void,
        connection: any SQLConnection
    ) {
        self.ids = ids
        self.now = now
        self.messages = messages
        self.passwordHashes = passwordHashes
        self.attachments = attachments
        self.invitesMissing = invitesMissing
        self.progress = progress
        self.connection = connection
        report = ImportReport(dryRun: isDryRun)
    }

    /// Writes the lines in their order, then the messages by time, as `ImportedHistory` needs them.
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
        if invitesMissing { try invite(in: lines) }
        // Sorted by line as well, so that messages with the same time keep the file's order.
        pending.sort { ($0.message.sentAt, $0.line) < ($1.message.sentAt, $1.line) }
        for (index, item) in pending.enumerated() {
            try withLineNumber(item.line) { writer in try writer.write(item.message) }
            if index % 500 == 499 { progress(.writing(messages: index + 1, of: pending.count)) }
        }
        for (_, history) in histories.sorted(by: { $0.key < $1.key }) {
            if let change = try history.finish(on: connection) { changes.append(change) }
        }
    }

    private mutating func write(_ record: ImportRecord, firstMessageTimes: [String: Timestamp]) throws {
        switch record {
        case .user(let user): try write(user)
        case .relation(let relation): try write(relation)
        case .prospect(let prospect): try write(prospect)
        case .chat(let chat): try write(chat, startingAt: min(firstMessageTimes[chat.ref] ?? now, now))
        case .message: break
        case .event(let event): try write(event)
        case .reminder(let reminder): try write(reminder)
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
        let files = record.files.compactMap { attachments[AttachmentKey(sender: record.sender, file: $0)] }
        // A file that couldn't be stored leaves nothing of a message without a text. The report has said so.
        guard !record.text.isEmpty || !files.isEmpty || report.dryRun else { return }
        let send = Messages.Send(
            chatId: chat,
            sender: Actor(userId: sender.id, role: sender.role),
            clientMessageId: record.ref,
            // A dry run stores no files; it only counts.
            text: record.text.isEmpty && files.isEmpty ? "(file)" : record.text,
            mediaIds: files,
            sentAt: record.sentAt
        )
        var history = try histories[chat] ?? ImportedHistory(of: chat, by: messages, on: connection)
        let isNew = try history.add(send, on: connection)
        histories[chat] = history
        report.messages.count(isNew: isNew)
        for _ in 0..<(report.dryRun ? record.files.count : files.count) { report.files.count(isNew: isNew) }
    }

    private mutating func write(_ record: EventRecord) throws {
        let trainer = try user(record.trainer)
        let prospect = try record.prospect.map { name in
            guard let prospect = try Prospect.open(named: name, of: trainer.id, on: connection) else {
                throw SpotterError.invalid("the prospect '\(name.prefix(80))' has become a client; name the client")
            }
            return prospect.id
        }
        let event = NewEvent(
            eventType: record.eventType,
            title: record.title,
            clientId: try record.client.map { try user($0).id },
            prospectId: prospect,
            startsAt: record.startsAt,
            endsAt: record.endsAt
        )
        let isNew = try EventCalendar.import(
            event,
            status: record.status,
            reference: record.ref,
            id: ids.next(),
            by: Actor(userId: trainer.id, role: trainer.role),
            at: now,
            on: connection
        )
        report.events.count(isNew: isNew)
    }

    private mutating func write(_ record: ReminderRecord) throws {
        let owner = try user(record.user)
        let reminder = NewReminder(
            text: record.text,
            dueAt: record.dueAt,
            clientId: try record.client.map { try user($0).id },
            recurrence: record.recurrence,
            timezone: record.timezone
        )
        let isNew = try Reminders.import(
            reminder,
            isCompleted: record.isCompleted,
            reference: record.ref,
            id: ids.next(),
            by: Actor(userId: owner.id, role: owner.role),
            at: now,
            on: connection
        )
        report.reminders.count(isNew: isNew)
    }

    private mutating func write(_ record: SettingsRecord) throws {
        let user = try user(record.user).id
        let isNew = try SchedulingPreferences.settings(of: user, on: connection) != record.settings
        if isNew { try SchedulingPreferences.store(record.settings, of: user, on: connection) }
        report.settings.count(isNew: isNew)
    }

    /// Invites everybody in the file who can't log in, each to the account that waits for them.
    private mutating func invite(in lines: [ImportLine]) throws {
        var seen: Set<String> = []
        for email in lines.flatMap(\.record.people) where seen.insert(email).inserted {
            let account = try user(email)
            let invited = try Registrations.invite(
                to: account,
                by: account.role == .client ? trainer(of: email, in: lines) : nil,
                id: ids.next(),
                at: now,
                on: connection
            )
            guard let invited else { continue }
            report.invited.append(
                .init(email: email, displayName: account.displayName, code: report.dryRun ? nil : invited.code)
            )
        }
    }

    /// The trainer whose client a person becomes: the first in the file with whom they have a relation or a chat.
    private mutating func trainer(of email: String, in lines: [ImportLine]) throws -> UserID? {
        for line in lines {
            switch line.record {
            case .relation(let relation) where relation.client == email: return try user(relation.trainer).id
            case .chat(let chat) where chat.members.contains(email):
                if let trainer = try chat.members.map({ try user($0) }).first(where: { $0.role == .trainer }) {
                    return trainer.id
                }
            default: continue
            }
        }
        return nil
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
