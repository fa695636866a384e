import Domain
import Hummingbird
import Messaging
import Retrieval

struct SearchRoutes {
    let search: MessageSearch

    func add(to table: inout RouteTable) {
        let search = search
        table.on(
            .post,
            "/v1/search",
            "Search one's chats by meaning and by words, best first; nextCursor leads to what follows",
            body:
                "query: string, mode?: string, chatId?: string, chatIds?: string[], senderId?: string, "
                + "senderIds?: string[], since?: string, until?: string, limit?: integer, cursor?: string, explain?: boolean",
            limit: .quota(.searches)
        ) { request, context in
            let body = try await request.decode(SearchBody.self, context: context)
            return JSONAnswer(
                .ok,
                try await search.search(try body.searchQuery(), for: try context.requirePrincipal().actor)
            )
        }
        table.on(
            .get,
            "/v1/messages/{messageId}/related",
            "Messages that mean much the same, among one's chats",
            query: ["limit"],
            limit: .quota(.searches)
        ) { request, context in
            JSONAnswer(
                .ok,
                try await search.related(
                    to: try context.id("messageId", what: "message"),
                    for: try context.requirePrincipal().actor,
                    limit: try request.parameter("limit") ?? 10
                )
            )
        }
    }

    private struct SearchBody: Decodable {
        let query: String
        let mode: String?
        let chatId: String?
        let chatIds: [String]?
        let senderId: String?
        let senderIds: [String]?
        let since: Timestamp?
        let until: Timestamp?
        let limit: Int?
        let cursor: String?
        let explain: Bool?

        func searchQuery() throws -> SearchQuery {
            guard let mode = SearchMode(rawValue: mode ?? "hybrid") else {
                throw SpotterError.invalid("mode must be hybrid, semantic or text.")
            }
            var query = SearchQuery(
                query,
                mode: mode,
                since: since,
                until: until,
                limit: limit ?? 10,
                cursor: cursor,
                explain: explain ?? false
            )
            query.chatIds = try [chatId].compactMap { $0 }.appending(chatIds).map { text in
                guard let id = ChatID(text) else { throw SpotterError.notAMember }
                return id
            }
            query.senderIds = try [senderId].compactMap { $0 }.appending(senderIds).map { text in
                guard let id = UserID(text) else { throw SpotterError.notFound("person") }
                return id
            }
            return query
        }
    }
}

extension [String] {
    fileprivate func appending(_ more: [String]?) -> [String] { self + (more ?? []) }
}
