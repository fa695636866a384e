import Domain
import ServerHarness
import SpotterAPI
import Synchronization

/// Executes the steps of a plan, with the device's knowledge at that time.
extension Device {
    func perform(_ step: Step) async {
        switch step {
        case .stopReading: return (try? await state.withLock { $0.socket }?.stopReading()) ?? ()
        case .resumeReading: return await resumeReading()
        case .cut(let cut): return await self.cut(cut)
        case .reconnect(let positions):
            await resumeReading()
            state.withLock { $0.socket }?.close()
            _ = await wait { $0.socket == nil }
            return await connect(positions)
        default: await connect()
        }
        await fetchBaselines()
        switch step {
        case .send, .repeatSend: await performSend(step)
        case .edit, .delete, .react, .pin: await performOnMessage(step)
        case .receipt, .readAll, .readChat, .readChatList: await performReading(step)
        case .settle:
            await resumeReading()
            _ = await ping()
        default: await performOnChat(step)
        }
    }

    func resumeReading() async { _ = try? await state.withLock { $0.socket }?.resumeReading() }

    private func cut(_ cut: RawSocket.Cut) async {
        guard let socket = state.withLock({ $0.socket }) else { return }
        try? await socket.resumeReading()
        await socket.cut(cut)
        // The server has to end a connection that the client half-closed.
        let ended = await wait { $0.socket !== socket }
        if !ended {
            recorder.note { history, _ in history.unanswered.append("\(name): still connected after \(cut)") }
            socket.close()
            _ = await wait { $0.socket !== socket }
        }
    }

    // MARK: Sending

    private func performSend(_ step: Step) async {
        switch step {
        case .send(let chat, let number, let text, let reply, let transport):
            let chatId = self.chat(chat)
            let key = "\(name)-\(number)"
            let replyTo = reply.flatMap { pick in pickMessage(pick, in: chatId)?.id }
            state.withLock { $0.sent.append((chatId, key, text, replyTo)) }
            await send(key, text, to: chatId, replyTo: replyTo, transport)
        case .repeatSend(let pick, let transport):
            let sent = state.withLock { $0.sent.isEmpty ? nil : $0.sent[pick % $0.sent.count] }
            if let sent { await send(sent.key, sent.text, to: sent.chat, replyTo: sent.reply, transport) }
        default: return
        }
    }

    func send(
        _ key: String,
        _ text: String,
        to chat: ChatID,
        replyTo: MessageID?,
        _ transport: Step.Transport
    ) async {
        switch transport {
        case .socket: sendOnSocket(key, text, chat, replyTo)
        case .rest: await sendByREST(key, text, chat, replyTo)
        case .both:
            sendOnSocket(key, text, chat, replyTo)
            await sendByREST(key, text, chat, replyTo)
        case .twice:
            sendOnSocket(key, text, chat, replyTo)
            sendOnSocket(key, text, chat, replyTo)
        }
    }

    private func noteSend(_ key: String, _ text: String, _ chat: ChatID) -> Int {
        recorder.note { history, tick in
            history.sends.append(
                .init(
                    sender: me.id.description,
                    chat: chat.description,
                    key: key,
                    text: text,
                    began: tick,
                    outcome: .unknown
                )
            )
            return history.sends.count - 1
        }
    }

    private func sendOnSocket(_ key: String, _ text: String, _ chat: ChatID, _ replyTo: MessageID?) {
        let index = noteSend(key, text, chat)
        let recorder = recorder
        request("s") { id in
            .send(.init(id: id, chatId: chat, clientMessageId: key, text: text, replyTo: replyTo))
        } complete: { outcome in
            recorder.note { history, _ in history.sends[index].outcome = outcome }
        }
    }

    private func sendByREST(_ key: String, _ text: String, _ chat: ChatID, _ replyTo: MessageID?) async {
        let index = noteSend(key, text, chat)
        let body = SendMessageRequest(clientMessageId: key, text: text, replyTo: replyTo)
        let answer = await client.request("POST", "/v1/chats/\(chat)/messages", token: me.token, body)
        guard let answer else { return }
        let outcome: History.Outcome =
            if case .done(let body) = answer.outcome { .done(body["message"] ?? .null) } else { answer.outcome }
        recorder.note { history, _ in history.sends[index].outcome = outcome }
    }

    // MARK: Reading

    private func performReading(_ step: Step) async {
        switch step {
        case .receipt(let chat, let isRead, let mark, let transport):
            let chatId = self.chat(chat)
            let last = state.withLock { $0.positions[chatId] ?? 0 }
            let seq: Int64 =
                switch mark {
                case .latest: last
                case .behind(let count): max(0, last - Int64(count))
                case .beyond: last + 100_000
                case .negative: -1
                }
            if transport == .rest, isRead {
                let path = "/v1/chats/\(chatId)/read"
                await read(.markRead, "POST", path, chat: chatId, ReadRequest(seq: seq))
            } else {
                let frame: ClientFrame = isRead ? .read(chatId, seq: seq) : .delivered(chatId, seq: seq)
                _ = try? state.withLock { $0.socket }?.send(frame)
            }
        case .readAll: _ = await client.request("POST", "/v1/chats/read", token: me.token)
        case .readChat(let chat):
            let chatId = self.chat(chat)
            await read(.chat, "GET", "/v1/chats/\(chatId)", chat: chatId)
            await read(.messages, "GET", "/v1/chats/\(chatId)/messages?limit=5", chat: chatId)
        default: await readChatList()
        }
    }

    // MARK: Choosing

    func chat(_ index: Int) -> ChatID { fixture.chats[index % max(1, fixture.chats.count)].id }

    func pickMessage(_ pick: Int, in chat: ChatID? = nil, mine: Bool? = nil) -> DeviceState.KnownMessage? {
        state.withLock { state in
            let all = state.known.filter { (chat ?? $0.chat) == $0.chat && (mine ?? $0.isMine) == $0.isMine }
            return all.isEmpty ? nil : all[pick % all.count]
        }
    }
}
