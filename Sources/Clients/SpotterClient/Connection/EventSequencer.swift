import Domain
import SpotterAPI

/// The client's position in each chat. Lets each durable event through once and in order, despite replays and
/// reconnects, and detects gaps.
struct EventSequencer {
    private struct Position {
        var seq: Int64
        /// Events after a gap; delivered once the gap is filled.
        var outOfOrder: [Int64: ServerEvent] = [:]
    }

    private var chats: [ChatID: Position]

    /// Beyond this distance from a gap, events aren't just out of order.
    private static let maxOutOfOrder = 256

    init(_ known: [ChatID: Int64]) { chats = known.mapValues { Position(seq: $0) } }

    /// For `hello`: the last `seq` before any gap, per chat.
    var positions: [ChatID: Int64] { chats.mapValues(\.seq) }

    func isKnown(_ chat: ChatID) -> Bool { chats[chat] != nil }
    func seq(of chat: ChatID) -> Int64? { chats[chat]?.seq }
    func hasGap(_ chat: ChatID) -> Bool { chats[chat].map { !$0.outOfOrder.isEmpty } ?? false }
    var chatsWithGaps: [ChatID] { chats.filter { !$0.value.outOfOrder.isEmpty }.map(\.key) }

    func latestOutOfOrder(_ chat: ChatID) -> Int64? { chats[chat]?.outOfOrder.keys.max() }

    /// The digest that the server's heartbeat also contains.
    var digest: String { PositionsDigest.text(positions) }

    mutating func remove(_ chat: ChatID) { chats[chat] = nil }

    /// Restarts a chat at `seq`.
    mutating func set(_ chat: ChatID, to seq: Int64) { chats[chat] = Position(seq: seq) }

    /// Drops events after gaps, because a new connection replays them.
    mutating func discardOutOfOrder() {
        for chat in chats.keys { chats[chat]?.outOfOrder = [:] }
    }

    /// Accepts an event. Returns the events that can be delivered now, in order: none for a duplicate or for an event
    /// after a gap. The first event of an unknown chat starts that chat.
    mutating func accept(_ event: ServerEvent, chat: ChatID, seq: Int64) -> [ServerEvent] {
        guard var position = chats[chat] else {
            chats[chat] = Position(seq: seq)
            return [event]
        }
        guard seq > position.seq else { return [] }
        if seq - position.seq > 1 {
            if position.outOfOrder.count < Self.maxOutOfOrder { position.outOfOrder[seq] = event }
            chats[chat] = position
            return []
        }
        var ready = [event]
        position.seq = seq
        while position.seq < .max, let next = position.outOfOrder.removeValue(forKey: position.seq + 1) {
            position.seq += 1
            ready.append(next)
        }
        chats[chat] = position
        return ready
    }
}
