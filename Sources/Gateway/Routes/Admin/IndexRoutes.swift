import Domain
import Hummingbird
import Retrieval

/// What the operator sees of the embedding of messages: numbers, and what failed, without any text.
struct IndexRoutes {
    let memory: MessageMemory

    private struct Retried: Encodable {
        let retried: Int
    }

    func add(to table: inout RouteTable) {
        let memory = memory
        table.on(
            .get,
            "/v1/admin/index",
            "How far messages are embedded, by model, and the dead letters: messages that failed too often",
            access: .admin
        ) { _, _ in
            JSONAnswer(.ok, try await memory.status())
        }
        table.on(
            .post,
            "/v1/admin/index/retry",
            "Try again whatever failed to be embedded, dead letters included",
            access: .admin
        ) { _, _ in
            JSONAnswer(.ok, Retried(retried: try await memory.retryDeadLetters()))
        }
    }
}
