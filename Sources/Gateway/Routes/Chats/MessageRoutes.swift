import Domain
import Hummingbird
import Messaging

/// Messages: the same operation as over the socket, the same ids, the same events to everybody else.
struct MessageRoutes {
    let messaging: MessagingServices

    func add(to table: inout RouteTable) {
        let messaging = messaging
        table.on(
            .post,
            "/v1/chats/{chatId}/messages",
            "Send; a repeat of clientMessageId returns the first; with files the text may be left out",
            body: "clientMessageId: string, text?: string, replyTo?: string, mediaIds?: string[]",
            status: .created
        ) { request, context in
            let body = try await request.decode(SendBody.self, context: context)
            let sent = try await messaging.messages.send(
                try body.send(to: try context.chatId(), by: try context.requirePrincipal().actor)
            )
            return JSONAnswer(sent.isRepeat ? .ok : .created, MessageAnswer(message: sent.message))
        }
        table.on(
            .get,
            "/v1/chats/{chatId}/messages",
            "History, oldest first; before and after are seqs",
            query: ["before", "after", "limit"]
        ) { request, context in
            let page = try await messaging.chats.history(
                of: try context.chatId(),
                before: try request.parameter("before"),
                after: try request.parameter("after"),
                limit: try request.parameter("limit") ?? 50,
                for: try context.requirePrincipal().actor
            )
            return Response(json: ServerFrames.page(page.messages, hasMore: page.hasMore))
        }
        table.on(.get, "/v1/chats/{chatId}/messages/{messageId}", "One message") { _, context in
            let message = try await messaging.chats.message(
                try context.id("messageId", what: "message"),
                in: try context.chatId(),
                for: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, MessageAnswer(message: message))
        }
        table.on(
            .patch,
            "/v1/chats/{chatId}/messages/{messageId}",
            "Change the text of one's own message; the former one stays readable",
            body: "text: string"
        ) { request, context in
            let body = try await request.decode(EditBody.self, context: context)
            let message = try await messaging.messages.edit(
                try context.id("messageId", what: "message of yours"),
                in: try context.chatId(),
                to: body.text,
                by: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, MessageAnswer(message: message))
        }
        table.on(
            .delete,
            "/v1/chats/{chatId}/messages/{messageId}",
            "Delete one's own message for all, with everything that belongs to it",
            status: .noContent
        ) { _, context in
            try await messaging.messages.delete(
                try context.id("messageId", what: "message of yours"),
                in: try context.chatId(),
                by: try context.requirePrincipal().actor
            )
            return Response(status: .noContent)
        }
        addPast(to: &table)
    }

    /// What became of a message since it was sent.
    private func addPast(to table: inout RouteTable) {
        let messaging = messaging
        table.on(
            .get,
            "/v1/chats/{chatId}/messages/{messageId}/edits",
            "A message's former texts, oldest first, each with the time at which it was written"
        ) { _, context in
            let edits = try await messaging.messages.edits(
                of: try context.id("messageId", what: "message"),
                in: try context.chatId(),
                for: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, EditsAnswer(edits: edits))
        }
        table.on(
            .get,
            "/v1/chats/{chatId}/messages/{messageId}/receipts",
            "When a message reached each of its recipients, and when they read it, as far as both share that"
        ) { _, context in
            let times = try await messaging.receipts.times(
                of: try context.id("messageId", what: "message"),
                in: try context.chatId(),
                for: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, ReceiptsAnswer(receipts: times))
        }
    }

    private struct SendBody: Decodable {
        let clientMessageId: String
        let text: String?
        let replyTo: String?
        let mediaIds: [String]?

        func send(to chat: ChatID, by actor: Actor) throws -> Messages.Send {
            let media = try ClientFrame.mediaIds(mediaIds)
            guard let text = text ?? (media.isEmpty ? nil : "") else {
                throw SpotterError.invalid("The field 'text' is missing.")
            }
            let target = try replyTo.map { text in
                guard let id = MessageID(text) else { throw SpotterError.notFound("message to reply to") }
                return id
            }
            return Messages.Send(
                chatId: chat,
                sender: actor,
                clientMessageId: clientMessageId,
                text: text,
                replyTo: target,
                mediaIds: media
            )
        }
    }

    private struct EditBody: Decodable { let text: String }
    private struct EditsAnswer: Encodable { let edits: [MessageEdit] }
    private struct ReceiptsAnswer: Encodable { let receipts: [MessageReceipt] }
}

struct MessageAnswer: Encodable {
    let message: Message
}
