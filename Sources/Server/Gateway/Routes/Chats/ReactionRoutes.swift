import Accounts
import Domain
import Foundation
import Hummingbird
import Messaging
import SpotterAPI

/// Emoji reactions to messages. In a path, the emoji is percent-encoded.
struct ReactionRoutes {
    let reactions: Reactions

    func add(to table: inout RouteTable) {
        table.tag = .messages
        let reactions = reactions
        let path = "/v1/chats/{chatId}/messages/{messageId}/reactions"
        table.on(
            .get,
            path,
            "listReactions",
            "The reactions to a message, in order of first use",
            response: .json(ReactionsResponse.self)
        ) { _, context in
            let found = try await reactions.reactions(
                to: try context.id("messageId", what: "message"),
                in: try context.chatId(),
                for: try context.requirePrincipal().actor
            )
            return JSONResponse(ReactionsResponse(reactions: found))
        }
        table.on(
            .post,
            path,
            "toggleReaction",
            "Toggle a reaction; emoji is any single one",
            body: ReactionRequest.self,
            response: .json(MessageResponse.self)
        ) { request, context in
            let body = try await request.decode(ReactionRequest.self, context: context)
            return try await change(.toggle, body.emoji, context)
        }
        table.on(
            .put,
            "\(path)/{emoji}",
            "addReaction",
            "Add a reaction (idempotent)",
            response: .json(MessageResponse.self)
        ) { _, context in
            try await change(.give, try context.emoji(), context)
        }
        table.on(
            .delete,
            "\(path)/{emoji}",
            "removeReaction",
            "Remove a reaction (idempotent)",
            response: .json(MessageResponse.self)
        ) { _, context in
            try await change(.takeBack, try context.emoji(), context)
        }
    }

    private func change(
        _ change: Reactions.Change,
        _ emoji: String,
        _ context: AppContext
    ) async throws -> JSONResponse<MessageResponse> {
        let message = try await reactions.change(
            change,
            emoji,
            on: try context.id("messageId", what: "message"),
            in: try context.chatId(),
            by: try context.requirePrincipal().actor
        )
        return JSONResponse(MessageResponse(message: message))
    }
}

extension AppContext {
    fileprivate func emoji() throws -> String {
        guard let text = parameters.get("emoji")?.removingPercentEncoding else {
            throw SpotterError.invalid("The emoji in the path must be percent-encoded UTF-8.")
        }
        return text
    }
}
