import Accounts
import Domain
import HTTPTypes
import Hummingbird
import Messaging
import SpotterAPI

/// Chats: the list, read positions, pins.
struct ChatRoutes {
    let messaging: MessagingServices

    /// Room for the tags of thousands of chats.
    private static let maxTagsBytes = 512 * 1024

    func add(to table: inout RouteTable) {
        table.tag = .chats
        let messaging = messaging
        table.on(
            .post,
            "/v1/chats",
            "openChat",
            "Open a direct chat or make a group; the existing one if there is one",
            body: NewChatRequest.self,
            response: .json(ChatResponse.self, .created, .ok),
            cost: .heavy
        ) { request, context in
            let body = try await request.decode(NewChatRequest.self, context: context)
            let opened = try await messaging.chats.open(try Chats.New(body), by: try context.requirePrincipal().actor)
            return JSONResponse(opened.isNew ? .created : .ok, ChatResponse(chat: opened.chat))
        }
        table.on(
            .get,
            "/v1/chats",
            "listChats",
            "List the user's chats, latest activity first",
            query: [QueryParameter("empty", Bool.self, "also chats that others opened and where nobody wrote yet")],
            response: .json(ChatsResponse.self),
            checksCaller: true
        ) { request, context in
            let caller = try context.requireCredential()
            let showsEmpty = try request.parameter("empty", as: Bool.self) ?? false
            return Response(json: try await messaging.chats.listBody(for: caller, withEmpty: showsEmpty))
        }
        table.on(
            .post,
            "/v1/chats/changes",
            "listChangedChats",
            "The user's chats that differ from what the client knows by their tags; empty ones as well",
            body: ChatChangesRequest.self,
            response: .json(ChatChangesResponse.self),
            cost: .heavy,
            maxBodyBytes: Self.maxTagsBytes
        ) { request, context in
            let body = try await request.decode(ChatChangesRequest.self, upTo: Self.maxTagsBytes, context: context)
            let actor = try context.requirePrincipal().actor
            return Response(json: try await messaging.chats.changesBody(for: actor, since: body.known))
        }
        table.on(
            .get,
            "/v1/chats/{chatId}",
            "getChat",
            "Get a chat",
            response: .json(ChatResponse.self)
        ) { _, context in
            JSONResponse(
                ChatResponse(
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
            "markChatRead",
            "Mark everything up to this seq as read",
            body: ReadRequest.self,
            response: .json(ReadPosition.self),
            cost: .light
        ) { request, context in
            let body = try await request.decode(ReadRequest.self, context: context)
            let position = try await messaging.receipts.advance(
                .read,
                to: body.seq,
                in: try context.chatId(),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(position)
        }
        addChanges(to: &table)
    }

    private func addChanges(to table: inout RouteTable) {
        let messaging = messaging
        table.on(
            .patch,
            "/v1/chats/{chatId}",
            "updateChat",
            "Rename a group, change its photo or let only admins write (its admin); null takes the photo away",
            body: UpdateChatRequest.self,
            response: .json(ChatResponse.self)
        ) { request, context in
            let body = try await request.decode(UpdateChatRequest.self, context: context)
            let chat = try await messaging.chats.change(
                Chats.HeaderChange(
                    name: body.name,
                    photoMediaId: body.photoMediaId.replacement,
                    isAnnouncement: body.announcement
                ),
                of: try context.chatId(),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(ChatResponse(chat: chat))
        }
        table.on(
            .delete,
            "/v1/chats/{chatId}",
            "leaveChat",
            "Leave a chat; it's gone for good when nobody is left",
            response: .noContent
        ) { _, context in
            let actor = try context.requirePrincipal().actor
            try await messaging.chats.remove(actor.userId, from: try context.chatId(), by: actor)
            return Response(status: .noContent)
        }
        table.on(
            .post,
            "/v1/chats/read",
            "markAllChatsRead",
            "Mark everything in all chats as read",
            response: .json(ReadAllResponse.self),
            cost: .heavy
        ) { _, context in
            let chats = try await messaging.receipts.readAll(by: try context.requirePrincipal().actor)
            return JSONResponse(ReadAllResponse(chats: chats))
        }
        for (method, isPinned) in [(HTTPRequest.Method.put, true), (.delete, false)] {
            table.on(
                method,
                "/v1/chats/{chatId}/pins/{messageId}",
                isPinned ? "pinMessage" : "unpinMessage",
                isPinned
                    ? "Pin a message at the chat's top (in a group, its admin; idempotent)"
                    : "Unpin a message (idempotent)",
                response: .noContent
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
}

extension Chats.New {
    /// - Throws: `invalid_request` if a direct chat isn't with exactly one person.
    init(_ request: NewChatRequest) throws {
        switch request.kind {
        case .direct:
            guard request.memberIds.count == 1, let other = request.memberIds.first else {
                throw SpotterError.invalid("A direct chat takes exactly one id in memberIds: the other person's.")
            }
            self = .direct(with: other)
        case .group: self = .group(name: request.name ?? "", with: request.memberIds)
        }
    }
}

extension AppContext {
    func chatId() throws -> ChatID {
        guard let text = parameters.get("chatId"), let id = ChatID(text) else { throw SpotterError.notAMember }
        return id
    }
}
