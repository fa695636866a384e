import Accounts
import Contacts
public import Domain
public import Messaging
import SpotterAPI
public import Storage

/// One text to several clients of a trainer, to each in the chat with them, where it is an ordinary message.
///
/// A broadcast is stored with all of its texts before the first is sent. Each is sent in one transaction with its
/// outcome, so that each client gets it once, however often the request is repeated and whatever interrupts the server.
public struct Broadcasts: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let chats: Chats
    let messages: Messages

    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        chats: Chats,
        messages: Messages
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.chats = chats
        self.messages = messages
    }

    /// Sends a broadcast. One that exists already is returned as it is, without looking at the rest of the request; what
    /// is left to send of it is sent.
    /// - Returns: the broadcast, and whether it's a new one.
    /// - Throws: `forbidden` if the actor isn't a trainer; `not_found` if one of the people isn't the actor's client or
    ///   the template isn't the actor's, and nothing was sent; `invalid_request` if the text is invalid, a slot has no
    ///   value, or there are no recipients or too many.
    public func send(_ new: NewBroadcast, by actor: Actor) async throws -> (broadcast: Broadcast, isNew: Bool) {
        guard Access.can(actor, .manageContacts) else {
            throw SpotterError(.forbidden, "Only a trainer can write to several clients at once.")
        }
        let id = new.id ?? ids.next()
        let now = clock.now()
        let isNew = try await database.write { try Self.store(new, id: id, by: actor, at: now, on: $0) }
        let pending = try await database.read { try BroadcastRow.pending(of: actor.userId, in: id, on: $0) }
        try await deliver(pending)
        let broadcast = try await database.read { try BroadcastRow.broadcast(id, of: actor.userId, on: $0) }
        return (broadcast, isNew)
    }

    /// Sends what a crash has left of broadcasts.
    @discardableResult
    public func resume() async throws -> Int {
        let pending = try await database.read { try BroadcastRow.pending(on: $0) }
        try await deliver(pending)
        return pending.count
    }

    // MARK: Storing

    private static func store(
        _ new: NewBroadcast,
        id: BroadcastID,
        by actor: Actor,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Bool {
        let isNew = try connection.execute(
            "INSERT INTO broadcasts (owner_id, id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            actor.userId,
            id,
            now
        )
        guard isNew == 1 else { return false }
        let recipients = try self.recipients(of: new.audience, for: actor, on: connection)
        let text: String =
            switch new.content {
            case .text(let text): text
            case .template(let template): try Templates.template(template, for: actor, on: connection).text
            }
        let template = TemplateText(text)
        for (position, client) in recipients.enumerated() {
            let values = try ClientValues(of: client, for: actor.userId, at: now, on: connection)
            let filled = try Validation.messageText(try template.filled(with: values.merged(with: new.slots)))
            try BroadcastRow.insert(filled, to: client, at: position, in: id, of: actor.userId, on: connection)
        }
        return true
    }

    private static func recipients(
        of audience: NewBroadcast.Audience,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> [UserID] {
        let found: [UserID]
        switch audience {
        case .clients(let users):
            var seen: Set<UserID> = []
            found = users.filter { seen.insert($0).inserted }
        case .tag(let tag):
            found = try ClientTags.clients(tagged: tag, of: actor.userId, on: connection)
            guard !found.isEmpty else {
                throw SpotterError.invalid("None of your clients has the tag '\(tag.prefix(40))'.")
            }
        }
        guard (1...BroadcastRequest.maxRecipients).contains(found.count) else {
            throw SpotterError.invalid("A broadcast goes to 1 to \(BroadcastRequest.maxRecipients) clients.")
        }
        return found
    }

    // MARK: Sending

    private func deliver(_ rows: [BroadcastRow]) async throws {
        // The writer commits those that wait together.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, row) in rows.enumerated() {
                if index >= 32 { try await group.next() }
                group.addTask { try await deliver(row) }
            }
            try await group.waitForAll()
        }
    }

    private func deliver(_ row: BroadcastRow) async throws {
        do {
            let chat = try await chats.open(.direct(with: row.userId), by: row.sender).chat.id
            let send = Messages.Send(
                chatId: chat,
                sender: row.sender,
                clientMessageId: "broadcast-\(row.broadcastId)",
                text: row.text
            )
            try await messages.send(send) { [messages] connection, insert in
                // Another request for the same broadcast may have been faster.
                guard try row.isPending(on: connection) else { return }
                _ = try messages.requireUnattended(row.sender, in: chat, on: connection)
                let message = try insert()
                try row.finish(.sent, chat: chat, message: message.id, on: connection)
            }
        } catch let error as SpotterError where error.isFinalForSending {
            try await database.write { connection in
                guard try row.isPending(on: connection) else { return }
                try row.finish(.failed, failure: SendFailure(error), on: connection)
            }
        }
    }
}
