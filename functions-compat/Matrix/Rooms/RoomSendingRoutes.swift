import Accounts
import Domain
import Gateway
import HTTPTypes
import Hummingbird
import Live
import Messaging

/// Sending, editing, deleting and reacting. A transaction that is repeated gets the same event.
struct RoomSendingRoutes {
    let services: MatrixServices

    func add(to table: inout MatrixTable) {
        let routes = self
        table.on(
            .put,
            "/rooms/{room}/send/{type}/{transaction}",
            scope: .messagesWrite,
            quota: .messages
        ) { call in
            let id = try await routes.send(call)
            return ["event_id": .string(id.text)]
        }
        table.on(
            .put,
            "/rooms/{room}/redact/{event}/{transaction}",
            scope: .messagesWrite,
            quota: .messages
        ) { call in
            let id = try await routes.redact(call)
            return ["event_id": .string(id.text)]
        }
    }

    private func send(_ call: MatrixCall) async throws -> MatrixEventID {
        let chat = try call.room()
        let body = try await call.body()
        switch call.path("type") {
        case "m.room.message":
            let message = try IncomingMessage(body, from: call.principal.user)
            try await call.context.chargeMessage(message.text, of: call.principal.userId)
            if let edited = message.replaces { return try await edit(edited, to: message.text, in: chat, call) }
            return try await send(message, in: chat, call)
        case "m.reaction": return try await react(body, in: chat, call)
        case "m.room.encrypted": throw MatrixFailure.noEncryption
        case let type: throw MatrixFailure.invalid("Events of the type '\(type.prefix(64))' aren't kept here.")
        }
    }

    private func send(_ message: IncomingMessage, in chat: ChatID, _ call: MatrixCall) async throws -> MatrixEventID {
        let ids = TransactionIDs(call.principal.sessionId)
        let sent = try await services.messaging.messages.send(
            Messages.Send(
                chatId: chat,
                sender: call.actor,
                clientMessageId: ids.clientMessageId(call.path("transaction")),
                text: message.text,
                replyTo: message.repliesTo,
                mediaIds: message.media.map { [$0] } ?? [],
                bot: call.principal.key.map { BotMark(name: $0.name) }
            )
        )
        services.typing.stop(in: chat, by: call.principal.user, session: call.principal.sessionId)
        return .message(sent.message.id)
    }

    private func edit(_ event: MatrixEventID, to text: String, in chat: ChatID, _ call: MatrixCall) async throws
        -> MatrixEventID
    {
        guard case .message(let id) = event else { throw MatrixFailure.unknownEvent }
        _ = try await services.messaging.messages.edit(id, in: chat, to: text, by: call.actor)
        // An edit to what is there already was no edit, and may be a repetition.
        guard let seq = try await services.messaging.sync.lastEdit(of: id, in: chat, for: call.actor) else {
            return event
        }
        return .edit(id, seq: seq)
    }

    private func react(_ body: JSONValue, in chat: ChatID, _ call: MatrixCall) async throws -> MatrixEventID {
        let relation = body["m.relates_to"]
        guard relation?["rel_type"]?.string == "m.annotation", let key = relation?["key"]?.string,
            let event = relation?["event_id"]?.string
        else { throw MatrixFailure.missing("m.relates_to") }
        guard let message = MatrixEventID(event)?.message else { throw MatrixFailure.unknownEvent }
        let emoji = try Validation.emoji(key)
        _ = try await services.messaging.reactions.change(.give, emoji, on: message, in: chat, by: call.actor)
        let seq = try await services.messaging.sync.reactionSeq(
            emoji,
            on: message,
            of: call.principal.userId,
            in: chat,
            for: call.actor
        )
        guard let seq else { throw MatrixFailure(SpotterError(.conflict, "The reaction was taken back meanwhile.")) }
        return .reaction(.init(message: message, user: call.principal.userId, seq: seq, emoji: emoji))
    }

    private func redact(_ call: MatrixCall) async throws -> MatrixEventID {
        let chat = try call.room()
        _ = try await call.body()
        switch try call.event() {
        case .message(let id), .edit(let id, _), .file(let id, _):
            return try await delete(id, in: chat, call)
        case .reaction(let given):
            guard given.user == call.principal.userId else {
                throw MatrixFailure(.forbidden, "M_FORBIDDEN", "Take back your own reactions only.")
            }
            // One that was given again meanwhile is another event.
            let standing = try await services.messaging.sync.reactionSeq(
                given.emoji,
                on: given.message,
                of: given.user,
                in: chat,
                for: call.actor
            )
            if standing == given.seq {
                _ = try await services.messaging.reactions.change(
                    .takeBack,
                    given.emoji,
                    on: given.message,
                    in: chat,
                    by: call.actor
                )
            }
            return .takenBack(given)
        case .deletion, .takenBack, .membership, .state:
            throw MatrixFailure(.forbidden, "M_FORBIDDEN", "Only messages and reactions can be taken away.")
        }
    }

    /// Deletes one's own message, with whichever part of it the client means. Again changes nothing.
    private func delete(_ id: MessageID, in chat: ChatID, _ call: MatrixCall) async throws -> MatrixEventID {
        let message = try await services.messaging.chats.message(id, in: chat, for: call.actor)
        guard message.senderId == call.principal.userId else {
            throw MatrixFailure(.forbidden, "M_FORBIDDEN", "Only its sender can delete a message.")
        }
        if message.deletedAt == nil {
            try await services.messaging.messages.delete(id, in: chat, by: call.actor)
        }
        return .deletion(id, file: 0)
    }
}
