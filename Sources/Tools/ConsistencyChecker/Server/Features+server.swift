import Domain

extension Features {
    /// The features that the server under test lists in its `/openapi.json`.
    static func of(_ client: ServerClient) async throws -> Features {
        let paths = try await client.document("/openapi.json")["paths"]
        var features: Features = []
        func add(_ feature: Features, _ method: String, _ path: String) {
            if paths?[path]?[method] != nil { features.insert(feature) }
        }
        let message = "/v1/chats/{chatId}/messages/{messageId}"
        add([.reactions, .socketChanges], "put", "\(message)/reactions/{emoji}")
        add(.pins, "put", "/v1/chats/{chatId}/pins/{messageId}")
        add(.renaming, "patch", "/v1/chats/{chatId}")
        add(.roles, "patch", "/v1/chats/{chatId}/members/{userId}")
        add(.drafts, "put", "/v1/chats/{chatId}/draft")
        add(.settings, "patch", "/v1/chats/{chatId}/settings")
        add(.readAll, "post", "/v1/chats/read")
        return features
    }
}
