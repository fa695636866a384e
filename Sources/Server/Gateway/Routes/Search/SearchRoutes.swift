import Accounts
import Domain
import Hummingbird
import Messaging
import Retrieval
import SpotterAPI

struct SearchRoutes {
    let search: MessageSearch

    func add(to table: inout RouteTable) {
        table.tag = .search
        let search = search
        table.on(
            .post,
            "/v1/search",
            "search",
            "Search the user's chats by meaning and by words, best first; nextCursor leads to the next page",
            body: SearchRequest.self,
            response: .json(SearchResponse.self),
            limit: .quota(.searches)
        ) { request, context in
            let body = try await request.decode(SearchRequest.self, context: context)
            return JSONResponse(
                try await search.search(SearchQuery(body), for: try context.requirePrincipal().actor)
            )
        }
        table.on(
            .get,
            "/v1/messages/{messageId}/related",
            "relatedMessages",
            "Find messages of similar meaning in the user's chats",
            query: [QueryParameter("limit", Int.self, range: 1...50)],
            response: .json(SearchResponse.self),
            limit: .quota(.searches)
        ) { request, context in
            JSONResponse(
                try await search.related(
                    to: try context.id("messageId", what: "message"),
                    for: try context.requirePrincipal().actor,
                    limit: try request.parameter("limit") ?? 10
                )
            )
        }
    }
}

extension SearchQuery {
    init(_ request: SearchRequest) {
        self.init(
            request.query,
            mode: request.mode ?? .hybrid,
            since: request.since,
            until: request.until,
            limit: request.limit ?? 10,
            cursor: request.cursor,
            explain: request.explain ?? false
        )
        chatIds = (request.chatId.map { [$0] } ?? []) + (request.chatIds ?? [])
        senderIds = (request.senderId.map { [$0] } ?? []) + (request.senderIds ?? [])
    }
}
