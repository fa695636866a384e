import Domain
import SpotterAPI
import TestSupport
import Testing

@testable import SpotterClient

/// Random histories, told late, fetched in between at any moment: in the end the replica equals a fresh fetch.
@Suite struct ReplicaPropertyTests {
    @Test(arguments: 0..<500 as Range<UInt64>) func equalsAFreshFetch(seed: UInt64) throws {
        var run = ReplicaRun(seed: seed)
        for _ in 0..<120 { try run.step() }
        try run.settle()
        let record = try #require(run.store.record(of: run.server.chat))
        #expect(difference(record.chat.withCurrentStatus, run.server.fresh) == nil)
        #expect(record.position == run.server.seq)
        #expect(!record.isStale)
        let fresh = run.server.page(before: nil, limit: 1000).messages
        // What's known is right and whole; what isn't is marked as a gap.
        let known = fresh.filter { record.known.contains($0.seq) }
        let kept = (run.store.messages[run.server.chat] ?? []).map { record.chat.withStatus($0) }
        #expect(kept.map(brief) == known.map(brief))
        let timeline = Timeline(record, messages: kept, before: record.position + 1, limit: 1000, outbox: [])
        let isWhole = known == fresh && record.known.cover(after: 0, through: record.position)
        #expect(isWhole == !timeline.rows.contains { if case .gap = $0 { true } else { false } })
        #expect(isWhole == !timeline.hasEarlier || known.count < fresh.count)
    }
}

private func brief(_ message: Message) -> String {
    let reactions = message.reactions.map { "\($0.emoji)\($0.userIds.count)" }.joined()
    return "\(message.seq) \(message.text) \(message.status) \(message.quote?.text ?? "-") \(reactions)"
        + " \(message.editCount) \(message.mentions.count) \(message.deletedAt == nil)"
}

/// The first thing in which two chats differ, in words that fit on a line.
private func difference(_ a: Chat, _ b: Chat) -> String? {
    guard a != b else { return nil }
    func parts(_ chat: Chat) -> [String] {
        [
            "seq \(chat.seq)", "name \(chat.name)", "read \(chat.readSeq)", "unread \(chat.unread)",
            "mentions \(chat.unreadMentions)", "pins \(chat.pins)", "draft \(chat.draft?.text ?? "-")",
            "pinned \(chat.isPinned)", "last \(chat.lastMessage.map(brief) ?? "-")",
            chat.members.map { "\($0.displayName) \($0.role) \($0.deliveredSeq) \($0.readSeq)" }
                .joined(separator: ", "),
        ]
    }
    return zip(parts(a), parts(b)).first { $0 != $1 }.map { "\($0) instead of \($1)" } ?? "something else"
}
