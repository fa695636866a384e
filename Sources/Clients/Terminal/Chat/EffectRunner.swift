import Domain
import SpotterAPI
import SpotterClient

/// Performs effects asynchronously and emits their results as inputs.
struct EffectRunner: Sendable {
    let engine: SyncEngine
    let emit: @Sendable (ChatInput) -> Void
    let ruleWords: RuleWords
    let unanswered = UnansweredSchedules()

    /// What a kill must not lose.
    private enum Write: Sendable {
        case keepDraft(ChatID, String)
        case saveDraft(ChatID, String)
        case send(ChatID, String, wasDraft: Bool)
    }

    /// A queue, so that lines become messages in the order in which they were typed, and no draft comes after the message
    /// that it became, regardless of task scheduling.
    private let writes: AsyncStream<Write>.Continuation
    private let writing: Task<Void, Never>

    static let pageSize = 30

    init(
        engine: SyncEngine,
        ruleWords: @escaping RuleWords = { _ in nil },
        emit: @escaping @Sendable (ChatInput) -> Void
    ) {
        self.engine = engine
        self.emit = emit
        self.ruleWords = ruleWords
        let (typed, continuation) = AsyncStream.makeStream(of: Write.self)
        writes = continuation
        writing = Task {
            for await write in typed {
                switch write {
                case .keepDraft(let chat, let text): try? await engine.keepDraft(text, in: chat)
                case .saveDraft(let chat, let text): try? await engine.setDraft(text, in: chat)
                case .send(let chat, let text, let wasDraft):
                    do {
                        try await engine.send(text, to: chat, wasDraft: wasDraft)
                    } catch {
                        emit(.failed("not sent: \(error)"))
                    }
                    emit(.enqueued((try? await engine.outbox()) ?? []))
                }
            }
        }
    }

    /// - Parameter wasDraft: whether it was typed here, so that the draft goes with it.
    func send(_ text: String, to chat: ChatID, wasDraft: Bool = false) {
        writes.yield(.send(chat, text, wasDraft: wasDraft))
    }

    func start(_ effect: ChatEffect) {
        switch effect {
        case .send(let chat, let text): send(text, to: chat)
        case .typing(let chat, let isTyping): Task { await engine.setTyping(isTyping, in: chat) }
        case .markShown(let chat, let start, let end):
            Task { try await engine.markShown(after: start, through: end, in: chat) }
        case .saveDraft(let chat, let text): writes.yield(.saveDraft(chat, text))
        case .keepDraft(let chat, let text): writes.yield(.keepDraft(chat, text))
        case .view(let chat): Task { await engine.setPresence(.online, viewing: chat) }
        case .ask(let question): ask(question)
        default: request(effect)
        }
    }

    /// Waits until everything typed is stored on this device.
    func finish() async {
        writes.finish()
        await writing.value
    }

    /// Emits the session's changes as inputs. Runs until its task is cancelled.
    static func follow(
        _ engine: SyncEngine,
        _ changes: AsyncStream<SyncChange>,
        emit: @Sendable (ChatInput) -> Void
    ) async {
        for await change in changes {
            switch change {
            case .connection(let state):
                if state.isOnline { emit(.serverClock(offset: await engine.serverClockOffset)) }
                emit(.connection(state))
            case .event(let event): emit(.event(event))
            case .failed(let entry): emit(.sendFailed(entry))
            case .refused(_, let error): emit(.failed("not changed: \(error)"))
            case .progress: break
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

    /// - Parameter unreachable: called instead of telling that the server can't be reached.
    func request(_ effect: ChatEffect, unreachable: (@Sendable () -> Void)? = nil) {
        Task {
            do {
                if let result = try await answer(to: effect) { emit(result) }
            } catch {
                if let unreachable, (error as? ClientError)?.isUnreachable == true { return unreachable() }
                emit(Self.failure(of: effect, "\(error)"))
            }
        }
    }

    private static func failure(of effect: ChatEffect, _ reason: String) -> ChatInput {
        switch effect {
        case .open: .openFailed(reason)
        case .loadNew(let chat, _): .loadFailed(chat, reason)
        case .search: .searchFailed(reason)
        default: .failed(reason)
        }
    }

    private func answer(to effect: ChatEffect) async throws -> ChatInput? {
        switch effect {
        case .listChats: return .chats(try await engine.chats())
        case .open(let name): return try await open(engine.find(name))
        case .loadNew(let chat, let position):
            return .new(chat, try await engine.loadNew(in: chat, after: position, context: Self.pageSize))
        case .loadOlder(let chat, let seq, let through, let shown):
            return .older(chat, try await older(chat, before: seq, through: through, shown: shown))
        case .search(let words, let chat):
            return .searchResults(try await search(words, in: chat))
        case .confirm(let id): return .outcome(try await engine.api.confirm(proposal: id))
        case .cancel(let id): return .cancelled(try await engine.api.cancel(proposal: id))
        case .coach(let command, let chat, let user):
            return .told(try await run(command, in: chat, about: user))
        case .act(let action, let choice, let chat): return try await act(action, on: choice, in: chat)
        case .findToDelete(let choice, let chat): return .foundToDelete(try await find(choice, in: chat))
        case .mute(let chat, let until):
            try await engine.mute(chat, until: until)
            return .told([Self.quiet(until)])
        case .leaveChat(let chat):
            try await engine.leave(chat)
            emit(.event(.gone(chat)))
        case .people(let command, let chat): return .told(try await perform(command, in: chat))
        case .sendFile(let path, let caption, let chat): try await sendFile(path, caption, to: chat)
        case .saveFiles(let choice, let path, let chat):
            return .told(try await saveFiles(of: choice, to: path, in: chat).map { "✓ saved \(TerminalText.line($0))" })
        case .openFile(let choice, let chat):
            return .told(["opened \(TerminalText.line(try await openFile(of: choice, in: chat)))"])
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
        case .print, .typing, .send, .markShown, .prefill, .saveDraft, .keepDraft, .view, .ask, .quit: return nil
        }
        return .succeeded
    }

    private static func quiet(_ until: Timestamp?) -> String {
        guard let until else { return "No longer quiet." }
        return until == .latest ? "Quiet until /unmute." : "Quiet until \(LocalTime().dateTime(until))."
    }

    private func failed(in chat: ChatID?) async throws -> [OutboxEntry] {
        try await engine.outbox().filter { $0.isFailed && (chat == nil || $0.chatId == chat) }
    }

    func open(_ chat: Chat) async throws -> ChatInput {
        .opened(chat, draft: try await engine.draft(in: chat.id)?.text ?? "")
    }

    // MARK: History

    /// What is on the screen, with a page of older messages before it. Fetched if the cache doesn't have them.
    private func older(_ chat: ChatID, before seq: Int64, through end: Int64, shown: Int) async throws -> Timeline {
        let page = try await engine.messages(in: chat, before: seq, limit: Self.pageSize)
        if page.messages.count < Self.pageSize || page.hasGap, let gap = page.latestGap {
            do {
                try await engine.loadOlder(in: chat, before: gap, limit: Self.pageSize)
            } catch let error as ClientError where error.isTransient {
                // What the cache has is readable without a network.
            }
        }
        let whole = try await engine.messages(in: chat, before: end &+ 1, limit: shown + Self.pageSize)
        return whole.sinceLatestGap
    }
}

extension Timeline {
    fileprivate var hasGap: Bool { latestGap != nil }

    fileprivate var latestGap: Int64? {
        rows.reversed().lazy.compactMap { if case .gap(let seq) = $0 { seq } else { nil } }.first
    }

    /// The part at the end in which nothing is missing.
    fileprivate var sinceLatestGap: Timeline {
        guard let gap = rows.lastIndex(where: { if case .gap = $0 { true } else { false } }) else { return self }
        return Timeline(rows: Array(rows[(gap + 1)...]), hasEarlier: true, formerNames: formerNames)
    }
}
