import Accounts
package import Assistant
package import Domain
package import Gateway
import Hummingbird
package import Messaging
package import Retrieval
import SpotterAPI

/// The eight webhooks of Yaip, over the same use cases as the native API. Who asks is the token's user, and only members of
/// a chat learn anything of it. Nothing here sends, books or proposes.
///
/// The app appends a feature's name to an address of its configuration, which may be the server's, or one that ends in
/// `/webhook` like a workflow server's.
package enum WebhookRoutes {
    /// - Parameter deadline: how long a language model may take.
    package static func add(
        to table: inout RouteTable,
        chats: Chats,
        assistant: AssistantService,
        search: MessageSearch,
        indexer: MessageIndexer,
        clock: any WallClock,
        deadline: Duration = .seconds(20)
    ) {
        let services = WebhookServices(
            chats: chats,
            assistant: assistant,
            search: search,
            indexer: indexer,
            clock: clock,
            deadline: deadline
        )
        table.tag = .webhooks
        table.contract = WebhookContract()
        defer { table.contract = nil }
        addReadings(services, to: &table)
        addSearches(services, to: &table)
    }

    private static func addReadings(_ services: WebhookServices, to table: inout RouteTable) {
        on(
            &table,
            "summarize",
            "summarize",
            "What a chat's last messages were about, as Markdown",
            cost: .ownTurns
        ) { body, caller in
            try await services.summary(body as WebhookFeatureRequest, by: caller)
        }
        on(&table, "extract_actions", "extractActions", "What is to be done in a chat") { body, caller in
            try await services.actions(body as WebhookFeatureRequest, by: caller)
        }
        on(
            &table,
            "schedule_meeting",
            "scheduleMeeting",
            "Whether a chat asks for a meeting, and times for one; nothing is booked"
        ) { body, caller in
            try await services.meeting(body as WebhookFeatureRequest, by: caller)
        }
        on(&table, "track_decisions", "trackDecisions", "What was decided in a chat") { body, caller in
            try await services.decisions(body as WebhookFeatureRequest, by: caller)
        }
        on(&table, "detect_priority", "detectPriority", "Messages of a chat that should be looked at soon") {
            body,
            caller in
            try await services.priorities(body as WebhookFeatureRequest, by: caller)
        }
    }

    private static func addSearches(_ services: WebhookServices, to table: inout RouteTable) {
        on(&table, "search", "search", "Search a chat by meaning and by words") { body, caller in
            try await services.found(body as WebhookFeatureRequest, by: caller)
        }
        on(
            &table,
            "rag_search",
            "ragSearch",
            "Search a chat, and answer from it",
            quota: .questions
        ) { body, caller in
            try await services.answered(body as WebhookQuestion, by: caller)
        }
        on(&table, "ingest_message", "ingestMessage", "Whether a message can be found by its meaning") { body, caller in
            try await services.indexed(body as WebhookMessage, by: caller)
        }
    }

    /// Adds a feature at its two paths.
    private static func on<Body: WebhookRequest, Answer: APIValue>(
        _ table: inout RouteTable,
        _ name: String,
        _ id: String,
        _ summary: String,
        quota: Quota = .searches,
        cost: RouteCost? = nil,
        _ answer: @escaping @Sendable (Body, Principal) async throws -> Answer
    ) {
        for (path, id) in [("/webhook/\(name)", "\(id)Webhook"), ("/\(name)", "\(id)WebhookAtRoot")] {
            table.on(
                .post,
                path,
                id,
                summary,
                body: Body.self,
                response: .json(Answer.self),
                failure: WebhookFailure.self,
                limit: .quota(quota),
                cost: cost
            ) { request, context in
                let caller = try context.requirePrincipal()
                return JSONResponse(try await answer(try await Body.read(request, by: caller), caller))
            }
        }
    }
}
