import Domain
import Hummingbird
import Messaging

/// Chats, their members and positions.
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
        table.on(
            .post,
            "/v1/sync",
            "What was missed since these positions",
            body: "positions: object"
        ) { request, context in
            let body = try await request.decode(SyncBody.self, context: context)
            let gaps = try await messaging.sync.gaps(
                since: try body.byChat(),
                for: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, SyncAnswer(chats: gaps))
        }
        addMembers(to: &table)
    }

    private func addMembers(to table: inout RouteTable) {
        let chats = messaging.chats
        table.on(.get, "/v1/chats/{chatId}/members", "Who is in a chat") { _, context in
            let chat = try await chats.chat(try context.chatId(), for: try context.requirePrincipal().actor)
            return JSONAnswer(.ok, MembersAnswer(members: chat.members))
        }
        table.on(
            .post,
            "/v1/chats/{chatId}/members",
            "Add people to a group (its admin)",
            body: "memberIds: string[]"
        ) { request, context in
            let body = try await request.decode(MembersBody.self, context: context)
            let chat = try await chats.add(
                try userIds(body.memberIds),
                to: try context.chatId(),
                by: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, ChatAnswer(chat: chat))
        }
        table.on(
            .delete,
            "/v1/chats/{chatId}/members/{userId}",
            "Remove somebody (admin), or leave",
            status: .noContent
        ) { _, context in
            let user: UserID = try context.id("userId", what: "member")
            try await chats.remove(user, from: try context.chatId(), by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
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

    private struct MembersBody: Decodable { let memberIds: [String] }
    private struct ReadBody: Decodable { let seq: Int64 }
    private struct SyncBody: Decodable {
        let positions: [String: Int64]

        func byChat() throws -> [ChatID: Int64] {
            guard positions.count <= 10_000 else {
                throw SpotterError.invalid("positions names more than 10 000 chats.")
            }
            return try Dictionary(
                positions.map { key, seq in
                    guard let id = ChatID(key) else {
                        throw SpotterError.invalid("'\(key.prefix(64))' is not a chat id.")
                    }
                    return (id, seq)
                },
                uniquingKeysWith: max
            )
        }
    }
    private struct ChatAnswer: Encodable { let chat: Chat }
    private struct ChatsAnswer: Encodable { let chats: [Chat] }
    private struct MembersAnswer: Encodable { let members: [Member] }
    private struct SyncAnswer: Encodable { let chats: [Sync.ChatGap] }
}

/// Ids of people in a body; one that can't be an id is nobody's.
private func userIds(_ texts: [String]) throws -> [UserID] {
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
