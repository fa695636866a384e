import Domain
import Hummingbird
import Messaging

/// What was missed, for clients without a socket.
struct SyncRoutes {
    let sync: Sync

    func add(to table: inout RouteTable) {
        let sync = sync
        table.on(
            .post,
            "/v1/sync",
            "What was missed since these positions",
            body: "positions: object"
        ) { request, context in
            let body = try await request.decode(SyncBody.self, context: context)
            let gaps = try await sync.gaps(
                since: try body.byChat(),
                for: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, SyncAnswer(chats: gaps))
        }
    }

    private struct SyncBody: Decodable {
        let positions: [String: Int64]

        func byChat() throws -> [ChatID: Int64] {
            guard positions.count <= 10_000 else {
                throw SpotterError.invalid("positions names more than 10 000 chats.")
            }
            return try Dictionary(
                positions.map { key, seq in
                    guard let id = ChatID(key) else {
                        throw SpotterError.invalid("'\(key.prefix(64))' is not a chat id.")
                    }
                    return (id, seq)
                },
                uniquingKeysWith: max
            )
        }
    }
    private struct SyncAnswer: Encodable { let chats: [Sync.ChatGap] }
}
