import Domain

/// Whether each connection got every acked message of its chat once, in order. Its own messages come as acks, not as
/// events.
struct DeliveryCheck: Sendable, Equatable {
    var missing = 0
    var duplicated = 0
    var outOfOrder = 0

    init(_ sockets: [LoadSocket.Outcome]) {
        let acked = sockets.reduce(into: [ChatID: Int]()) { $0[$1.chat, default: 0] += $1.acked }
        for socket in sockets {
            let expected = (acked[socket.chat] ?? 0) - socket.acked
            missing += max(0, expected - socket.delivered)
            duplicated += max(0, socket.delivered - expected)
            outOfOrder += socket.outOfOrder
        }
    }
}
