import Crypto
import Domain
import SpotterAPI

/// How far the client has come in each chat. Lets each event through once and in order, whatever replays and
/// reconnects bring, and notices what's missing.
struct Positions {
    private struct Place {
        var seq: Int64
        /// Came before what belongs in front of it; delivered when the hole is filled.
        var early: [Int64: ServerEvent] = [:]
    }

    private var places: [ChatID: Place]

    /// More than this ahead of a hole isn't a matter of order any more.
    private static let earlyLimit = 256

    init(_ known: [ChatID: Int64]) { places = known.mapValues { Place(seq: $0) } }

    /// For `hello`: the last `seq` per chat before any hole.
    var seen: [ChatID: Int64] { places.mapValues(\.seq) }

    func isKnown(_ chat: ChatID) -> Bool { places[chat] != nil }
    func seq(of chat: ChatID) -> Int64? { places[chat]?.seq }
    func hasHole(_ chat: ChatID) -> Bool { places[chat].map { !$0.early.isEmpty } ?? false }
    var chatsWithHoles: [ChatID] { places.filter { !$0.value.early.isEmpty }.map(\.key) }

    func newestEarly(_ chat: ChatID) -> Int64? { places[chat]?.early.keys.max() }

    /// What the server's heartbeat carries when it agrees: the first 16 hexadecimal digits of SHA-256 over
    /// `chatId:seq` lines, sorted, joined by `\n`.
    var digest: String {
        let lines = places.map { "\($0.key):\($0.value.seq)" }.sorted().joined(separator: "\n")
        return SHA256.hash(data: Array(lines.utf8)).prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    mutating func forget(_ chat: ChatID) { places[chat] = nil }

    /// Starts a chat anew at `seq`.
    mutating func set(_ chat: ChatID, to seq: Int64) { places[chat] = Place(seq: seq) }

    /// Forgets what came early: a new connection replays it.
    mutating func dropEarly() {
        for chat in places.keys { places[chat]?.early = [:] }
    }

    /// Takes an event with its place. Returns what may be delivered now, in order: nothing for a duplicate or for an
    /// event behind a hole. The first event of an unknown chat is where that chat begins.
    mutating func take(_ event: ServerEvent, chat: ChatID, seq: Int64) -> [ServerEvent] {
        guard var place = places[chat] else {
            places[chat] = Place(seq: seq)
            return [event]
        }
        guard seq > place.seq else { return [] }
        if seq - place.seq > 1 {
            if place.early.count < Self.earlyLimit { place.early[seq] = event }
            places[chat] = place
            return []
        }
        var ready = [event]
        place.seq = seq
        while place.seq < .max, let next = place.early.removeValue(forKey: place.seq + 1) {
            place.seq += 1
            ready.append(next)
        }
        places[chat] = place
        return ready
    }
}
