import Domain
import Hummingbird
import Messaging

/// Who is in a chat, and what they are there.
struct MemberRoutes {
    let chats: Chats

    func add(to table: inout RouteTable) {
        let chats = chats
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
        table.on(
            .patch,
            "/v1/chats/{chatId}/members/{userId}",
            "Make a member of a group admin, or an admin a member (its admin); one admin stays",
            body: "role: string"
        ) { request, context in
            let body = try await request.decode(RoleBody.self, context: context)
            guard let role = MemberRole(rawValue: body.role) else {
                throw SpotterError.invalid("role must be admin or member.")
            }
            let chat = try await chats.setRole(
                role,
                of: try context.id("userId", what: "member"),
                in: try context.chatId(),
                by: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, ChatAnswer(chat: chat))
        }
    }

    private struct MembersBody: Decodable { let memberIds: [String] }
    private struct RoleBody: Decodable { let role: String }
    private struct MembersAnswer: Encodable { let members: [Member] }
}
