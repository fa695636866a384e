import Domain
import Foundation
import Synchronization

/// Steps that change something durable other than by sending.
extension Device {
    func performOnMessage(_ step: Step) async {
        switch step {
        case .edit(let pick, let text, let way):
            guard let message = pickMessage(pick, mine: true) else { return }
            let path = "/v1/chats/\(message.chat)/messages/\(message.id)"
            let change = Attempt("message.edited", message.chat, message.id, text)
            await perform(change, way, "PATCH", path, ["text": .string(text)], frame: ["type": "message.edit"])
        case .delete(let pick, let way):
            guard let message = pickMessage(pick, mine: true) else { return }
            let path = "/v1/chats/\(message.chat)/messages/\(message.id)"
            let change = Attempt("message.deleted", message.chat, message.id, "")
            await perform(change, way, "DELETE", path, nil, frame: ["type": "message.delete"])
        case .react(let pick, let emoji, let added, let way):
            guard let message = pickMessage(pick) else { return }
            let escaped = emoji.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? emoji
            let path = "/v1/chats/\(message.chat)/messages/\(message.id)/reactions/\(escaped)"
            let change = Attempt("reaction.changed", message.chat, message.id, emoji)
            let frame: [String: JSONValue] = [
                "type": "reaction.set", "emoji": .string(emoji), "added": .bool(added),
            ]
            await perform(change, way, added ? "PUT" : "DELETE", path, nil, frame: frame)
        case .pin(let pick, let isPinned):
            guard let message = pickMessage(pick) else { return }
            let path = "/v1/chats/\(message.chat)/pins/\(message.id)"
            let change = Attempt("chat.updated", message.chat, message.chat, "pin")
            await perform(change, .rest, isPinned ? "PUT" : "DELETE", path, nil)
        default: return
        }
    }

    func performOnChat(_ step: Step) async {
        switch step {
        case .rename(let chat, let name):
            let id = self.chat(chat)
            let change = Attempt("chat.updated", id, id, name)
            await perform(change, .rest, "PATCH", "/v1/chats/\(id)", ["name": .string(name)])
        case .role(let chat, let person, let isAdmin):
            await setRole(self.chat(chat), person, isAdmin ? "admin" : "member")
        case .add(let chat, let person):
            guard let id = groupId(chat), let user = user(person) else { return }
            let change = Attempt("member.changed", id, user, "added")
            await perform(change, .rest, "POST", "/v1/chats/\(id)/members", ["memberIds": [.string(user)]])
        case .remove(let chat, let person):
            guard let id = groupId(chat), let user = user(person), user != me.id else { return }
            let change = Attempt("member.changed", id, user, "removed")
            await perform(change, .rest, "DELETE", "/v1/chats/\(id)/members/\(user)", nil)
        case .leave(let chat):
            guard let id = groupId(chat), me.id != stage.people[0].id else { return }
            let change = Attempt("member.changed", id, me.id, "left")
            await perform(change, .rest, "DELETE", "/v1/chats/\(id)/members/\(me.id)", nil)
        case .draft(let chat, let text):
            let path = "/v1/chats/\(self.chat(chat))/draft"
            let body: JSONValue? = text.map { ["text": .string($0)] }
            _ = await door.call(text == nil ? "DELETE" : "PUT", path, token: me.token, body)
        case .settings(let chat, let isMuted, let isPinned):
            var body: [String: JSONValue] = [:]
            if let isMuted { body["mutedUntil"] = isMuted ? "forever" : .null }
            if let isPinned { body["isPinned"] = .bool(isPinned) }
            _ = await door.call("PATCH", "/v1/chats/\(self.chat(chat))/settings", token: me.token, .object(body))
        case .typing(let chat):
            let frame: JSONValue = ["type": "typing.start", "chatId": .string(self.chat(chat))]
            state.withLock { $0.link }?.send(frame.text)
        default: return
        }
    }

    private func setRole(_ chat: String, _ person: Int, _ role: String) async {
        guard let user = user(person) else { return }
        let change = Attempt("member.changed", chat, user, role)
        await perform(change, .rest, "PATCH", "/v1/chats/\(chat)/members/\(user)", ["role": .string(role)])
    }

    /// Whose place may change: anybody's but the owner's, so that somebody always saw everything.
    private func user(_ person: Int) -> String? {
        let index = person % stage.people.count
        return index == 0 ? nil : stage.people[index].id
    }

    private func groupId(_ chat: Int) -> String? {
        let index = chat % stage.chats.count
        return index == 0 ? nil : stage.chats[index].id
    }

    // MARK: Attempts

    /// A change that is about to be tried.
    struct Attempt: Sendable {
        let event: String
        let chat: String
        let subject: String
        let value: String

        init(_ event: String, _ chat: String, _ subject: String, _ value: String) {
            self.event = event
            self.chat = chat
            self.subject = subject
            self.value = value
        }
    }

    private func perform(
        _ attempt: Attempt,
        _ way: Step.Way,
        _ method: String,
        _ path: String,
        _ body: JSONValue?,
        frame: [String: JSONValue]? = nil
    ) async {
        let began = recorder.tick()
        if way == .socket, let frame, features.contains(.socketChanges) {
            var whole = frame.merging(["chatId": .string(attempt.chat), "messageId": .string(attempt.subject)]) { $1 }
            if let body { whole.merge(body.object ?? [:]) { $1 } }
            request("c", whole) { [self] outcome in note(attempt, began: began, outcome) }
            return
        }
        let answer = await door.call(method, path, token: me.token, body)
        note(attempt, began: began, answer?.outcome ?? .unknown)
    }

    private func note(_ attempt: Attempt, began: Int, _ outcome: History.Outcome) {
        recorder.note { history, tick in
            history.changes.append(
                .init(
                    event: attempt.event,
                    user: me.id,
                    chat: attempt.chat,
                    subject: attempt.subject,
                    value: attempt.value,
                    began: began,
                    ended: tick,
                    outcome: outcome
                )
            )
        }
    }
}
