import Domain
import SpotterAPI
import Storage

/// A row of `messages m` that holds all of its message: no other table has anything to add.
struct PlainRow {
    private typealias Column = MessageRow.Column

    let seq: Int64
    let sender: UserID
    let isImported: Bool
    private let via: MessageOrigin

    /// - Returns: `nil` if there is more of the message than its row.
    init?(_ row: any SQLRow) throws {
        let extras = MessageExtras(rawValue: try row.int(Column.extras))
        guard extras.subtracting(.imported).isEmpty, row.isNull(Column.replyTo), row.isNull(Column.spoken) else {
            return nil
        }
        let origin = StoredOrigin(try row.text(Column.via))
        guard origin.bot == nil else { return nil }
        via = origin.via
        seq = try row.int(Column.seq)
        sender = try row.id(Column.sender)
        isImported = extras.contains(.imported)
    }

    func message(
        _ row: any SQLRow,
        _ text: UnsafeBufferPointer<UInt8>,
        _ status: MessageStatus
    ) throws -> PlainMessage {
        PlainMessage(
            id: try row.id(Column.id),
            chatId: try row.id(Column.chat),
            seq: seq,
            senderId: sender,
            clientMessageId: try ClientMessageKey(row: row, Column.clientKey).written,
            text: text,
            createdAt: try row.timestamp(Column.createdAt),
            editedAt: try row.optionalTimestamp(Column.editedAt),
            deletedAt: try row.optionalTimestamp(Column.deletedAt),
            status: status,
            via: via,
            editCount: try row.int(Column.editCount),
            isImported: isImported
        )
    }
}

extension ClientMessageKey {
    fileprivate var written: PlainMessage.ClientMessageID {
        switch self {
        case .uuid(let high, let low): .uuid(MessageID(high: high, low: low))
        case .text(let text): .text(text)
        }
    }
}
