import Domain

@testable import SpotterClient

/// A replica's store in dictionaries: what the reducer does, without SQLite.
final class MemoryStore: ReplicaStore {
    private let me: UserID
    private(set) var records: [ChatID: CachedChat] = [:]
    private(set) var messages: [ChatID: [Message]] = [:]

    init(me: UserID = Fixture.me.id) { self.me = me }

    func record(of chat: ChatID) -> CachedChat? { records[chat] }
    func chatIDs() -> [ChatID] { Array(records.keys) }
    func save(_ record: CachedChat) { records[record.chat.id] = record }

    func remove(_ chat: ChatID) {
        records[chat] = nil
        messages[chat] = nil
    }

    func message(_ id: MessageID, in chat: ChatID) -> Message? { messages[chat]?.first { $0.id == id } }
    func replies(to id: MessageID, in chat: ChatID) -> [Message] { messages[chat]?.filter { $0.replyTo == id } ?? [] }

    func put(_ message: Message) {
        var all = messages[message.chatId] ?? []
        all.removeAll { $0.id == message.id }
        all.append(message)
        messages[message.chatId] = all.sorted { $0.seq < $1.seq }
    }

    func removeMessages(of chat: ChatID) { messages[chat] = nil }

    func unread(in chat: ChatID, after low: Int64, through high: Int64) -> (count: Int, mentions: Int) {
        let unread = (messages[chat] ?? []).filter {
            $0.seq > low && $0.seq <= high && $0.senderId != me && $0.deletedAt == nil && $0.imported != true
        }
        return (unread.count, unread.count { $0.mentions.contains(me) })
    }
}
