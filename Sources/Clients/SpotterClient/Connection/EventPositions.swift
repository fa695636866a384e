public import Domain
import Foundation
public import SpotterAPI

/// Where a reader of events stands: the position of each chat, and the notices that it has had. It is read from the lines
/// that `spotter tail --json` has printed, so that a program can go on after the last of them that it has dealt with.
///
///     var positions = EventPositions()
///     for line in lines { positions.read(line) }
///     let live = ReconnectingSocket(connector, positions: positions.chats)
public struct EventPositions: Sendable, Equatable {
    public private(set) var chats: [ChatID: Int64]
    public private(set) var notices: Set<NoticeID> = []
    /// Whether a line told where all chats stood. Without one, a chat of which there is no line would begin at its start.
    public private(set) var isComplete = false

    public init(_ chats: [ChatID: Int64] = [:], notices: Set<NoticeID> = []) {
        self.chats = chats
        self.notices = notices
    }

    /// The same, and others' positions of chats of which nothing was told.
    public func filling(from other: [ChatID: Int64]) -> EventPositions {
        EventPositions(chats.merging(other) { own, _ in own }, notices: notices)
    }

    /// What a line may say of it. Other members don't matter here.
    private struct Line: Decodable {
        struct Notice: Decodable { let id: NoticeID }

        let type: String
        var chatId: ChatID?
        var seq: Int64?
        var gone: Bool?
        var positions: [String: Int64]?
        var notice: Notice?
    }

    /// - Returns: whether the line is one of an event. One that was cut off in the middle isn't.
    @discardableResult
    public mutating func read(_ text: String) -> Bool {
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)) else { return false }
        if let notice = line.notice { notices.insert(notice.id) }
        if line.type == PositionsLine.type, let told = line.positions {
            isComplete = true
            chats = [:]
            for (id, seq) in told { if let id = ChatID(id) { chats[id] = seq } }
        } else if let chat = line.chatId {
            move(chat, to: line.seq, isReset: line.type == "resync", isGone: line.gone ?? false)
        }
        return true
    }

    /// - Returns: whether the event is new to the reader.
    public mutating func read(_ event: ServerEvent) -> Bool {
        switch event {
        case .chat(let change): move(change.chatId, to: change.seq)
        case .other(_, let chat?, let seq?, _): move(chat, to: seq)
        case .resync(let chat?, let seq): move(chat, to: seq, isReset: true)
        case .gone(let chat): move(chat, to: nil, isGone: true)
        case .notice(let notice): return notices.insert(notice.id).inserted
        default: break
        }
        return true
    }

    /// After a resync the server's position counts, even if it is an earlier one: its data came from a backup.
    private mutating func move(_ chat: ChatID, to seq: Int64?, isReset: Bool = false, isGone: Bool = false) {
        if isGone {
            chats[chat] = nil
        } else if let seq {
            chats[chat] = isReset ? seq : max(seq, chats[chat] ?? seq)
        }
    }
}

/// The first line of `spotter tail --json`: where all chats stood when it began.
///
///     print(PositionsLine(positions: [chatId: 17]))
public struct PositionsLine: Encodable, Sendable {
    static let type = "positions"

    private let type = Self.type
    private let positions: [String: Int64]

    public init(positions: [ChatID: Int64]) {
        self.positions = Dictionary(uniqueKeysWithValues: positions.map { ($0.description, $1) })
    }
}
