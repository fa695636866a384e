import Domain
import Foundation
import Hummingbird
import Messaging

/// Emoji under messages. In a path they're percent-encoded.
struct ReactionRoutes {
    let reactions: Reactions

    func add(to table: inout RouteTable) {
        let reactions = reactions
        let path = "/v1/chats/{chatId}/messages/{messageId}/reactions"
        table.on(.get, path, "The reactions to a message, in order of first use") { _, context in
            let found = try await reactions.reactions(
                to: try context.id("messageId", what: "message"),
                in: try context.chatId(),
                for: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, ReactionsAnswer(reactions: found))
        }
        table.on(
            .post,
            path,
            "Give an emoji, or take it back where one gave it; emoji is any single one",
            body: "emoji: string"
        ) { request, context in
            let body = try await request.decode(EmojiBody.self, context: context)
            return try await change(.toggle, body.emoji, context)
        }
        table.on(.put, "\(path)/{emoji}", "Give an emoji; again changes nothing") { _, context in
            try await change(.give, try context.emoji(), context)
        }
        table.on(.delete, "\(path)/{emoji}", "Take an emoji back; again changes nothing") { _, context in
            try await change(.takeBack, try context.emoji(), context)
        }
    }

    private func change(
        _ change: Reactions.Change,
        _ emoji: String,
        _ context: AppContext
    ) async throws -> JSONAnswer<MessageAnswer> {
        let message = try await reactions.change(
            change,
            emoji,
            on: try context.id("messageId", what: "message"),
            in: try context.chatId(),
            by: try context.requirePrincipal().actor
        )
        return JSONAnswer(.ok, MessageAnswer(message: message))
    }

    private struct EmojiBody: Decodable { let emoji: String }
    private struct ReactionsAnswer: Encodable { let reactions: [Reaction] }
}

extension AppContext {
    fileprivate func emoji() throws -> String {
        guard let text = parameters.get("emoji")?.removingPercentEncoding else {
            throw SpotterError.invalid("The emoji in the path must be percent-encoded UTF-8.")
        }
        return text
    }
}
