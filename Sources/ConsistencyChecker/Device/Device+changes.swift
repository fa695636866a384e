import Domain
import Foundation
import ServerHarness
import Synchronization

/// Steps that change something durable, apart from sending.
extension Device {
    func performOnMessage(_ step: Step) async {
        switch step {
        case .edit(let pick, let text, let transport):
            guard let message = pickMessage(pick, mine: true) else { return }
            let path = "/v1/chats/\(message.chat)/messages/\(message.id)"
            let change = Attempt("message.edited", message.chat, message.id, text)
            let frame = ClientFrames.edit(chat: message.chat, message: message.id, text: text)
            await perform(change, transport, "PATCH", path, ["text": .string(text)], frame: frame)
        case .delete(let pick, let transport):
            guard let message = pickMessage(pick, mine: true) else { return }
            let path = "/v1/chats/\(message.chat)/messages/\(message.id)"
            let change = Attempt("message.deleted", message.chat, message.id, "")
            let frame = ClientFrames.delete(chat: message.chat, message: message.id)
            await perform(change, transport, "DELETE", path, nil, frame: frame)
        case .react(let pick, let emoji, let added, let transport):
            guard let message = pickMessage(pick) else { return }
            let escaped = emoji.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? emoji
            let path = "/v1/chats/\(message.chat)/messages/\(message.id)/reactions/\(escaped)"
            let change = Attempt("reaction.changed", message.chat, message.id, emoji)
            let frame = ClientFrames.react(chat: message.chat, message: message.id, emoji: emoji, added: added)
            await perform(change, transport, added ? "PUT" : "DELETE", path, nil, frame: frame)
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
            guard let id = groupId(chat), me.id != fixture.people[0].id else { return }
            let change = Attempt("member.changed", id, me.id, "left")
            await perform(change, .rest, "DELETE", "/v1/chats/\(id)/members/\(me.id)", nil)
        case .draft(let chat, let text):
            let path = "/v1/chats/\(self.chat(chat))/draft"
            let body: JSONValue? = text.map { ["text": .string($0)] }
            _ = await client.request(text == nil ? "DELETE" : "PUT", path, token: me.token, body)
        case .settings(let chat, let isMuted, let isPinned):
            var body: [String: JSONValue] = [:]
            if let isMuted { body["mutedUntil"] = isMuted ? "forever" : .null }
            if let isPinned { body["isPinned"] = .bool(isPinned) }
            _ = await client.request("PATCH", "/v1/chats/\(self.chat(chat))/settings", token: me.token, .object(body))
        case .typing(let chat):
            state.withLock { $0.socket }?.send(text: ClientFrames.typing(chat: self.chat(chat)).text)
        default: return
        }
    }

    private func setRole(_ chat: String, _ person: Int, _ role: String) async {
        guard let user = user(person) else { return }
        let change = Attempt("member.changed", chat, user, role)
        await perform(change, .rest, "PATCH", "/v1/chats/\(chat)/members/\(user)", ["role": .string(role)])
    }

    /// A member whose role or membership may change. Never the owner, so that one member sees every change.
    private func user(_ person: Int) -> String? {
        let index = person % fixture.people.count
        return index == 0 ? nil : fixture.people[index].id
    }

    private func groupId(_ chat: Int) -> String? {
        let index = chat % fixture.chats.count
        return index == 0 ? nil : fixture.chats[index].id
    }

    // MARK: Attempts

    /// A change to be attempted, for the history.
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
        _ transport: Step.Transport,
        _ method: String,
        _ path: String,
        _ body: JSONValue?,
        frame: [String: JSONValue]? = nil
    ) async {
        let began = recorder.tick()
        if transport == .socket, let frame, features.contains(.socketChanges) {
            request("c", frame) { [self] outcome in note(attempt, began: began, outcome) }
            return
        }
        let answer = await client.request(method, path, token: me.token, body)
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
