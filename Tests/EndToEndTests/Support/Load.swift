import ServerHarness
import ServerTestKit
import Synchronization

/// Senders that keep a window of unacknowledged messages open until their connection ends.
final class Load: Sendable {
    struct Outcome: Sendable {
        var acked: [StoredMessage] = []
        var sent: Set<String> = []
        var closeCodes: [UInt16?] = []

        var unacked: Set<String> { sent.subtracting(acked.map(\.clientMessageId)) }
    }

    private let acks = Mutex(0)
    private let reached: AsyncStream<Void>
    private let reach: AsyncStream<Void>.Continuation
    private let target: Int

    /// - Parameter target: after so many acks the server is told to end.
    init(target: Int) {
        self.target = target
        (reached, reach) = AsyncStream.makeStream()
    }

    /// Sends through every socket at once until they all end.
    /// - Parameter end: what ends the server, amid the load.
    func run(
        _ team: Team,
        on server: ServerProcess,
        round: Int,
        end: @escaping @Sendable (ServerProcess) -> Void
    ) async throws -> Outcome {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            group.addTask { [reached] in
                _ = await reached.first { _ in true }
                end(server)
                return Outcome()
            }
            for (index, token) in team.tokens.enumerated() {
                group.addTask {
                    let socket = try await server.socket(token: token)
                    try await socket.hello()
                    return await self.send(through: socket, to: team.chatId, prefix: "r\(round)-s\(index)")
                }
            }
            return try await group.reduce(into: Outcome()) { total, one in
                total.acked += one.acked
                total.sent.formUnion(one.sent)
                total.closeCodes += one.closeCodes
            }
        }
    }

    private func send(through socket: RawSocket, to chat: String, prefix: String) async -> Outcome {
        var outcome = Outcome()
        func sendNext() {
            let id = "\(prefix)-\(outcome.sent.count)"
            outcome.sent.insert(id)
            try? socket.send([
                "type": "message.send", "id": id, "chatId": chat, "clientMessageId": id, "text": "text of \(id)",
            ])
        }
        for _ in 0..<16 { sendNext() }
        var closeCode: UInt16?
        while let frame = await socket.next() {
            if let code = frame.closeCode { closeCode = code }
            guard frame.type == "ack", let message = StoredMessage(frame.message) else { continue }
            outcome.acked.append(message)
            let count = acks.withLock { acks in
                acks += 1
                return acks
            }
            if count == target { reach.finish() }
            sendNext()
        }
        outcome.closeCodes = [closeCode]
        return outcome
    }
}
