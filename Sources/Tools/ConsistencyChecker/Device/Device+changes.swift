import Domain
import Foundation
import ServerHarness
import SpotterAPI
import Synchronization

/// Steps that change something durable, apart from sending.
extension Device {
    func performOnMessage(_ step: Step) async {
        switch step {
        case .edit(let pick, let text, let transport):
            guard let message = pickMessage(pick, mine: true) else { return }
            let path = "/v1/chats/\(message.chat)/messages/\(message.id)"
            let change = Attempt("message.edited", message.chat, message.id, text)
            let body = EditMessageRequest(text: text)
            await perform(change, transport, "PATCH", path, body, on: message, .edit(text: text))
        case .delete(let pick, let transport):
            guard let message = pickMessage(pick, mine: true) else { return }
            let path = "/v1/chats/\(message.chat)/messages/\(message.id)"
            let change = Attempt("message.deleted", message.chat, message.id, "")
            await perform(change, transport, "DELETE", path, nil, on: message, .delete)
        case .react(let pick, let emoji, let added, let transport):
            guard let message = pickMessage(pick) else { return }
            let escaped = emoji.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? emoji
            let path = "/v1/chats/\(message.chat)/messages/\(message.id)/reactions/\(escaped)"
            let change = Attempt("reaction.changed", message.chat, message.id, emoji)
            let kind = ClientFrame.Change.Kind.react(emoji: emoji, added: added)
            await perform(change, transport, added ? "PUT" : "DELETE", path, nil, on: message, kind)
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
            await perform(change, .rest, "PATCH", "/v1/chats/\(id)", UpdateChatRequest(name: name))
        case .role(let chat, let person, let isAdmin):
            await setRole(self.chat(chat), person, isAdmin ? .admin : .member)
        case .add(let chat, let person):
            guard let id = groupId(chat), let user = user(person) else { return }
            let change = Attempt("member.changed", id, user, "added")
            await perform(change, .rest, "POST", "/v1/chats/\(id)/members", AddMembersRequest(memberIds: [user]))
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
            let body = text.map { DraftRequest(text: $0) }
            _ = await client.request(text == nil ? "DELETE" : "PUT", path, token: me.token, body)
        case .settings(let chat, let isMuted, let isPinned):
            let mutedUntil = isMuted.map { $0 ? FieldChange.set(MuteEnd.forever) : .cleared } ?? .unchanged
            let body = ChatSettingsRequest(mutedUntil: mutedUntil, isPinned: isPinned)
            _ = await client.request("PATCH", "/v1/chats/\(self.chat(chat))/settings", token: me.token, body)
        case .typing(let chat):
            _ = try? state.withLock { $0.socket }?.send(.typing(self.chat(chat), isTyping: true))
        default: return
        }
    }

    private func setRole(_ chat: ChatID, _ person: Int, _ role: MemberRole) async {
        guard let user = user(person) else { return }
        let change = Attempt("member.changed", chat, user, role.rawValue)
        await perform(change, .rest, "PATCH", "/v1/chats/\(chat)/members/\(user)", MemberRoleRequest(role: role))
    }

    /// A member whose role or membership may change: not the owner, so that one member sees every change.
    private func user(_ person: Int) -> UserID? {
        let index = person % fixture.people.count
        return index == 0 ? nil : fixture.people[index].id
    }

    private func groupId(_ chat: Int) -> ChatID? {
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

        init<Entity>(_ event: String, _ chat: ChatID, _ subject: ID<Entity>, _ value: String) {
            self.event = event
            self.chat = chat.description
            self.subject = subject.description
            self.value = value
        }
    }

    private func perform(
        _ attempt: Attempt,
        _ transport: Step.Transport,
        _ method: String,
        _ path: String,
        _ body: (any APIValue)?,
        on message: DeviceState.KnownMessage? = nil,
        _ kind: ClientFrame.Change.Kind? = nil
    ) async {
        let began = recorder.tick()
        if transport == .socket, let message, let kind, features.contains(.socketChanges) {
            request("c") { id in
                .change(.init(id: id, chatId: message.chat, messageId: message.id, kind: kind))
            } complete: { [self] outcome in
                note(attempt, began: began, outcome)
            }
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
                    user: me.id.description,
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
