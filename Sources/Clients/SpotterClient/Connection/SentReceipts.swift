import Domain
import SpotterAPI

/// The newest receipts that this client has sent. They only move forward, so they can be repeated on a new connection.
struct SentReceipts {
    private var delivered: [ChatID: Int64] = [:]
    private var read: [ChatID: Int64] = [:]

    /// Whether the frame must be sent: a receipt only if it is newer, other frames always.
    mutating func record(_ frame: ClientFrame) -> Bool {
        switch frame {
        case .delivered(let chat, let seq): Self.advance(&delivered, chat, seq)
        case .read(let chat, let seq): Self.advance(&read, chat, seq)
        default: true
        }
    }

    /// The receipts that a broken connection may have lost.
    var frames: [ClientFrame] {
        let reads = read.sorted { $0.key < $1.key }.map { ClientFrame.read($0.key, seq: $0.value) }
        // A read message is also delivered.
        let deliveries = delivered.filter { $0.value > read[$0.key] ?? 0 }.sorted { $0.key < $1.key }
        return deliveries.map { ClientFrame.delivered($0.key, seq: $0.value) } + reads
    }

    private static func advance(_ cursors: inout [ChatID: Int64], _ chat: ChatID, _ seq: Int64) -> Bool {
        guard seq > cursors[chat] ?? 0 else { return false }
        cursors[chat] = seq
        return true
    }
}
