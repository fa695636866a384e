import Accounts
import Domain
import HTTPTypes
import Hummingbird
import Messaging
import SpotterAPI

/// Chats that a member has put away.
struct ArchiveRoutes {
    let archived: ArchivedChats

    func add(to table: inout RouteTable) {
        table.tag = .chats
        let archived = archived
        table.on(
            .get,
            "/v1/archived-chats",
            "listArchivedChats",
            "The chats that the user has put away; each is out of the list until somebody writes there",
            response: .json(ArchivedChatsResponse.self)
        ) { _, context in
            JSONResponse(
                ArchivedChatsResponse(chats: try await archived.list(for: try context.requirePrincipal().actor))
            )
        }
        for (method, isArchived) in [(HTTPRequest.Method.put, true), (.delete, false)] {
            table.on(
                method,
                "/v1/chats/{chatId}/archive",
                isArchived ? "archiveChat" : "unarchiveChat",
                isArchived
                    ? "Put a chat away until somebody writes there" : "Take a chat back into the list (idempotent)",
                response: .noContent,
                cost: .light
            ) { _, context in
                try await archived.set(isArchived, try context.chatId(), by: try context.requirePrincipal().actor)
                return Response(status: .noContent)
            }
        }
    }
}
