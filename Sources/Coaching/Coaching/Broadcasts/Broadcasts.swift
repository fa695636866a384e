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
    /// - Parameter admitText: is called with the bytes of all of its texts together before they are stored, and may refuse
    ///   them by throwing.
    /// - Returns: the broadcast, and whether it's a new one.
    /// - Throws: `forbidden` if the actor isn't a trainer; `not_found` if one of the people isn't the actor's client or
    ///   the template isn't the actor's, and nothing was sent; `invalid_request` if the text is invalid, a slot has no
    ///   value, or there are no recipients or too many.
    public func send(
        _ new: NewBroadcast,
        by actor: Actor,
        admitText: (Int) throws -> Void = { _ in }
    ) async throws -> (broadcast: Broadcast, isNew: Bool) {
        guard Access.can(actor, .manageContacts) else {
            throw SpotterError(.forbidden, "Only a trainer can write to several clients at once.")
        }
        let id = new.id ?? ids.next()
        let isNew = try await store(new, id: id, by: actor, admitText: admitText)
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

    /// - Returns: whether it is new.
    private func store(
        _ new: NewBroadcast,
        id: BroadcastID,
        by actor: Actor,
        admitText: (Int) throws -> Void
    ) async throws -> Bool {
        let now = clock.now()
        let owner = actor.userId
        let planned = try await database.read { connection in
            let exists = try connection.exists("SELECT 1 FROM broadcasts WHERE owner_id = $1 AND id = $2", owner, id)
            return exists ? nil : try PlannedBroadcast(new, for: actor, at: now, on: connection)
        }
        guard let planned else { return false }
        let texts = try await BackgroundWork.shared.run(of: owner) { try await planned.texts() }
        try admitText(texts.reduce(0) { $0 + $1.utf8.count })
        return try await database.write { connection in
            let isNew = try connection.execute(
                "INSERT INTO broadcasts (owner_id, id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                owner,
                id,
                now
            )
            guard isNew == 1 else { return false }
            for (position, (client, text)) in zip(planned.clients, texts).enumerated() {
                // If one of them has gone meanwhile, nothing is sent, as if they had gone before.
                guard try Contacts.exists(trainer: owner, client: client, on: connection) else {
                    throw SpotterError.notFound("client")
                }
                try BroadcastRow.insert(text, to: client, at: position, in: id, of: owner, on: connection)
            }
            return true
        }
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
