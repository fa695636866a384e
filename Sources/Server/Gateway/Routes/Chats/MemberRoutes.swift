import Accounts
import Domain
import Hummingbird
import Messaging
import SpotterAPI

/// Members of a chat and their roles.
struct MemberRoutes {
    let chats: Chats

    func add(to table: inout RouteTable) {
        table.tag = .chats
        let chats = chats
        table.on(
            .get,
            "/v1/chats/{chatId}/members",
            "listMembers",
            "Who is in a chat",
            response: .json(MembersResponse.self)
        ) { _, context in
            let chat = try await chats.chat(try context.chatId(), for: try context.requirePrincipal().actor)
            return JSONResponse(MembersResponse(members: chat.members))
        }
        table.on(
            .post,
            "/v1/chats/{chatId}/members",
            "addMembers",
            "Add people to a group (its admin)",
            body: AddMembersRequest.self,
            response: .json(ChatResponse.self),
            cost: .heavy
        ) { request, context in
            let body = try await request.decode(AddMembersRequest.self, context: context)
            let chat = try await chats.add(
                body.memberIds,
                to: try context.chatId(),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(ChatResponse(chat: chat))
        }
        table.on(
            .delete,
            "/v1/chats/{chatId}/members/{userId}",
            "removeMember",
            "Remove somebody (admin), or leave",
            response: .noContent
        ) { _, context in
            let user: UserID = try context.id("userId", what: "member")
            try await chats.remove(user, from: try context.chatId(), by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
        table.on(
            .patch,
            "/v1/chats/{chatId}/members/{userId}",
            "changeMemberRole",
            "Make a member of a group admin, or an admin a member (its admin); one admin stays",
            body: MemberRoleRequest.self,
            response: .json(ChatResponse.self)
        ) { request, context in
            let body = try await request.decode(MemberRoleRequest.self, context: context)
            let chat = try await chats.setRole(
                body.role,
                of: try context.id("userId", what: "member"),
                in: try context.chatId(),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(ChatResponse(chat: chat))
        }
    }
}
