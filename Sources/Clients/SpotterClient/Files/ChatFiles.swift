public import Domain
import SpotterAPI

/// A file in a chat, with the message that shows it.
public struct ChatFile: Sendable, Hashable, Codable {
    public let seq: Int64
    public let senderId: UserID
    public let sentAt: Timestamp
    public let media: Media

    static func files(of message: Message) -> [ChatFile] {
        message.media.map {
            ChatFile(seq: message.seq, senderId: message.senderId, sentAt: message.createdAt, media: $0)
        }
    }
}

extension SpotterHTTP {
    /// The files of a chat, latest first.
    /// - Parameters:
    ///   - limit: the maximum number of files.
    ///   - pages: how far back to look, in pages of 200 messages.
    /// - Throws: `ClientError`; `not_a_member` if the user isn't in the chat.
    public func files(in chat: ChatID, limit: Int, pages: Int = 50) async throws -> [ChatFile] {
        var files: [ChatFile] = []
        var before: Int64?
        for _ in 0..<pages {
            let page = try await messages(in: chat, before: before, limit: 200)
            for message in page.messages.reversed() where message.deletedAt == nil {
                files += ChatFile.files(of: message)
            }
            guard files.count < limit, page.hasMore, let first = page.messages.first else { break }
            before = first.seq
        }
        return Array(files.prefix(limit))
    }
}
