import Domain
import Messaging
import Retrieval
import SpotterAPI
import Storage

extension ToolResolutionContext {
    func sendMessage() throws -> ToolResolution {
        let target = try chat()
        try requireMayWrite(in: target.id)
        let text = request.text?.trimmed ?? ""
        guard !text.isEmpty else { throw Open.missing(["text"], says(.whatSay, ["name": target.name])) }
        guard (try? Validation.messageText(text)) != nil else {
            throw Open.missing(["text"], says(.messageTooLong))
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
                says(.whoMessage)
            )
        }
        switch person.identity {
        case .group(let id): return (id, person.name)
        case .prospect:
            throw Open(.refusal(reason: says(.noAccount, ["name": person.name])))
        case .user:
            guard let chat = person.chat else {
                throw Open(.refusal(reason: says(.noChat, ["name": person.name])))
            }
            return (chat, person.name)
        }
    }

    /// What the confirmation would refuse isn't proposed.
    private func requireMayWrite(in chat: ChatID) throws {
        let facts = try VisibleChatList.writing(of: actor.userId, in: chat, on: connection)
        guard !Access.can(actor, .sendMessage(facts.role, isAnnouncement: facts.isAnnouncement)) else { return }
        throw Open(.refusal(reason: says(.announcementOnly)))
    }

    private func ownChat(_ id: ChatID) throws -> (id: ChatID, name: String) {
        let role = try VisibleChatList.role(of: actor.userId, in: id, on: connection)
        guard Access.can(actor, .sendMessage(role)) else {
            throw Open(.notFound(about: "chat", name: id.description))
        }
        let known = (directory.groups + directory.people).first { $0.chat == id }
        return (id, known?.name ?? says(.thisChat))
    }
}
