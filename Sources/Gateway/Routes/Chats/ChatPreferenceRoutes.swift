import Domain
import Hummingbird
import Messaging

/// What a member keeps of a chat for themselves: silence, place in the list, draft. Their other devices hear of it.
struct ChatKeepingRoutes {
    let messaging: MessagingServices

    func add(to table: inout RouteTable) {
        let messaging = messaging
        table.on(
            .patch,
            "/v1/chats/{chatId}/settings",
            "Mute a chat until a time (\"forever\", or null to end it), keep it at the top of one's list",
            body: "mutedUntil?: string|null, isPinned?: boolean"
        ) { request, context in
            let body = try await request.decode(SettingsBody.self, context: context)
            let settings = try await messaging.keeping.change(
                body.change,
                of: try context.chatId(),
                by: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, SettingsAnswer(settings: settings))
        }
        table.on(
            .put,
            "/v1/chats/{chatId}/draft",
            "Keep what one has begun to write, for all of one's devices; the latest wins",
            body: "text: string, replyTo?: string|null"
        ) { request, context in
            let body = try await request.decode(DraftBody.self, context: context)
            let change = try await messaging.drafts.put(
                body.text,
                replyTo: try body.target(),
                in: try context.chatId(),
                by: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, change)
        }
        table.on(.delete, "/v1/chats/{chatId}/draft", "Clear one's draft", status: .noContent) { _, context in
            try await messaging.drafts.clear(try context.chatId(), by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
        table.on(.get, "/v1/drafts", "One's drafts in all chats, latest first") { _, context in
            let drafts = try await messaging.drafts.list(for: try context.requirePrincipal().actor)
            return JSONAnswer(.ok, DraftsAnswer(drafts: drafts.compactMap(DraftAnswer.init)))
        }
    }

    private struct SettingsBody: Decodable {
        let change: ChatKeeping.Change

        private enum Key: String, CodingKey { case mutedUntil, isPinned }

        init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: Key.self)
            change = ChatKeeping.Change(
                mutedUntil: try box.decodeChange(.mutedUntil, as: Until.self).map { $0?.time },
                isPinned: try box.decodeIfPresent(Bool.self, forKey: .isPinned)
            )
        }
    }

    /// A time, or the word for the last one there is.
    private struct Until: Decodable {
        let time: Timestamp

        init(from decoder: any Decoder) throws {
            let isForever = try decoder.singleValueContainer().decode(String.self) == "forever"
            time = isForever ? .latest : try Timestamp(from: decoder)
        }
    }

    private struct DraftBody: Decodable {
        let text: String
        let replyTo: String?

        func target() throws -> MessageID? {
            try replyTo.map { text in
                guard let id = MessageID(text) else { throw SpotterError.notFound("message to reply to") }
                return id
            }
        }
    }

    private struct SettingsAnswer: Encodable { let settings: ChatSettings }
    private struct DraftsAnswer: Encodable { let drafts: [DraftAnswer] }

    private struct DraftAnswer: Encodable {
        let chatId: ChatID
        let text: String
        @Nullable var replyTo: MessageID?
        let updatedAt: Timestamp

        init?(_ change: DraftChange) {
            guard let draft = change.draft else { return nil }
            chatId = change.chatId
            text = draft.text
            _replyTo = Nullable(draft.replyTo)
            updatedAt = draft.updatedAt
        }
    }
}
