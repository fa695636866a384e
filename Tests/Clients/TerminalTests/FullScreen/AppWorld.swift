import Domain
import Foundation
import SpotterAPI
import SpotterClient
import TestSupport

@testable import Terminal

/// A trainer with two chats on a screen, for tests of the model without a terminal.
struct AppWorld {
    static func id<Entity>(_ number: UInt64) -> ID<Entity> { ID(high: 0x0190_0000_0000_7000, low: number) }

    let clock = ManualClock(Timestamp(milliseconds: 1_773_234_900_000))
    let me = User(id: id(1), email: "alex@example.com", displayName: "Alex Rivera", role: .trainer, timezone: "UTC")
    let sara: UserID = id(2)
    let saraChat: ChatID = id(10)
    let group: ChatID = id(11)
    var model: AppModel

    init(rows: Int = 24, columns: Int = 80) {
        model = AppModel(
            me: me,
            size: ScreenSize(rows: rows, columns: columns),
            time: LocalTime(TimeZone(secondsFromGMT: 0) ?? .current),
            clock: clock
        )
        _ = model.handle(.shared(.connection(.online)))
        _ = model.handle(.shared(.chatsUpdated([chat(saraChat, "Sara Lindqvist"), chat(group, "Run Club", .group)])))
    }

    func chat(_ id: ChatID, _ name: String, _ kind: ChatKind = .direct, unread: Int = 0, seq: Int64 = 40) -> Chat {
        let members = [
            Member(userId: me.id, displayName: "Alex Rivera", role: .admin),
            Member(userId: sara, displayName: "Sara Lindqvist", role: .member),
        ]
        return Chat(
            id: id,
            kind: kind,
            name: name,
            members: members,
            seq: seq,
            readSeq: seq - Int64(unread),
            unread: unread,
            lastMessage: nil
        )
    }

    func message(_ seq: Int64, _ text: String, from sender: UserID? = nil, in chat: ChatID? = nil) -> Message {
        Message(
            id: Self.id(UInt64(100 + seq)),
            chatId: chat ?? saraChat,
            seq: seq,
            senderId: sender ?? sara,
            clientMessageId: "c\(seq)",
            text: text,
            createdAt: clock.now().adding(seconds: (seq - 40) * 60),
            status: .delivered
        )
    }

    /// With Sara's chat open and these messages loaded.
    mutating func open(_ messages: [Message], unread: Int = 0, earlier: Bool = false) {
        _ = model.handle(
            .shared(
                .chatsUpdated([
                    chat(saraChat, "Sara Lindqvist", unread: unread, seq: messages.last?.seq ?? 0),
                    chat(group, "Run Club", .group),
                ])
            )
        )
        _ = model.openChat(saraChat)
        load(messages, earlier: earlier)
    }

    mutating func load(_ messages: [Message], pending: [OutboxEntry] = [], earlier: Bool = false) {
        let rows = messages.map(Timeline.Row.message) + pending.map(Timeline.Row.pending)
        let history = LoadedHistory(
            timeline: Timeline(rows: rows, hasEarlier: earlier),
            end: nil,
            limit: 120,
            position: messages.last?.seq ?? 0
        )
        _ = model.handle(.history(saraChat, history))
    }

    @discardableResult
    mutating func press(_ names: String...) -> [AppEffect] { press(names) }

    @discardableResult
    mutating func press(_ names: [String]) -> [AppEffect] {
        names.flatMap { name in KeyPress(name).map { model.handle(.terminal([.key($0)])) } ?? [] }
    }

    @discardableResult
    mutating func type(_ text: String) -> [AppEffect] {
        text.flatMap { model.handle(.terminal([.key(KeyPress(.character($0)))])) }
    }

    var screen: Grid { ScreenView(model, TimelineLayout(model).frame).draw() }

    var text: String {
        let screen = screen
        return (0..<screen.size.rows).map { screen.text(ofRow: $0) }.joined(separator: "\n")
    }
}
