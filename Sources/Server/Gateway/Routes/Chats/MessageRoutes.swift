import Accounts
import Domain
import Hummingbird
import Messaging
import SpotterAPI

/// Messages over REST. Operations, ids and events are the same as over the socket.
struct MessageRoutes {
    let messaging: MessagingServices

    func add(to table: inout RouteTable) {
        table.tag = .messages
        let messaging = messaging
        table.on(
            .post,
            "/v1/chats/{chatId}/messages",
            "sendMessage",
            "Send a message; a repeat of clientMessageId returns the first; with files the text may be left out",
            body: SendMessageRequest.self,
            response: .json(MessageResponse.self, .created, .ok)
        ) { request, context in
            let body = try await request.decode(SendMessageRequest.self, context: context)
            try await context.chargeMessage(body.text)
            let sent = try await messaging.messages.send(
                try Messages.Send(body, to: try context.chatId(), by: try context.requirePrincipal())
            )
            return Response(
                json: ServerFrames.response(message: sent.json),
                status: sent.isRepeat ? .ok : .created
            )
        }
        table.on(
            .get,
            "/v1/chats/{chatId}/messages",
            "listMessages",
            "History, oldest first; before and after are seqs",
            query: [
                QueryParameter("before", Int64.self, "a seq"),
                QueryParameter("after", Int64.self, "a seq; not both"),
                QueryParameter("limit", Int.self, "1 to 200; 50 if left out"),
            ],
            response: .json(MessagePage.self),
            checksCaller: true
        ) { request, context in
            let page = try await messaging.chats.historyBody(
                of: try context.chatId(),
                before: try request.parameter("before"),
                after: try request.parameter("after"),
                limit: try request.parameter("limit") ?? 50,
                for: try context.requireCredential()
            )
            return Response(json: page)
        }
        table.on(
            .get,
            "/v1/chats/{chatId}/messages/{messageId}",
            "getMessage",
            "Get a message",
            response: .json(MessageResponse.self),
            checksCaller: true
        ) { _, context in
            let message = try await messaging.chats.message(
                try context.id("messageId", what: "message"),
                in: try context.chatId(),
                for: try context.requireCredential()
            )
            return JSONResponse(MessageResponse(message: message))
        }
        table.on(
            .patch,
            "/v1/chats/{chatId}/messages/{messageId}",
            "editMessage",
            "Change the text of an own message; the former one stays readable",
            body: EditMessageRequest.self,
            response: .json(MessageResponse.self)
        ) { request, context in
            let body = try await request.decode(EditMessageRequest.self, context: context)
            try await context.chargeMessage(body.text)
            let message = try await messaging.messages.edit(
                try context.id("messageId", what: "message of yours"),
                in: try context.chatId(),
                to: body.text,
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(MessageResponse(message: message))
        }
        table.on(
            .delete,
            "/v1/chats/{chatId}/messages/{messageId}",
            "deleteMessage",
            "Delete an own message for all, with everything that belongs to it",
            response: .noContent
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

    /// Edits and receipts of a message.
    private func addPast(to table: inout RouteTable) {
        let messaging = messaging
        table.on(
            .get,
            "/v1/chats/{chatId}/messages/{messageId}/edits",
            "listEdits",
            "A message's former texts, oldest first, each with the time at which it was written",
            response: .json(EditsResponse.self)
        ) { _, context in
            let edits = try await messaging.messages.edits(
                of: try context.id("messageId", what: "message"),
                in: try context.chatId(),
                for: try context.requirePrincipal().actor
            )
            return JSONResponse(EditsResponse(edits: edits))
        }
        table.on(
            .get,
            "/v1/chats/{chatId}/messages/{messageId}/receipts",
            "listReceipts",
            "When a message reached each of its recipients, and when they read it, as far as both share that",
            response: .json(ReceiptsResponse.self)
        ) { _, context in
            let times = try await messaging.receipts.times(
                of: try context.id("messageId", what: "message"),
                in: try context.chatId(),
                for: try context.requirePrincipal().actor
            )
            return JSONResponse(ReceiptsResponse(receipts: times))
        }
    }
}

extension Messages.Send {
    /// - Throws: `invalid_request` if there is neither text nor a file.
    init(_ request: SendMessageRequest, to chat: ChatID, by principal: Principal) throws {
        let media = request.mediaIds ?? []
        guard let text = request.text ?? (media.isEmpty ? nil : "") else {
            throw SpotterError.invalid("The field 'text' is missing.")
        }
        self.init(
            chatId: chat,
            sender: principal.actor,
            clientMessageId: request.clientMessageId,
            text: text,
            replyTo: request.replyTo,
            mediaIds: media,
            bot: principal.key.map { BotMark(name: $0.name) }
        )
    }
}
