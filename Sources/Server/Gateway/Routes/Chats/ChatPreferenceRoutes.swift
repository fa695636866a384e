import Accounts
import Domain
import Hummingbird
import Messaging
import SpotterAPI

/// A member's own settings of a chat and their draft. Changes are sent to their other devices.
struct ChatPreferenceRoutes {
    let messaging: MessagingServices

    func add(to table: inout RouteTable) {
        table.tag = .chats
        let messaging = messaging
        table.on(
            .patch,
            "/v1/chats/{chatId}/settings",
            "changeChatSettings",
            "Mute a chat until a time (\"forever\", or null to end it), or pin it in the user's list",
            body: ChatSettingsRequest.self,
            response: .json(ChatSettingsResponse.self)
        ) { request, context in
            let body = try await request.decode(ChatSettingsRequest.self, context: context)
            let settings = try await messaging.preferences.change(
                ChatPreferences.Change(
                    mutedUntil: body.mutedUntil.replacement.map { $0?.time },
                    isPinned: body.isPinned
                ),
                of: try context.chatId(),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(ChatSettingsResponse(settings: settings))
        }
        table.on(
            .put,
            "/v1/chats/{chatId}/draft",
            "putDraft",
            "Store what the user has begun to write, for all of their devices; the latest wins",
            body: DraftRequest.self,
            response: .json(DraftChange.self)
        ) { request, context in
            let body = try await request.decode(DraftRequest.self, context: context)
            let change = try await messaging.drafts.put(
                body.text,
                replyTo: body.replyTo,
                in: try context.chatId(),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(change)
        }
        table.on(
            .delete,
            "/v1/chats/{chatId}/draft",
            "deleteDraft",
            "Clear the user's draft",
            response: .noContent
        ) { _, context in
            try await messaging.drafts.clear(try context.chatId(), by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
        table.on(
            .get,
            "/v1/drafts",
            "listDrafts",
            "The user's drafts in all chats, latest first",
            response: .json(DraftsResponse.self)
        ) { _, context in
            let drafts = try await messaging.drafts.list(for: try context.requirePrincipal().actor)
            return JSONResponse(DraftsResponse(drafts: drafts.compactMap(StoredDraft.init)))
        }
    }
}

extension StoredDraft {
    /// `nil` for a draft that was cleared.
    init?(_ change: DraftChange) {
        guard let draft = change.draft else { return nil }
        self.init(chatId: change.chatId, text: draft.text, replyTo: draft.replyTo, updatedAt: draft.updatedAt)
    }
}
