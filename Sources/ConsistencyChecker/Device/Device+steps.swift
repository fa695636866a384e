import Domain
import Synchronization

/// What each step of a plan comes to, given what the device knows by then.
extension Device {
    func perform(_ step: Step) async {
        switch step {
        case .stopReading: return await state.withLock { $0.link }?.read(false) ?? ()
        case .readOn: return await readOn()
        case .cut(let cut): return await self.cut(cut)
        case .reconnect(let positions):
            await readOn()
            state.withLock { $0.link }?.end()
            _ = await wait { $0.link == nil }
            return await connect(positions)
        default: await connect()
        }
        await fetchBases()
        switch step {
        case .send, .repeatSend: await performSend(step)
        case .edit, .delete, .react, .pin: await performOnMessage(step)
        case .receipt, .readAll, .look, .lookAtAll: await performReading(step)
        case .settle:
            await readOn()
            _ = await ping()
        default: await performOnChat(step)
        }
    }

    func readOn() async { await state.withLock { $0.link }?.read(true) }

    private func cut(_ cut: Step.Cut) async {
        guard let link = state.withLock({ $0.link }) else { return }
        await link.read(true)
        await link.cut(cut)
        // The server ends a connection of which one half is gone.
        let ended = await wait { $0.link !== link }
        if !ended {
            recorder.note { history, _ in history.unanswered.append("\(name): still connected after \(cut)") }
            link.end()
            _ = await wait { $0.link !== link }
        }
    }

    // MARK: Sending

    private func performSend(_ step: Step) async {
        switch step {
        case .send(let chat, let number, let text, let reply, let way):
            let chatId = self.chat(chat)
            let key = "\(name)-\(number)"
            let replyTo = reply.flatMap { pick in pickMessage(pick, in: chatId)?.id }
            state.withLock { $0.sent.append((chatId, key, text, replyTo)) }
            await send(key, text, to: chatId, replyTo: replyTo, way)
        case .repeatSend(let pick, let way):
            let sent = state.withLock { $0.sent.isEmpty ? nil : $0.sent[pick % $0.sent.count] }
            if let sent { await send(sent.key, sent.text, to: sent.chat, replyTo: sent.reply, way) }
        default: return
        }
    }

    func send(_ key: String, _ text: String, to chat: String, replyTo: String?, _ way: Step.Way) async {
        switch way {
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

    private func noteSend(_ key: String, _ text: String, _ chat: String) -> Int {
        recorder.note { history, tick in
            history.sends.append(
                .init(sender: me.id, chat: chat, key: key, text: text, began: tick, outcome: .unknown)
            )
            return history.sends.count - 1
        }
    }

    private func sendOnSocket(_ key: String, _ text: String, _ chat: String, _ replyTo: String?) {
        let index = noteSend(key, text, chat)
        var frame: [String: JSONValue] = [
            "type": "message.send", "chatId": .string(chat), "clientMessageId": .string(key), "text": .string(text),
        ]
        if let replyTo { frame["replyTo"] = .string(replyTo) }
        let recorder = recorder
        request("s", frame) { outcome in recorder.note { history, _ in history.sends[index].outcome = outcome } }
    }

    private func sendByREST(_ key: String, _ text: String, _ chat: String, _ replyTo: String?) async {
        let index = noteSend(key, text, chat)
        var body: [String: JSONValue] = ["clientMessageId": .string(key), "text": .string(text)]
        if let replyTo { body["replyTo"] = .string(replyTo) }
        let answer = await door.call("POST", "/v1/chats/\(chat)/messages", token: me.token, .object(body))
        guard let answer else { return }
        let outcome: History.Outcome =
            if case .done(let body) = answer.outcome { .done(body["message"] ?? .null) } else { answer.outcome }
        recorder.note { history, _ in history.sends[index].outcome = outcome }
    }

    // MARK: Reading

    private func performReading(_ step: Step) async {
        switch step {
        case .receipt(let chat, let isRead, let mark, let way):
            let chatId = self.chat(chat)
            let last = state.withLock { $0.positions[chatId] ?? 0 }
            let seq =
                switch mark {
                case .latest: last
                case .behind(let count): max(0, last - count)
                case .beyond: last + 100_000
                case .negative: -1
                }
            if way == .rest, isRead {
                let path = "/v1/chats/\(chatId)/read"
                await look(.read, "POST", path, chat: chatId, ["seq": .integer(seq)])
            } else {
                let type: JSONValue = isRead ? "receipt.read" : "receipt.delivered"
                let frame: JSONValue = ["type": type, "chatId": .string(chatId), "seq": .integer(seq)]
                state.withLock { $0.link }?.send(frame.text)
            }
        case .readAll: _ = await door.call("POST", "/v1/chats/read", token: me.token, [:])
        case .look(let chat):
            let chatId = self.chat(chat)
            await look(.chat, "GET", "/v1/chats/\(chatId)", chat: chatId)
            await look(.messages, "GET", "/v1/chats/\(chatId)/messages?limit=5", chat: chatId)
        default: await lookAtAll()
        }
    }

    // MARK: Choosing

    func chat(_ index: Int) -> String { stage.chats[index % max(1, stage.chats.count)].id }

    func pickMessage(_ pick: Int, in chat: String? = nil, mine: Bool? = nil) -> DeviceState.KnownMessage? {
        state.withLock { state in
            let all = state.known.filter { (chat ?? $0.chat) == $0.chat && (mine ?? $0.isMine) == $0.isMine }
            return all.isEmpty ? nil : all[pick % all.count]
        }
    }
}
