package import Storage

/// How many chats and messages there are, deleted messages included.
package struct ChatCounts: Sendable {
    package let chats: Int64
    package let messages: Int64

    package static func read(on connection: any SQLConnection) throws -> ChatCounts {
        ChatCounts(
            chats: try connection.first("SELECT count(*) FROM chats") { try $0.int(0) } ?? 0,
            messages: try connection.first("SELECT count(*) FROM message_rows") { try $0.int(0) } ?? 0
        )
    }
}
