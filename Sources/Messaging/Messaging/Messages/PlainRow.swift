import Domain
import SpotterAPI
import Storage

/// A row of `messages m` that holds all of its message: no other table has anything to add.
struct PlainRow {
    let seq: Int64
    let sender: UserID
    let isImported: Bool
    private let via: MessageOrigin

    /// - Returns: `nil` if there is more of the message than its row.
    init?(_ row: any SQLRow) throws {
        let extras = MessageExtras(rawValue: try row.int(12))
        guard extras.subtracting(.imported).isEmpty, row.isNull(6), row.isNull(13) else { return nil }
        let origin = StoredOrigin(try row.text(10))
        guard origin.bot == nil else { return nil }
        via = origin.via
        seq = try row.int(2)
        sender = try row.id(3)
        isImported = extras.contains(.imported)
    }

    func message(
        _ row: any SQLRow,
        _ text: UnsafeBufferPointer<UInt8>,
        _ status: MessageStatus
    ) throws -> PlainMessage {
        PlainMessage(
            id: try row.id(0),
            chatId: try row.id(1),
            seq: seq,
            senderId: sender,
            clientMessageId: try ClientMessageKey(row: row, 4).written,
            text: text,
            createdAt: try row.timestamp(7),
            editedAt: try row.optionalTimestamp(8),
            deletedAt: try row.optionalTimestamp(9),
            status: status,
            via: via,
            editCount: try row.int(11),
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
