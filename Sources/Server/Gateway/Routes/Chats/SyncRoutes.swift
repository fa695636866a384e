import Accounts
import Domain
import Hummingbird
import Messaging
import SpotterAPI

/// Missed events, for clients without a socket.
struct SyncRoutes {
    let sync: Sync

    /// The positions of thousands of chats.
    private static let maxBodyBytes = 256 * 1024

    func add(to table: inout RouteTable) {
        table.tag = .sync
        let sync = sync
        table.on(
            .post,
            "/v1/sync",
            "sync",
            "Get what was missed since these positions",
            body: SyncRequest.self,
            response: .json(SyncResponse.self),
            cost: .heavy,
            maxBodyBytes: Self.maxBodyBytes
        ) { request, context in
            let body = try await request.decode(SyncRequest.self, upTo: Self.maxBodyBytes, context: context)
            let gaps = try await sync.gaps(
                since: body.positions,
                for: try context.requirePrincipal().actor
            )
            return JSONResponse(SyncResponse(chats: gaps))
        }
    }
}
