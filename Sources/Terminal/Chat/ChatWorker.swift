import Domain
import SpotterAPI
import SpotterClient

/// Does what takes time, beside the loop that reacts; results come back as inputs.
struct ChatWorker: Sendable {
    let session: SpotterSession
    let report: @Sendable (ChatInput) -> Void

    /// Lines become messages in the order in which they were typed, whatever the scheduler does with tasks.
    private let written: AsyncStream<(chat: ChatID, text: String)>.Continuation

    private let drafts: AsyncStream<(chat: ChatID, text: String)>.Continuation
    private let draftsSaved: Task<Void, Never>

    static let pageSize = 30

    init(session: SpotterSession, report: @escaping @Sendable (ChatInput) -> Void) {
        self.session = session
        self.report = report
        let (texts, typed) = AsyncStream.makeStream(of: (chat: ChatID, text: String).self)
        drafts = typed
        draftsSaved = Task { for await draft in texts { try? await session.setDraft(draft.text, in: draft.chat) } }
        let (lines, continuation) = AsyncStream.makeStream(of: (chat: ChatID, text: String).self)
        written = continuation
        Task {
            for await line in lines {
                do {
                    try await session.send(line.text, to: line.chat)
                } catch {
                    report(.failed("not sent: \(error)"))
                }
                report(.written((try? await session.outbox()) ?? []))
            }
        }
    }

    func start(_ effect: ChatEffect) {
        switch effect {
        case .send(let chat, let text): written.yield((chat, text))
        case .typing(let chat, let isTyping): Task { await session.setTyping(isTyping, in: chat) }
        case .markRead(let chat, let seq): Task { try await session.markRead(chat, upTo: seq) }
        case .saveDraft(let chat, let text): drafts.yield((chat, text))
        case .view(let chat): Task { await session.setPresence(.online, viewing: chat) }
        case .ask(let question): ask(question)
        default: request(effect)
        }
    }

    /// Waits until what was being typed is kept.
    func finish() async {
        drafts.finish()
        await draftsSaved.value
    }

    /// What the session tells, as inputs. Runs until its task is cancelled.
    static func follow(
        _ session: SpotterSession,
        _ changes: AsyncStream<SessionChange>,
        report: @Sendable (ChatInput) -> Void
    ) async {
        for await change in changes {
            switch change {
            case .connection(let state): report(.connection(state))
            case .event(let event): report(.event(event))
            case .failed(let entry): report(.refused(entry))
            case .chats:
                report(.chatsNoted((try? await session.chats()) ?? []))
                report(.outbox((try? await session.outbox()) ?? []))
            }
        }
    }

    private func ask(_ question: AssistantQuery) {
        Task {
            do {
                for try await event in session.api.askStreaming(question) { report(.answer(event)) }
            } catch {
                report(.answerFailed("\(error)"))
            }
        }
    }

    private func request(_ effect: ChatEffect) {
        Task {
            do {
                if let result = try await answer(to: effect) { report(result) }
            } catch {
                if case .open = effect { report(.notOpened("\(error)")) } else { report(.failed("\(error)")) }
            }
        }
    }

    private func answer(to effect: ChatEffect) async throws -> ChatInput? {
        switch effect {
        case .listChats: return .chats(try await session.chats())
        case .open(let name): return try await open(session.find(name))
        case .load(let chat, let before): return try await load(chat, before: before)
        case .reload(let chat): return try await reload(chat)
        case .search(let words, let chat):
            return .found(try await session.api.search(SearchRequest(words, chatId: chat)))
        case .confirm(let id): return .outcome(try await session.api.confirm(proposal: id))
        case .cancel(let id): return .cancelled(try await session.api.cancel(proposal: id))
        case .act(let action, let choice, let chat): return try await act(action, on: choice, in: chat)
        case .mute(let chat, let until): try await session.mute(chat, until: until)
        case .leaveChat(let chat):
            try await session.leave(chat)
            report(.event(.gone(chat)))
        case .retry(let chat):
            for entry in try await failed(in: chat) {
                try await session.retry(entry.id, in: entry.chatId)
            }
        case .discard(let chat):
            for entry in try await failed(in: chat) {
                try await session.discard(entry.id, in: entry.chatId)
            }
        case .print, .typing, .send, .markRead, .prefill, .saveDraft, .view, .ask, .quit: return nil
        }
        return .done
    }

    private func failed(in chat: ChatID?) async throws -> [OutboxEntry] {
        try await session.outbox().filter { $0.isFailed && (chat == nil || $0.chatId == chat) }
    }

    func open(_ chat: Chat) async throws -> ChatInput {
        .opened(chat, draft: try await session.draft(in: chat.id)?.text ?? "")
    }

    // MARK: History

    /// From the cache; what's missing there is fetched, if that's possible.
    private func load(_ chat: ChatID, before seq: Int64?) async throws -> ChatInput {
        var shown = try await session.messages(in: chat, before: seq, limit: Self.pageSize)
        do {
            if seq == nil { try await session.loadLatest(in: chat, limit: Self.pageSize) }
            shown = try await session.messages(in: chat, before: seq, limit: Self.pageSize)
            if shown.messages.count < Self.pageSize, let gap = shown.latestGap, seq != nil || shown.messages.isEmpty {
                try await session.loadOlder(in: chat, before: gap, limit: Self.pageSize)
                shown = try await session.messages(in: chat, before: seq, limit: Self.pageSize)
            }
        } catch let error as ClientError where error.isTransient && !shown.messages.isEmpty {
            // What's known is readable without a network; the gap in it says what isn't.
        }
        return .history(chat, shown, isOlder: seq != nil)
    }

    /// After the session has fetched what it missed.
    private func reload(_ chat: ChatID) async throws -> ChatInput {
        for await change in await session.changes() {
            if case .chats(let chats) = change, chats.contains(chat) { break }
        }
        return try await load(chat, before: nil)
    }
}

extension Timeline {
    fileprivate var latestGap: Int64? {
        rows.reversed().lazy.compactMap { if case .gap(let seq) = $0 { seq } else { nil } }.first
    }
}
