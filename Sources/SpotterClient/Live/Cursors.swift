import Domain
import SpotterAPI

/// The newest receipts that this client has given. They only go forward, so a new connection may repeat them.
struct Cursors {
    private var delivered: [ChatID: Int64] = [:]
    private var read: [ChatID: Int64] = [:]

    /// Whether the frame says anything new; frames of other kinds always do.
    mutating func note(_ frame: ClientFrame) -> Bool {
        switch frame {
        case .delivered(let chat, let seq): Self.advance(&delivered, chat, seq)
        case .read(let chat, let seq): Self.advance(&read, chat, seq)
        default: true
        }
    }

    /// Receipts that a connection may have lost.
    var frames: [ClientFrame] {
        let reads = read.sorted { $0.key < $1.key }.map { ClientFrame.read($0.key, seq: $0.value) }
        // What's read is delivered.
        let deliveries = delivered.filter { $0.value > read[$0.key] ?? 0 }.sorted { $0.key < $1.key }
        return deliveries.map { ClientFrame.delivered($0.key, seq: $0.value) } + reads
    }

    private static func advance(_ cursors: inout [ChatID: Int64], _ chat: ChatID, _ seq: Int64) -> Bool {
        guard seq > cursors[chat] ?? 0 else { return false }
        cursors[chat] = seq
        return true
    }
}
