/// Whether each connection got every acked message of its chat once, in order: those that it sent itself are acked to it
/// instead.
struct DeliveryCheck: Sendable, Equatable {
    var missing = 0
    var doubled = 0
    var disordered = 0

    init(_ sockets: [LoadSocket.Outcome]) {
        let acked = sockets.reduce(into: [String: Int]()) { $0[$1.chat, default: 0] += $1.acked }
        for socket in sockets {
            let owed = (acked[socket.chat] ?? 0) - socket.acked
            missing += max(0, owed - socket.delivered)
            doubled += max(0, socket.delivered - owed)
            disordered += socket.disordered
        }
    }
}
