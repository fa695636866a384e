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
            "Search one's chats by meaning and by words",
            body:
                "query: string, mode?: string, chatId?: string, senderId?: string, since?: string, until?: string, limit?: integer",
            limit: .quota(.searches)
        ) { request, context in
            let body = try await request.decode(SearchBody.self, context: context)
            return JSONAnswer(
                .ok,
                try await search.search(try body.searchQuery(), for: try context.requirePrincipal().actor)
            )
        }
    }

    private struct SearchBody: Decodable {
        let query: String
        let mode: String?
        let chatId: String?
        let senderId: String?
        let since: Timestamp?
        let until: Timestamp?
        let limit: Int?

        func searchQuery() throws -> SearchQuery {
            guard let mode = SearchMode(rawValue: mode ?? "hybrid") else {
                throw SpotterError.invalid("mode must be hybrid, semantic or text.")
            }
            let chat = try chatId.map { text in
                guard let id = ChatID(text) else { throw SpotterError.notAMember }
                return id
            }
            let sender = try senderId.map { text in
                guard let id = UserID(text) else { throw SpotterError.notFound("person") }
                return id
            }
            return SearchQuery(
                query,
                mode: mode,
                chatId: chat,
                senderId: sender,
                since: since,
                until: until,
                limit: limit ?? 10
            )
        }
    }
}
