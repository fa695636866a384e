import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Synchronization

/// Performs the full screen's effects asynchronously and emits their results as inputs. Nothing here blocks the keys.
struct AppEffectRunner: Sendable {
    let engine: SyncEngine
    let emit: @Sendable (AppInput) -> Void
    let shared: EffectRunner
    private let pictures: PictureLoader

    /// Writes in the order in which they were typed: a message is in the outbox before its draft is removed.
    private let writes: AsyncStream<AppEffect>.Continuation
    private let writing: Task<Void, Never>

    init(
        engine: SyncEngine,
        ruleWords: @escaping RuleWords = { _ in nil },
        emit: @escaping @Sendable (AppInput) -> Void
    ) {
        self.engine = engine
        self.emit = emit
        pictures = PictureLoader(engine: engine)
        shared = EffectRunner(engine: engine, ruleWords: ruleWords) { emit(.shared($0)) }
        let (effects, continuation) = AsyncStream.makeStream(of: AppEffect.self)
        writes = continuation
        writing = Task {
            for await effect in effects {
                do {
                    try await Self.write(effect, to: engine, emit)
                } catch {
                    emit(.told("not saved: \(error)", .failed))
                }
            }
        }
    }

    /// Waits until everything typed is stored on this device.
    func finish() async {
        writes.finish()
        await writing.value
        await shared.finish()
    }

    func start(_ effect: AppEffect) {
        switch effect {
        case .shared(let effect): shared.start(effect)
        case .typed(let effect, let line, let chat):
            shared.request(effect) { emit(.notDone(line: line, in: chat)) }
        case .send, .saveDraft, .keepDraft, .saveCommand, .edit, .saveEdit, .delete, .react, .pin, .saveSettings:
            writes.yield(effect)
        default:
            Task {
                do {
                    try await perform(effect)
                } catch {
                    emit(.told("\(error)", .failed))
                }
            }
        }
    }

    private static func write(
        _ effect: AppEffect,
        to engine: SyncEngine,
        _ emit: @Sendable (AppInput) -> Void
    ) async throws {
        switch effect {
        case .send(let chat, let text, let reply):
            try await engine.send(text, to: chat, replyTo: reply, wasDraft: true)
            emit(.shared(.outbox((try? await engine.outbox()) ?? [])))
        case .saveDraft(let chat, let text, let reply): try await engine.setDraft(text, replyTo: reply, in: chat)
        case .keepDraft(let chat, let text, let reply): try await engine.keepDraft(text, replyTo: reply, in: chat)
        case .edit(let message, let chat, let text): try await engine.change(message, in: chat, .edit(text))
        case .saveEdit(let message, let chat, let text): try await engine.setEditDraft(text, of: message, in: chat)
        case .saveCommand(let chat, let line): try await engine.keep(command: line, in: chat)
        case .delete(let message, let chat): try await engine.change(message, in: chat, .delete)
        case .react(let emoji, let message, let chat): try await engine.toggle(emoji, of: message, in: chat)
        case .pin(let isPinned, let message, let chat): try await engine.change(message, in: chat, .pin(isPinned))
        case .saveSettings(let settings): try ChatSettingsFile.save(settings)
        default: break
        }
    }

    private func perform(_ effect: AppEffect) async throws {
        switch effect {
        case .load(let chat, let end, let limit): try await load(chat, before: end, limit: limit)
        case .catchUp(let chat):
            _ = try await engine.loadNew(in: chat, context: TimelineState.pageSize)
            emit(.changed([chat]))
        case .fillGap(let chat, let seq):
            try await engine.loadOlder(in: chat, before: seq, limit: TimelineState.pageSize)
            emit(.changed([chat]))
        case .readDraft(let chat):
            emit(.draft(chat, try await engine.draft(in: chat)))
            if let edit = try await engine.editDraft(in: chat) { emit(.editDraft(edit.message, edit.text)) }
        case .readCommand(let chat): if let line = try await engine.command(in: chat) { emit(.command(chat, line)) }
        case .receipts(let message, let chat): try await showReceipts(of: message, in: chat)
        case .retry(let entry, let chat): try await engine.retry(entry, in: chat)
        case .drop(let entry, let chat):
            let isDropped = try await engine.discard(entry, in: chat)
            emit(.told(isDropped ? "Dropped." : "Too late: it is on its way.", .plain))
        case .loadInbox: emit(.inbox(try await engine.loadInbox()))
        case .loadPeople: if let people = try? await engine.api.contacts() { emit(.people(people)) }
        case .openPerson(let user): try await openChat(with: user)
        case .loadThread(let message, let chat): emit(.thread(message, try await engine.thread(of: message, in: chat)))
        case .locate(let message, let chats): try await locate(message, in: chats)
        case .loadPage(let request): emit(.page(try await page(request.kind), isAsked: request.isAsked))
        case .draftReason(let reason, let kind, let person):
            emit(.drafted(try await engine.api.draft(reason, WeekDraftRequest(kind: kind)), about: person))
        case .dismissReason(let reason):
            try await engine.api.dismiss(reason)
            emit(.dismissed)
        case .openLink(let address): try await DesktopOpener.open(address)
        case .loadPicture(let key, let message, let chat):
            emit(.picture(key, await pictures.picture(key, of: message, in: chat)))
        case .completePath(let typed): emit(.pathCompletions(for: typed, PathCompletion.paths(beginning: typed)))
        case .ask(let query): await follow(engine.api.askStreaming(query))
        case .loadAssistant(let start): await loadAssistant(since: start)
        case .regenerate(let turn): try await regenerate(turn)
        case .confirm(let id, let version):
            emit(.shared(.outcome(try await engine.api.confirm(proposal: id.description, version: version))))
        case .cancel(let id): emit(.shared(.cancelled(try await engine.api.cancel(proposal: id.description))))
        case .editProposal(let id, let request):
            emit(.changedProposal(try await engine.api.edit(proposal: id.description, request)))
        case .selectVersion(let turn, let step):
            let change = try await engine.api.select(turn: turn, step: step)
            emit(.conversation(try await engine.api.conversation(change.conversation.id)))
        case .measureLag: await measureLag()
        case .reconnect: await engine.reconnectNow()
        case .shared, .typed, .send, .saveDraft, .keepDraft, .saveCommand, .edit, .saveEdit, .delete, .react, .pin,
            .saveSettings, .copy, .bell, .notify, .externalEditor, .redraw, .suspend, .quit:
            break
        }
    }

    private func load(_ chat: ChatID, before end: Int64?, limit: Int) async throws {
        emit(.history(chat, try await engine.history(of: chat, before: end, limit: limit)))
    }

    private func showReceipts(of message: MessageID, in chat: ChatID) async throws {
        guard let found = try await engine.message(message, in: chat) else { return }
        emit(.shared(.receipts(found, try await engine.api.receipts(of: message, in: chat))))
    }

    private func openChat(with user: UserID) async throws {
        let chat = try await engine.directChat(with: user)
        if try await engine.chat(chat.id) == nil { try await engine.refresh() }
        emit(.shared(.opened(try await engine.chat(chat.id) ?? chat, draft: "")))
    }

    private func locate(_ message: MessageID, in chats: [ChatID]) async throws {
        for chat in chats {
            if let cached = try await engine.message(message, in: chat) {
                return emit(.located(chat, seq: cached.seq))
            }
        }
        for (index, chat) in chats.enumerated() {
            do {
                return emit(.located(chat, seq: try await engine.api.message(message, in: chat).seq))
            } catch let error as ClientError where error.code == .notFound && index < chats.count - 1 {}
        }
    }

    private func page(_ kind: PageRequest.Kind) async throws -> PageContent {
        switch kind {
        case .week: .week(try await engine.api.week())
        case .inbox: .inbox(try await engine.api.inbox())
        case .profile(let user, let name): .profile(try await engine.api.profile(of: user).items, of: user, name: name)
        case .actions(let chat): .actions(try await engine.api.insights(of: chat))
        }
    }

    /// - Returns: the conversation that the answer is in; `nil` if there is no answer.
    @discardableResult
    private func follow(_ events: AsyncThrowingStream<AssistantEvent, any Error>) async -> ConversationID? {
        var conversation: ConversationID?
        do {
            for try await event in events {
                if case .completed(let answer) = event { conversation = answer.conversationId }
                emit(.shared(.answer(event)))
            }
        } catch {
            emit(.shared(.answerFailed("\(error)")))
        }
        return conversation
    }

    /// Failures need no message: nobody has asked for it.
    private func loadAssistant(since start: Timestamp) async {
        if let proposals = try? await engine.api.pendingProposals() { emit(.proposals(proposals.reversed())) }
        guard let conversations = try? await engine.api.conversations(limit: 20).conversations,
            let latest = conversations.max(by: { $0.updatedAt < $1.updatedAt }), latest.updatedAt >= start,
            let tree = try? await engine.api.conversation(latest.id)
        else { return }
        emit(.earlierConversation(tree))
    }

    private func regenerate(_ turn: TurnID) async throws {
        let events = engine.api.regenerateStreaming(turn)
        guard let conversation = await follow(events) else { return }
        emit(.conversation(try await engine.api.conversation(conversation)))
    }

    private func measureLag() async {
        let clock = ContinuousClock()
        let start = clock.now
        guard (try? await engine.api.me()) != nil else { return }
        emit(.lag(milliseconds: Int((clock.now - start).wholeMilliseconds)))
    }

    // MARK: Following

    /// Emits the session's changes as inputs. A burst of changes is read from the cache once. Runs until its task is
    /// cancelled.
    func follow(_ changes: AsyncStream<SyncChange>) async {
        let changed = ChangedChats()
        async let reading: Void = read(changed)
        for await change in changes {
            switch change {
            case .connection(let state):
                if state.isOnline { emit(.serverClock(offset: await engine.serverClockOffset)) }
                emit(.shared(.connection(state)))
            case .event(let event): emit(.shared(.event(event)))
            case .failed(let entry): emit(.shared(.sendFailed(entry)))
            case .progress(let progress): emit(.uploaded(progress))
            case .refused(let change, let error): emit(.refused(change, "\(error)"))
            case .chats(let chats): changed.add(chats)
            }
        }
        changed.finish()
        await reading
    }

    private func read(_ changed: ChangedChats) async {
        for await chats in changed.batches {
            emit(.shared(.chatsUpdated((try? await engine.chats()) ?? [])))
            emit(.shared(.outbox((try? await engine.outbox()) ?? [])))
            emit(.changed(chats))
        }
    }
}

/// Chats that have changed since the cache was last read.
private final class ChangedChats: Sendable {
    private let chats = Mutex<Set<ChatID>>([])
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init() { (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func add(_ more: Set<ChatID>) {
        chats.withLock { $0.formUnion(more) }
        signal.yield()
    }

    func finish() { signal.finish() }

    /// For a single consumer.
    var batches: AsyncMapSequence<AsyncStream<Void>, Set<ChatID>> {
        signals.map { _ in
            self.chats.withLock { chats in
                defer { chats = [] }
                return chats
            }
        }
    }
}
