import Domain
import SpotterAPI
import SpotterClient

/// Performs effects asynchronously and emits their results as inputs.
struct EffectRunner: Sendable {
    let engine: SyncEngine
    let emit: @Sendable (ChatInput) -> Void

    /// A queue, so that lines become messages in the order in which they were typed, regardless of task scheduling.
    private let written: AsyncStream<(chat: ChatID, text: String)>.Continuation

    private let drafts: AsyncStream<(chat: ChatID, text: String)>.Continuation
    private let draftSaving: Task<Void, Never>

    static let pageSize = 30

    init(engine: SyncEngine, emit: @escaping @Sendable (ChatInput) -> Void) {
        self.engine = engine
        self.emit = emit
        let (texts, typed) = AsyncStream.makeStream(of: (chat: ChatID, text: String).self)
        drafts = typed
        draftSaving = Task { for await draft in texts { try? await engine.setDraft(draft.text, in: draft.chat) } }
        let (lines, continuation) = AsyncStream.makeStream(of: (chat: ChatID, text: String).self)
        written = continuation
        Task {
            for await line in lines {
                do {
                    try await engine.send(line.text, to: line.chat)
                } catch {
                    emit(.failed("not sent: \(error)"))
                }
                emit(.enqueued((try? await engine.outbox()) ?? []))
            }
        }
    }

    func start(_ effect: ChatEffect) {
        switch effect {
        case .send(let chat, let text): written.yield((chat, text))
        case .typing(let chat, let isTyping): Task { await engine.setTyping(isTyping, in: chat) }
        case .markRead(let chat, let seq): Task { try await engine.markRead(chat, upTo: seq) }
        case .saveDraft(let chat, let text): drafts.yield((chat, text))
        case .view(let chat): Task { await engine.setPresence(.online, viewing: chat) }
        case .ask(let question): ask(question)
        default: request(effect)
        }
    }

    /// Waits until all drafts are saved.
    func finish() async {
        drafts.finish()
        await draftSaving.value
    }

    /// Emits the session's changes as inputs. Runs until its task is cancelled.
    static func follow(
        _ engine: SyncEngine,
        _ changes: AsyncStream<SyncChange>,
        emit: @Sendable (ChatInput) -> Void
    ) async {
        for await change in changes {
            switch change {
            case .connection(let state): emit(.connection(state))
            case .event(let event): emit(.event(event))
            case .failed(let entry): emit(.sendFailed(entry))
            case .chats:
                emit(.chatsUpdated((try? await engine.chats()) ?? []))
                emit(.outbox((try? await engine.outbox()) ?? []))
            }
        }
    }

    private func ask(_ question: AssistantQuery) {
        Task {
            do {
                for try await event in engine.api.askStreaming(question) { emit(.answer(event)) }
            } catch {
                emit(.answerFailed("\(error)"))
            }
        }
    }

    private func request(_ effect: ChatEffect) {
        Task {
            do {
                if let result = try await answer(to: effect) { emit(result) }
            } catch {
                if case .open = effect { emit(.openFailed("\(error)")) } else { emit(.failed("\(error)")) }
            }
        }
    }

    private func answer(to effect: ChatEffect) async throws -> ChatInput? {
        switch effect {
        case .listChats: return .chats(try await engine.chats())
        case .open(let name): return try await open(engine.find(name))
        case .load(let chat, let before): return try await load(chat, before: before)
        case .reload(let chat): return try await reload(chat)
        case .search(let words, let chat):
            return .searchResults(try await engine.api.search(SearchRequest(words, chatId: chat)))
        case .confirm(let id): return .outcome(try await engine.api.confirm(proposal: id))
        case .cancel(let id): return .cancelled(try await engine.api.cancel(proposal: id))
        case .act(let action, let choice, let chat): return try await act(action, on: choice, in: chat)
        case .mute(let chat, let until): try await engine.mute(chat, until: until)
        case .leaveChat(let chat):
            try await engine.leave(chat)
            emit(.event(.gone(chat)))
        case .retry(let chat):
            for entry in try await failed(in: chat) {
                try await engine.retry(entry.id, in: entry.chatId)
            }
        case .discard(let chat):
            for entry in try await failed(in: chat) {
                try await engine.discard(entry.id, in: entry.chatId)
            }
        case .agenda(let range): return .agenda(try await engine.api.events(range), range)
        // Failures need no message: what is still unseen comes again with the next connection.
        case .loadNotices: return .notices((try? await engine.api.unseenNotices()) ?? [])
        case .markNoticeSeen(let id): try? await engine.api.markSeen(notice: id)
        case .listReminders: return .reminders(try await engine.api.reminders())
        case .print, .typing, .send, .markRead, .prefill, .saveDraft, .view, .ask, .quit: return nil
        }
        return .succeeded
    }

    private func failed(in chat: ChatID?) async throws -> [OutboxEntry] {
        try await engine.outbox().filter { $0.isFailed && (chat == nil || $0.chatId == chat) }
    }

    func open(_ chat: Chat) async throws -> ChatInput {
        .opened(chat, draft: try await engine.draft(in: chat.id)?.text ?? "")
    }

    // MARK: History

    /// Loads a page from the cache, and fetches from the server what is missing there, if possible.
    private func load(_ chat: ChatID, before seq: Int64?) async throws -> ChatInput {
        var shown = try await engine.messages(in: chat, before: seq, limit: Self.pageSize)
        do {
            if seq == nil { try await engine.loadLatest(in: chat, limit: Self.pageSize) }
            shown = try await engine.messages(in: chat, before: seq, limit: Self.pageSize)
            if shown.messages.count < Self.pageSize, let gap = shown.latestGap, seq != nil || shown.messages.isEmpty {
                try await engine.loadOlder(in: chat, before: gap, limit: Self.pageSize)
                shown = try await engine.messages(in: chat, before: seq, limit: Self.pageSize)
            }
        } catch let error as ClientError where error.isTransient && !shown.messages.isEmpty {
            // The cached messages are readable without a network; a gap shows what is missing.
        }
        return .history(chat, shown, isOlder: seq != nil)
    }

    /// Loads the history after the session has fetched what it missed.
    private func reload(_ chat: ChatID) async throws -> ChatInput {
        for await change in await engine.changes() {
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
