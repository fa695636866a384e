import Accounts
package import Domain
package import Storage

/// Reads messages with all parts except their status, in a constant number of queries.
package struct MessageQuery: Sendable {
    private let media: any MediaCatalog

    init(media: any MediaCatalog) { self.media = media }

    /// Reads the messages that a statement on `messages m` selects.
    /// - Parameter condition: the SQL after `FROM messages m`.
    package func read(
        _ condition: String,
        _ arguments: any SQLBindable...,
        on connection: any SQLConnection
    ) throws -> [Message] {
        try read(condition, arguments, on: connection)
    }

    func read(_ condition: String, _ arguments: [any SQLBindable], on connection: any SQLConnection) throws -> [Message]
    {
        var room = Int.max
        return try read(condition, arguments, within: &room, on: connection)
    }

    /// Reads messages as long as they fit a page.
    /// - Parameter room: the bytes that are left on the page; the messages' bytes are subtracted.
    /// - Throws: `PageBytes.Exceeded` as soon as there are more.
    func read(
        _ condition: String,
        _ arguments: any SQLBindable...,
        within room: inout Int,
        on connection: any SQLConnection
    ) throws -> [Message] {
        try read(condition, arguments, within: &room, on: connection)
    }

    /// - Parameter room: as above; `Int.max` is no bound, and then no text is measured.
    private func read(
        _ condition: String,
        _ arguments: [any SQLBindable],
        within room: inout Int,
        on connection: any SQLConnection
    ) throws -> [Message] {
        var left = room
        var (messages, extras): ([Message], [MessageExtras]) = ([], [])
        try connection.forEach(MessageRow.selection + condition, arguments) {
            let row = try MessageRow(row: $0)
            if room < .max {
                left -= PageBytes.size(of: row.message)
                guard left >= 0 else { throw PageBytes.Exceeded() }
            }
            messages.append(row.message)
            extras.append(row.extras)
            return true
        }
        room = left
        try complete(&messages, extras, on: connection)
        return messages
    }

    package func find(_ id: MessageID, in chat: ChatID, on connection: any SQLConnection) throws -> Message? {
        try read("WHERE m.id = $1 AND m.chat_id = $2", id, chat, on: connection).first
    }

    // MARK: Parts

    /// Adds quotes, files, reactions and mentions, in place: a message is large.
    func complete(
        _ messages: inout [Message],
        _ extras: [MessageExtras],
        on connection: any SQLConnection
    ) throws {
        func ids(with extra: MessageExtras) -> [MessageID] {
            extras.indices.filter { extras[$0].contains(extra) }.map { messages[$0].id }
        }
        try addQuotes(to: &messages, on: connection)
        let withReactions = ids(with: .reactions)
        if !withReactions.isEmpty {
            let reactions = try Self.reactions(to: withReactions, on: connection)
            for index in messages.indices { messages[index].reactions = reactions[messages[index].id] ?? [] }
        }
        let withMedia = ids(with: .media)
        if !withMedia.isEmpty {
            let media = try media(of: withMedia, on: connection)
            for index in messages.indices { messages[index].media = media[messages[index].id] ?? [] }
        }
        let withMentions = ids(with: .mentions)
        if !withMentions.isEmpty {
            let mentions = try Self.mentions(in: withMentions, on: connection)
            for index in messages.indices { messages[index].mentions = mentions[messages[index].id] ?? [] }
        }
        let transcribed = ids(with: .transcript)
        if !transcribed.isEmpty {
            let states = try TranscriptRows.states(of: transcribed, on: connection)
            for index in messages.indices {
                if let state = states[messages[index].id] { state.complete(&messages[index].transcript) }
            }
        }
    }

    private func addQuotes(to messages: inout [Message], on connection: any SQLConnection) throws {
        let targets = messages.compactMap(\.replyTo)
        guard !targets.isEmpty else { return }
        let quotes = Dictionary(
            try connection.query("SELECT \(Quote.columns) FROM messages m WHERE m.id IN", in: targets) {
                try Quote(row: $0)
            }.map { ($0.messageId, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        for index in messages.indices { messages[index].quote = messages[index].replyTo.flatMap { quotes[$0] } }
    }

    private static func reactions(
        to messages: [MessageID],
        on connection: any SQLConnection
    ) throws -> [MessageID: [Reaction]] {
        let rows = try connection.query(
            "SELECT message_id, emoji, user_id FROM reactions WHERE message_id IN",
            in: messages,
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

    private func media(
        of messages: [MessageID],
        on connection: any SQLConnection
    ) throws -> [MessageID: [Media]] {
        let links = try connection.query(
            "SELECT message_id, media_id FROM message_media WHERE message_id IN",
            in: messages,
            order: "position"
        ) { (message: try $0.id(0, MessageID.self), media: try $0.id(1, MediaID.self)) }
        let files = try media.files(links.map(\.media), on: connection)
        return Dictionary(grouping: links, by: \.message).mapValues { $0.compactMap { files[$0.media]?.media } }
    }

    private static func mentions(
        in messages: [MessageID],
        on connection: any SQLConnection
    ) throws -> [MessageID: [UserID]] {
        let rows = try connection.query(
            "SELECT message_id, user_id FROM mentions WHERE message_id IN",
            in: messages,
            order: "user_id"
        ) { (message: try $0.id(0, MessageID.self), user: try $0.id(1, UserID.self)) }
        return Dictionary(grouping: rows, by: \.message).mapValues { $0.map(\.user) }
    }
}
