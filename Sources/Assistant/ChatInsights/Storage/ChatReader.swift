import Accounts
package import Domain
import Foundation
import Messaging
package import Storage

/// Reads the messages of a chat and keeps what they say, so that each is read once: after a change only what changed.
package struct ChatReader: Sendable {
    /// The newest messages that are read in a chat that wasn't read before.
    static let maxMessages = 1000
    /// A "yes" accepts what was proposed in the last days.
    static let acceptanceSeconds: Int64 = 3 * 86_400

    package let database: any Database
    private let reader = MessageReader()

    package init(database: any Database) { self.database = database }

    /// Brings what is stored of a chat up to its position.
    /// - Returns: that position.
    /// - Throws: `not_a_member` unless the actor is in the chat.
    package func refresh(_ chat: ChatID, for actor: Actor) async throws -> Int64 {
        let work = try await database.read { connection in
            try ChatWork(of: chat, for: actor, version: MessageReader.version, on: connection)
        }
        guard work.isNeeded else { return work.seq }
        let read = await BackgroundWork.shared.run(of: actor.userId) { [reader] in
            var read: [(ChatWork.Item, [StoredInsight])] = []
            for item in work.messages {
                let reading = reader.reading(
                    of: item.message.text,
                    sentAt: item.message.sentAt,
                    timeZone: TimeZone(identifier: item.timezone) ?? .gmt,
                    after: item.previous?.text
                )
                read.append((item, reading.stored(of: item.message, previous: item.previous?.id)))
                await Task.yield()
            }
            return read
        }
        try await database.write { connection in try work.store(read, on: connection) }
        return work.seq
    }
}

/// What of a chat has to be read.
struct ChatWork: Sendable {
    struct Item: Sendable {
        let message: VisibleMessage
        /// The sender's.
        let timezone: String
        /// The message before it, if somebody else wrote it not long before.
        let previous: VisibleMessage?
    }

    let chat: ChatID
    let seq: Int64
    let version: Int
    let messages: [Item]
    private let queued: [MessageID]
    private let isNew: Bool
    private let isOutdated: Bool

    var isNeeded: Bool { isNew || isOutdated || !queued.isEmpty || !messages.isEmpty }

    init(of chat: ChatID, for actor: Actor, version: Int, on connection: any SQLConnection) throws {
        guard let seq = try VisibleChatList.position(of: chat, for: actor.userId, on: connection) else {
            throw SpotterError.notAMember
        }
        (self.chat, self.seq, self.version) = (chat, seq, version)
        let stored = try connection.first("SELECT seq, version FROM chat_readings WHERE chat_id = $1", chat) {
            (seq: try $0.int(0), version: try $0.int(1))
        }
        isOutdated = stored.map { $0.version != Int64(version) } ?? false
        let from = isOutdated ? nil : stored?.seq
        isNew = stored == nil
        queued = try connection.query("SELECT message_id FROM insight_queue WHERE chat_id = $1 LIMIT 1000", chat) {
            try $0.id(0, MessageID.self)
        }
        let visible = VisibleMessageReader(reader: actor.userId, connection: connection)
        var found: [VisibleMessage] = []
        if from != seq {
            found = try visible.newest(
                ChatReader.maxMessages,
                filter: from == nil ? "m.chat_id = $2" : "m.chat_id = $2 AND m.seq > $3",
                arguments: from.map { [chat, $0] } ?? [chat]
            )
        }
        var known = Set(found.map(\.id))
        for id in queued {
            guard let message = try visible.message(id), message.chatId == chat else { continue }
            // What follows may be a "yes" to it.
            for near in [message, try visible.after(message)].compactMap({ $0 }) where !near.text.isEmpty {
                if known.insert(near.id).inserted { found.append(near) }
            }
        }
        var zones: [UserID: String] = [:]
        messages = try found.map { message in
            let zone = try zones[message.senderId] ?? User.timezone(of: message.senderId, on: connection) ?? "UTC"
            zones[message.senderId] = zone
            let before = try visible.before(message)
            let isNear = before.map {
                $0.senderId != message.senderId
                    && message.sentAt.milliseconds(since: $0.sentAt) < ChatReader.acceptanceSeconds * 1000
            }
            return Item(message: message, timezone: zone, previous: isNear == true ? before : nil)
        }
    }

    /// Stores what was read. Messages that have changed since are left out: their change queued them.
    func store(_ read: [(Item, [StoredInsight])], on connection: any SQLConnection) throws {
        if isOutdated {
            try connection.execute("DELETE FROM message_insights WHERE chat_id = $1", chat)
        }
        var done = Set(queued)
        for (item, insights) in read {
            guard try TextMessages.isCurrent(item.message.text, of: item.message.id, on: connection) else {
                done.remove(item.message.id)
                continue
            }
            if let previous = item.previous, try !TextMessages.isCurrent(previous.text, of: previous.id, on: connection)
            {
                try InsightRows.enqueue(item.message.id, in: chat, on: connection)
                done.remove(item.message.id)
                continue
            }
            try connection.execute("DELETE FROM message_insights WHERE message_id = $1", item.message.id)
            try InsightRows.insert(insights, in: chat, on: connection)
        }
        for id in done { try connection.execute("DELETE FROM insight_queue WHERE message_id = $1", id) }
        try connection.execute(
            """
            INSERT INTO chat_readings (chat_id, seq, version) VALUES ($1, $2, $3)
            ON CONFLICT (chat_id) DO UPDATE SET seq = excluded.seq, version = excluded.version
            """,
            chat,
            seq,
            version
        )
    }
}
