import Domain
import SpotterAPI
import Storage

extension Resolving {
    func sendMessage() throws -> ToolResolution {
        let target = try chat()
        let text = request.text?.trimmed ?? ""
        guard !text.isEmpty else { throw Open.missing(["text"], "What should the message to \(target.name) say?") }
        guard (try? Validation.messageText(text)) != nil else {
            throw Open.missing(["text"], "A message holds at most 10 000 characters. What should it say, in short?")
        }
        let quote = text.count <= 300 ? text : "\(text.prefix(300))…"
        return .ready(
            .sendMessage(.init(chatId: target.id, text: text)),
            summary: "Message to \(target.name): \"\(quote)\""
        )
    }

    private func chat() throws -> (id: ChatID, name: String) {
        if let id = request.chatId { return try ownChat(id) }
        guard let person = try person(among: directory.people + directory.groups) else {
            throw Open.missing(
                request.text?.trimmed.isEmpty ?? true ? ["client", "text"] : ["client"],
                "Who should get the message?"
            )
        }
        switch person.identity {
        case .group(let id): return (id, person.name)
        case .prospect:
            throw Open(.refusal(reason: "\(person.name) is a prospect without an account, so there is no chat."))
        case .user(let user):
            guard let chat = try directChat(with: user) else {
                throw Open(
                    .refusal(reason: "You have no chat with \(person.name) yet. Open one first, then ask again.")
                )
            }
            return (chat, person.name)
        }
    }

    private func ownChat(_ id: ChatID) throws -> (id: ChatID, name: String) {
        let role = try connection.first(
            "SELECT role FROM members WHERE chat_id = $1 AND user_id = $2",
            id,
            actor.userId
        ) { try $0.word(0, MemberRole.self) }
        guard Access.can(actor, .sendMessage(role)) else {
            throw Open(.notFound(about: "chat", name: id.description))
        }
        let name = try connection.first("SELECT name FROM chats WHERE id = $1", id) { try $0.optionalText(0) } ?? nil
        if let name { return (id, name) }
        let other = try connection.first(
            """
            SELECT u.display_name FROM members m JOIN users u ON u.id = m.user_id
            WHERE m.chat_id = $1 AND m.user_id <> $2
            """,
            id,
            actor.userId
        ) { try $0.text(0) }
        return (id, other ?? "this chat")
    }

    private func directChat(with user: UserID) throws -> ChatID? {
        try connection.first(
            """
            SELECT c.id FROM chats c JOIN members mine ON mine.chat_id = c.id JOIN members theirs ON theirs.chat_id = c.id
            WHERE mine.user_id = $1 AND theirs.user_id = $2 AND c.kind = 'direct' ORDER BY c.active_at DESC, c.id DESC
            """,
            actor.userId,
            user
        ) { try $0.id(0) }
    }
}
