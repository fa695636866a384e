package import Domain
package import Storage

/// What a message has beside its row, as bits of `messages.extras`: set when there's something, never cleared but by
/// deletion. A plain message costs no further query.
package struct MessageExtras: OptionSet, Sendable {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let reactions = MessageExtras(rawValue: 1)
    package static let media = MessageExtras(rawValue: 2)
    package static let mentions = MessageExtras(rawValue: 4)

    func setting(_ extra: MessageExtras, to isSet: Bool) -> MessageExtras {
        isSet ? union(extra) : subtracting(extra)
    }
}

/// Messages read from their rows, with everything that belongs to them: a handful of queries for any number of them.
package struct MessageReader {
    private(set) var messages: [Message] = []
    private var extras: [MessageExtras] = []

    /// All messages of a query on `messages m` whose rows begin with `Message.columns`.
    package static func read(
        _ condition: String,
        _ arguments: any SQLBindable...,
        on connection: any SQLConnection
    ) throws -> [Message] {
        try read(condition, arguments, on: connection)
    }

    static func read(
        _ condition: String,
        _ arguments: [any SQLBindable],
        on connection: any SQLConnection
    ) throws -> [Message] {
        var reader = MessageReader()
        try connection.forEach("SELECT \(Message.columns) FROM messages m \(condition)", arguments) {
            try reader.add($0)
            return true
        }
        return try reader.complete(on: connection)
    }

    mutating func add(_ row: any SQLRow) throws {
        messages.append(try Message(row: row))
        extras.append(MessageExtras(rawValue: try row.int(Message.extrasColumn)))
    }

    /// The messages with their quotes, files, reactions and mentions.
    func complete(on connection: any SQLConnection) throws -> [Message] {
        var messages = messages
        try addQuotes(to: &messages, on: connection)
        let reacted = ids(with: .reactions)
        if !reacted.isEmpty {
            let reactions = try Self.reactions(of: reacted, on: connection)
            for index in messages.indices { messages[index].reactions = reactions[messages[index].id] ?? [] }
        }
        let illustrated = ids(with: .media)
        if !illustrated.isEmpty {
            let media = try Self.media(of: illustrated, on: connection)
            for index in messages.indices { messages[index].media = media[messages[index].id] ?? [] }
        }
        let calling = ids(with: .mentions)
        if !calling.isEmpty {
            let mentions = try Self.mentions(in: calling, on: connection)
            for index in messages.indices { messages[index].mentions = mentions[messages[index].id] ?? [] }
        }
        return messages
    }

    private func ids(with extra: MessageExtras) -> [MessageID] {
        zip(messages, extras).filter { $0.1.contains(extra) }.map(\.0.id)
    }

    private func addQuotes(to messages: inout [Message], on connection: any SQLConnection) throws {
        let targets = messages.compactMap(\.replyTo)
        guard !targets.isEmpty else { return }
        let quotes = Dictionary(
            try connection.query(
                "SELECT m.id, m.sender_id, m.text, m.deleted_at FROM messages m WHERE m.id IN",
                among: targets
            ) {
                Quote(messageId: try $0.id(0), senderId: try $0.id(1), text: try $0.text(2), deleted: !$0.isNull(3))
            }.map { ($0.messageId, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        for index in messages.indices { messages[index].quote = messages[index].replyTo.flatMap { quotes[$0] } }
    }

    private static func reactions(
        of messages: [MessageID],
        on connection: any SQLConnection
    ) throws -> [MessageID: [Reaction]] {
        let rows = try connection.query(
            "SELECT message_id, emoji, user_id FROM reactions WHERE message_id IN",
            among: messages,
            order: "seq"
        ) { (message: try $0.id(0, MessageID.self), emoji: try $0.text(1), user: try $0.id(2, UserID.self)) }
        return Dictionary(grouping: rows, by: \.message).mapValues { given in
            var order: [String] = []
            var users: [String: [UserID]] = [:]
            for one in given {
                if users[one.emoji] == nil { order.append(one.emoji) }
                users[one.emoji, default: []].append(one.user)
            }
            return order.map { Reaction(emoji: $0, userIds: users[$0] ?? []) }
        }
    }

    private static func media(
        of messages: [MessageID],
        on connection: any SQLConnection
    ) throws -> [MessageID: [Media]] {
        let rows = try connection.query(
            """
            SELECT l.message_id, \(Media.columns) FROM message_media l JOIN media f ON f.id = l.media_id
            WHERE l.message_id IN
            """,
            among: messages,
            order: "l.position"
        ) { (message: try $0.id(0, MessageID.self), media: try Media(row: $0, from: 1)) }
        return Dictionary(grouping: rows, by: \.message).mapValues { $0.map(\.media) }
    }

    private static func mentions(
        in messages: [MessageID],
        on connection: any SQLConnection
    ) throws -> [MessageID: [UserID]] {
        let rows = try connection.query(
            "SELECT message_id, user_id FROM mentions WHERE message_id IN",
            among: messages,
            order: "user_id"
        ) { (message: try $0.id(0, MessageID.self), user: try $0.id(1, UserID.self)) }
        return Dictionary(grouping: rows, by: \.message).mapValues { $0.map(\.user) }
    }
}

extension Media {
    /// Of the table `media f`.
    package static let columns =
        "f.id, f.kind, f.mime_type, f.file_name, f.size, f.width, f.height, f.has_thumbnail"

    /// From a row that has `columns` from `first` on.
    package init(row: any SQLRow, from first: Int = 0) throws {
        self.init(
            id: try row.id(first),
            kind: try row.word(first + 1),
            mimeType: try row.text(first + 2),
            fileName: try row.text(first + 3),
            size: try row.int(first + 4),
            width: try row.optionalInt(first + 5).map(Int.init),
            height: try row.optionalInt(first + 6).map(Int.init),
            thumbnail: try row.bool(first + 7)
        )
    }
}
