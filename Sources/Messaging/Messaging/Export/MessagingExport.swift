public import Accounts
public import Domain
import SpotterAPI
import Storage

/// Exports a user's chats with all messages that they may read, and what they wrote in chats that they have left.
public struct MessagingExport: AccountExportParticipant {
    let chats: Chats
    let messages: Messages
    let drafts: Drafts
    let archived: ArchivedChats

    static let messagesPerPart = 200

    public var tables: [String: TableExport] {
        [
            "chats": .exported(in: "chats/*/chat.json"),
            "members": .exported(in: "chats/*/chat.json, archived-chats.json"),
            "message_rows": .exported(in: "chats/*/messages-*.json, left-chats/messages-*.json"),
            "senders": .omitted(because: "the keys of users in the rows of messages"),
            "reactions": .exported(in: "chats/*/messages-*.json"),
            "mentions": .exported(in: "chats/*/messages-*.json"),
            "receipt_marks": .exported(in: "chats/*/receipts-*.json; others' by the status of your messages"),
            "drafts": .exported(in: "drafts.json"),
            "new_positions": .omitted(because: "empty, except while an import sorts messages into a chat"),
            "chat_events": .omitted(because: "the order of changes, for sync; what they led to is in the chats"),
        ]
    }

    public func export(_ user: User, to archive: AccountExportArchive) async throws {
        let drafts = try await drafts.list(for: user.asActor)
        try await archive.document("drafts.json", ExportedDrafts(drafts: drafts))
        let away = try await archived.list(for: user.asActor)
        try await archive.document("archived-chats.json", ArchivedChatsResponse(chats: away))
        let ids = try await chats.database.read { try VisibleChatList(of: user.id, on: $0).ids }
        for chat in ids.sorted() {
            do {
                try await export(chat, of: user, to: archive)
            } catch let error as SpotterError where error.code == .notAMember {
                // They have left it, or were removed, meanwhile. Nothing that is written from here on has any of it.
            }
        }
        try await exportLeftChats(of: user, to: archive)
    }

    // MARK: Chats

    private func export(_ chat: ChatID, of user: User, to archive: AccountExportArchive) async throws {
        let folder = "chats/\(chat)"
        let header = try await chats.chat(chat, for: user.asActor)
        try await archive.document("\(folder)/chat.json", ChatResponse(chat: header))
        var last: Int64 = 0
        for part in 1... {
            let page = try await chats.history(
                of: chat,
                after: last,
                limit: Self.messagesPerPart,
                for: user.asActor
            )
            guard let end = page.messages.last else { break }
            last = end.seq
            try await archive.document("\(folder)/messages-\(part.padded).json", page)
            try await exportEdits(of: page.messages, for: user, "\(folder)/edits-\(part.padded).json", to: archive)
            if !page.hasMore { break }
        }
        try await exportReceipts(in: chat, of: user, folder, to: archive)
    }

    /// The former texts of a part's messages, if there are any.
    private func exportEdits(
        of messages: [Message],
        for user: User,
        _ path: String,
        to archive: AccountExportArchive
    ) async throws {
        var entries: [ExportedEdits.Entry] = []
        for message in messages where message.editCount > 0 {
            let edits = try await self.messages.edits(of: message.id, in: message.chatId, for: user.asActor)
            entries.append(.init(messageId: message.id, edits: edits))
        }
        if !entries.isEmpty { try await archive.document(path, ExportedEdits(messages: entries)) }
    }

    private func exportReceipts(
        in chat: ChatID,
        of user: User,
        _ folder: String,
        to archive: AccountExportArchive
    ) async throws {
        var last = (kind: "", seq: Int64(-1))
        for part in 1... {
            let after = last
            let marks = try await chats.database.read { connection in
                try connection.query(
                    """
                    SELECT kind, seq, at FROM receipt_marks
                    WHERE chat_id = $1 AND user_id = $2 AND (kind, seq) > ($3, $4) ORDER BY kind, seq LIMIT 2000
                    """,
                    chat,
                    user.id,
                    after.kind,
                    after.seq
                ) { ExportedReceipts.Mark(kind: try $0.text(0), seq: try $0.int(1), at: try $0.timestamp(2)) }
            }
            guard let end = marks.last else { return }
            last = (end.kind, end.seq)
            try await archive.document("\(folder)/receipts-\(part.padded).json", ExportedReceipts(marks: marks))
        }
    }

    // MARK: Chats that the user has left

    /// The user's own words there. What others said, quotes and reactions of theirs included, isn't the user's to read.
    private func exportLeftChats(of user: User, to archive: AccountExportArchive) async throws {
        var sent = try await chats.database.read { try SentMessages(of: user.id, on: $0) }
        var part = 0
        while true {
            let (isLast, page, edits, next) = try await chats.database.read { [sent] connection in
                var sent = sent
                let numbers = try sent.next(Self.messagesPerPart, on: connection)
                let (placeholders, reader) = (connection.placeholders(count: numbers.count), "$\(numbers.count + 1)")
                let found = try chats.query.read(
                    """
                    WHERE m.num IN (\(placeholders)) AND NOT (\(VisibleChats.rowCondition(on: "m.chat_id", to: reader)))
                    ORDER BY m.chat_id, m.seq
                    """,
                    numbers + [user.id],
                    on: connection
                )
                return (numbers.isEmpty, found, try Self.edits(of: found, on: connection), sent)
            }
            if isLast { return }
            sent = next
            if page.isEmpty { continue }
            part += 1
            let own = page.map { message in
                var message = message
                message.quote = nil
                message.reactions = []
                message.mentions = []
                return message
            }
            // There may be another part. A reader takes them all.
            try await archive.document(
                "left-chats/messages-\(part.padded).json",
                MessagePage(messages: own, hasMore: true)
            )
            if !edits.isEmpty {
                try await archive.document("left-chats/edits-\(part.padded).json", ExportedEdits(messages: edits))
            }
        }
    }

    private static func edits(
        of messages: [Message],
        on connection: any SQLConnection
    ) throws -> [ExportedEdits.Entry] {
        try messages.filter { $0.editCount > 0 }.map { message in
            let edits = try connection.query(
                "SELECT text, at FROM message_edits WHERE message_id = $1 ORDER BY version",
                message.id
            ) { MessageEdit(text: try $0.text(0), at: try $0.timestamp(1)) }
            return ExportedEdits.Entry(messageId: message.id, edits: edits)
        }
    }
}
