import Domain
import SpotterClient

/// Does what takes time, beside the loop that reacts; results come back as inputs.
struct ChatWorker: Sendable {
    let api: SpotterHTTP
    let live: ReconnectingSocket
    let me: UserID
    let report: @Sendable (ChatInput) -> Void

    private let ids = UUIDv7Source(clock: SystemClock())
    /// Sends go out in the order in which they were written, whatever the scheduler does with tasks.
    private let frames: AsyncStream<Outgoing>.Continuation

    private enum Outgoing: Sendable {
        case frame(ClientFrame)
        case draft(Draft)
    }

    init(
        api: SpotterHTTP,
        live: ReconnectingSocket,
        me: UserID,
        report: @escaping @Sendable (ChatInput) -> Void
    ) {
        self.api = api
        self.live = live
        self.me = me
        self.report = report
        let (outgoing, continuation) = AsyncStream.makeStream(of: Outgoing.self)
        frames = continuation
        Task {
            for await next in outgoing {
                switch next {
                case .frame(let frame): await live.transmit(frame)
                case .draft(let draft): await Self.send(draft, live, report)
                }
            }
        }
    }

    /// Hands the draft over before it returns; the ack is awaited beside it.
    private static func send(
        _ draft: Draft,
        _ live: ReconnectingSocket,
        _ report: @escaping @Sendable (ChatInput) -> Void
    ) async {
        await live.post(draft) { result in
            switch result {
            case .success(let message): report(.sent(message))
            case .failure(let error): report(.notSent(draft.text, reason: "\(error)"))
            }
        }
    }

    func start(_ effect: ChatEffect) {
        switch effect {
        case .transmit(let frame): frames.yield(.frame(frame))
        case .send(let chat, let text):
            let id: MessageID = ids.next()
            frames.yield(.draft(Draft(chatId: chat, clientMessageId: id.description, text: text)))
        case .ask(let question): ask(question)
        default: request(effect)
        }
    }

    private func ask(_ question: AssistantQuestion) {
        Task {
            do {
                for try await event in api.askStreaming(question) { report(.answer(event)) }
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

    private static func read(_ chat: ChatID, _ seq: Int64, _ api: SpotterHTTP) async throws -> ChatInput {
        try await api.markRead(chat, upTo: seq)
        return .markedRead
    }

    private func answer(to effect: ChatEffect) async throws -> ChatInput? {
        switch effect {
        case .listChats: .chats(try await api.chats())
        case .listChatsQuietly: .chatsNoted(try await api.chats())
        case .open(let name): .opened(try await api.findChat(name, me: me))
        case .load(let chat, let before):
            .history(chat, try await api.messages(in: chat, before: before, limit: 30), isOlder: before != nil)
        case .markRead(let chat, let seq): try await Self.read(chat, seq, api)
        case .search(let words): .found(try await api.search(SearchQuery(words)))
        case .confirm(let id): .outcome(try await api.confirm(proposal: id))
        case .cancel(let id): .cancelled(try await api.cancel(proposal: id))
        case .print, .transmit, .send, .ask, .quit: nil
        }
    }
}
