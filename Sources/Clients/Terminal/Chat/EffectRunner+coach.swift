import Domain
import SpotterAPI
import SpotterClient

extension EffectRunner {
    /// Runs a command; returns the lines that tell its result.
    func run(_ command: CoachCommand, in chat: ChatID?, about user: UserID?) async throws -> [String] {
        switch command {
        case .inbox:
            let items = try await engine.api.inbox()
            if items.isEmpty { return ["Nobody waits for you."] }
            return InboxFormatter.lines(items, chats: try await engine.chats(), now: await engine.serverNow)
        case .scheduled:
            let list = try await engine.api.scheduledMessages()
            if list.isEmpty { return ["Nothing is scheduled."] }
            return ScheduleFormatter.lines(list, chats: try await engine.chats(), rule: ruleWords)
        case .later(let when, let text):
            guard let chat else { return [] }
            let now = engine.wallClock.now()
            let made = try await unanswered.schedule(text, when, in: chat, at: now) {
                try await engine.api.schedule($0)
            }
            let name = try await engine.chats().first { $0.id == chat }?.name ?? "this chat"
            return [ScheduleFormatter.made(made, for: name, rule: ruleWords)]
        case .summary:
            guard let chat else { return [] }
            return try await engine.api.summary(of: chat).text.split(separator: "\n").map {
                TerminalText.line(String($0))
            }
        case .actions(let done):
            guard let chat else { return [] }
            return try await actions(in: chat, done: done)
        case .note(let added):
            guard let user else { return [] }
            var notes = try await engine.api.notes(on: user)
            if let added {
                let text = notes.text.isEmpty ? added : "\(notes.text)\n\(added)"
                notes = try await engine.api.write(notes: text, on: user)
            }
            return NotesFormatter.lines(notes, of: try await name(of: user, in: chat))
        case .week:
            let page = try await engine.api.week()
            return WeekFormatter.lines(page, now: await engine.serverNow, time: LocalTime(), style: .plain)
        case .profile:
            guard let user else { return [] }
            let items = try await engine.api.profile(of: user).items
            return ProfileFormatter.lines(items, of: try await name(of: user, in: chat))
        case .tag(let changes):
            guard let user else { return [] }
            var notes = try await engine.api.notes(on: user)
            if !changes.isEmpty {
                let tags = notes.tags.changed(by: changes)
                notes = try await engine.api.set(tags: tags, on: user)
            }
            return NotesFormatter.lines(notes, of: try await name(of: user, in: chat))
        }
    }

    private func actions(in chat: ChatID, done: Int?) async throws -> [String] {
        let insights = try await engine.api.insights(of: chat)
        if let done {
            guard insights.actionItems.indices.contains(done - 1) else { return ["There is no task \(done)."] }
            let item = insights.actionItems[done - 1]
            let changed = try await engine.api.update(
                actionItem: item.id,
                in: chat,
                UpdateActionItemRequest(done: true)
            )
            return ["Done: \(TerminalText.line(changed.text))"]
        }
        return InsightFormatter.lines(
            insights,
            me: engine.me,
            now: await engine.serverNow,
            time: LocalTime(),
            style: .plain
        )
    }

    private func name(of user: UserID, in chat: ChatID?) async throws -> String {
        let chats = try await engine.chats()
        let members = chats.first { $0.id == chat }?.members ?? []
        return members.first { $0.userId == user }?.displayName ?? "them"
    }
}

extension [String] {
    /// The tags after `+TAG` and `-TAG`.
    public func changed(by words: [String]) -> [String] {
        var tags = Set(self)
        for word in words {
            let tag = String(word.drop { "+-#".contains($0) }).lowercased()
            if word.hasPrefix("-") { tags.remove(tag) } else { tags.insert(tag) }
        }
        return tags.sorted()
    }
}
