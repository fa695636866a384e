import Domain
import HTTPTypes
import Hummingbird
import Messaging

/// Chats: the list, one's place in them, what stands at their top.
struct ChatRoutes {
    let messaging: MessagingServices

    func add(to table: inout RouteTable) {
        let messaging = messaging
        table.on(
            .post,
            "/v1/chats",
            "Open a direct chat or make a group; the existing one if there is one",
            body: "kind: string, name?: string, memberIds: string[]",
            status: .created
        ) { request, context in
            let body = try await request.decode(NewChatBody.self, context: context)
            let opened = try await messaging.chats.open(try body.chat(), by: try context.requirePrincipal().actor)
            return JSONAnswer(opened.isNew ? .created : .ok, ChatAnswer(chat: opened.chat))
        }
        table.on(.get, "/v1/chats", "One's chats, latest activity first") { _, context in
            JSONAnswer(
                .ok,
                ChatsAnswer(chats: try await messaging.chats.list(for: try context.requirePrincipal().actor))
            )
        }
        table.on(.get, "/v1/chats/{chatId}", "One chat") { _, context in
            JSONAnswer(
                .ok,
                ChatAnswer(
                    chat: try await messaging.chats.chat(
                        try context.chatId(),
                        for: try context.requirePrincipal().actor
                    )
                )
            )
        }
        table.on(
            .post,
            "/v1/chats/{chatId}/read",
            "Everything up to this seq has been read",
            body: "seq: integer"
        ) { request, context in
            let body = try await request.decode(ReadBody.self, context: context)
            let position = try await messaging.receipts.advance(
                .read,
                to: body.seq,
                in: try context.chatId(),
                by: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, position)
        }
        addChanges(to: &table)
    }

    private func addChanges(to table: inout RouteTable) {
        let messaging = messaging
        table.on(
            .patch,
            "/v1/chats/{chatId}",
            "Rename a group or change its photo (its admin); null takes the photo away",
            body: "name?: string, photoMediaId?: string|null"
        ) { request, context in
            let body = try await request.decode(HeadBody.self, context: context)
            let chat = try await messaging.chats.change(
                body.change,
                of: try context.chatId(),
                by: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, ChatAnswer(chat: chat))
        }
        table.on(
            .delete,
            "/v1/chats/{chatId}",
            "Leave a chat; it's gone for good when nobody is left",
            status: .noContent
        ) { _, context in
            let actor = try context.requirePrincipal().actor
            try await messaging.chats.remove(actor.userId, from: try context.chatId(), by: actor)
            return Response(status: .noContent)
        }
        table.on(.post, "/v1/chats/read", "Everything in all of one's chats has been read") { _, context in
            let chats = try await messaging.receipts.readAll(by: try context.requirePrincipal().actor)
            return JSONAnswer(.ok, PositionsAnswer(chats: chats))
        }
        for (method, isPinned) in [(HTTPRequest.Method.put, true), (.delete, false)] {
            table.on(
                method,
                "/v1/chats/{chatId}/pins/{messageId}",
                isPinned
                    ? "Pin a message at the chat's top (in a group, its admin); again changes nothing"
                    : "Take a message from the chat's top; again changes nothing",
                status: .noContent
            ) { _, context in
                try await messaging.chats.setPinned(
                    isPinned,
                    try context.id("messageId", what: "message"),
                    in: try context.chatId(),
                    by: try context.requirePrincipal().actor
                )
                return Response(status: .noContent)
            }
        }
    }

    private struct NewChatBody: Decodable {
        let kind: String
        let name: String?
        let memberIds: [String]

        func chat() throws -> Chats.New {
            let members = try userIds(memberIds)
            switch ChatKind(rawValue: kind) {
            case .direct:
                guard members.count == 1, let other = members.first else {
                    throw SpotterError.invalid("A direct chat takes exactly one id in memberIds: the other person's.")
                }
                return .direct(with: other)
            case .group: return .group(name: name ?? "", with: members)
            case nil: throw SpotterError.invalid("kind must be direct or group.")
            }
        }
    }

    private struct HeadBody: Decodable {
        let change: Chats.HeadChange

        private enum Key: String, CodingKey { case name, photoMediaId }

        init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: Key.self)
            change = Chats.HeadChange(
                name: try box.decodeIfPresent(String.self, forKey: .name),
                photoMediaId: try box.decodeChange(.photoMediaId, as: String.self).map { text in
                    try text.map { text in
                        guard let id = MediaID(text) else { throw SpotterError.notFound("file of yours") }
                        return id
                    }
                }
            )
        }
    }

    private struct ReadBody: Decodable { let seq: Int64 }
    private struct ChatsAnswer: Encodable { let chats: [Chat] }
    private struct PositionsAnswer: Encodable { let chats: [Receipts.ChatPosition] }
}

struct ChatAnswer: Encodable {
    let chat: Chat
}

/// Ids of people in a body; one that can't be an id is nobody's.
func userIds(_ texts: [String]) throws -> [UserID] {
    guard texts.count <= Validation.groupSize.upperBound else {
        throw SpotterError.invalid("A group holds at most \(Validation.groupSize.upperBound) members.")
    }
    return try texts.map { text in
        guard let id = UserID(text) else { throw SpotterError.notFound("person") }
        return id
    }
}

extension AppContext {
    func chatId() throws -> ChatID {
        guard let text = parameters.get("chatId"), let id = ChatID(text) else { throw SpotterError.notAMember }
        return id
    }
}
