import Accounts
import Domain
import Hummingbird
import Retrieval
import SpotterAPI

/// The state of the embedding index: numbers and failures, without any text.
struct IndexRoutes {
    let memory: MessageIndexer
    let log: AdminLog

    func add(to table: inout RouteTable) {
        table.tag = .admin
        let (memory, log) = (memory, log)
        table.on(
            .get,
            "/v1/admin/index",
            "getIndexStatus",
            "How far messages are embedded, by model, and the dead letters: messages that failed too often",
            access: .admin,
            response: .json(IndexStatus.self)
        ) { _, _ in
            JSONResponse(try await memory.status())
        }
        table.on(
            .post,
            "/v1/admin/index/retry",
            "retryDeadLetters",
            "Retry all that failed to be embedded, dead letters included",
            access: .admin,
            response: .json(RetryResponse.self)
        ) { _, context in
            let retried = try await memory.retryDeadLetters()
            try await log.record(.retryIndex, by: try context.requireAdmin())
            return JSONResponse(RetryResponse(retried: retried))
        }
    }
}
