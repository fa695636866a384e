import Domain
import SpotterAPI
import SpotterClient

/// Submitted lines.
extension ChatModel {
    mutating func submit(_ line: String) -> [ChatEffect] {
        if deferredLines != nil {
            deferredLines?.append(line)
            return []
        }
        if let answered = answerQuestion(line) { return answered }
        guard let command = SlashCommand(line) else { return readOn() }
        switch command {
        case .message(let text): return send(text)
        case .help: return [.print(SlashCommand.helpText.split(separator: "\n").map(String.init))]
        case .chats: return [.listChats]
        case .open(let name): return openChat(named: name)
        case .history: return loadOlder()
        case .search(let words, let everywhere): return [.search(words, in: everywhere ? nil : open)]
        case .act(.delete, let choice):
            return inChat { [.findToDelete(choice, in: $0)] }
        case .act(let action, let choice): return inChat { [.act(action, on: choice, in: $0)] }
        case .mute(let hours):
            let until = hours.map { serverClock.now().adding(minutes: Int64($0) * 60) } ?? .latest
            return inChat { [.mute($0, until: until)] }
        case .unmute: return inChat { [.mute($0, until: nil)] }
        case .leave: return askToLeave()
        case .people(let command): return [.people(command, in: open)]
        case .file(let path, let caption): return inChat { [.sendFile(path, caption: caption, to: $0)] }
        case .save(let choice, let path): return inChat { [.saveFiles(choice, to: path, in: $0)] }
        case .openFile(let choice): return inChat { [.openFile(choice, in: $0)] }
        case .retry: return failed.isEmpty ? [.print(["Nothing has failed here."])] : [.retry(open)]
        case .discard: return failed.isEmpty ? [.print(["Nothing has failed here."])] : [.discard(open)]
        case .ask(let question): return ask(question)
        case .confirm(let which): return proposal(which).map { [.confirm($0.id.description)] } ?? [noProposal(which)]
        case .cancel(let which): return proposal(which).map { [.cancel($0.id.description)] } ?? [noProposal(which)]
        case .agenda(let span):
            spansAsked.append(span)
            return agendasAsked()
        case .reminders: return [.listReminders]
        case .who: return showMembers()
        case .coach(let command): return effects(of: command)
        case .settings:
            return [.print(["What can be set is for the full screen: spotter chat without --plain, then /settings."])]
        case .quit:
            quit(.whenStored)
            return []
        case .invalid(let reason): return [.print([style.red("✗ ") + reason])]
        }
    }

    private mutating func send(_ text: String) -> [ChatEffect] {
        // Until a chat is open, a plain line selects one.
        guard let open else { return openChat(named: text.trimmed) }
        do {
            _ = try Validation.messageText(text)
        } catch {
            return [.print([style.red("✗ ") + error.message])]
        }
        enqueuing += 1
        typing.messageSent()
        return [.send(chatId: open, text: text)]
    }

    private mutating func openChat(named name: String) -> [ChatEffect] {
        guard let number = Int(name) else {
            deferredLines = []
            return [.open(name)]
        }
        guard listedChats.indices.contains(number - 1) else {
            return [.print([style.red("✗ ") + "There's no chat \(number); /chats lists them."])]
        }
        deferredLines = []
        return [.open(listedChats[number - 1].description)]
    }

    private func inChat(_ effects: (ChatID) -> [ChatEffect]) -> [ChatEffect] {
        open.map(effects) ?? [Self.noOpenChat]
    }

    static let noOpenChat = ChatEffect.print(["Open a chat first: /chats, then /open NAME."])

    /// Failed messages of the open chat. If none is open: of all chats, including those that the user has left.
    private var failed: [OutboxEntry] { outbox.filter { $0.isFailed && (open == nil || $0.chatId == open) } }

    private mutating func ask(_ question: String) -> [ChatEffect] {
        answer = AnswerAccumulator()
        answerLine = ""
        return [
            .ask(
                AssistantQuery(
                    message: question,
                    conversationId: assistantConversation?.id,
                    parent: assistantConversation.map { .turn($0.last) } ?? .latest,
                    timezone: me.timezone
                )
            )
        ]
    }

    /// The proposal with this number or id; the latest if none is given.
    private func proposal(_ which: String?) -> Proposal? {
        guard let which else { return proposals.last }
        if let number = Int(which) { return proposals.indices.contains(number - 1) ? proposals[number - 1] : nil }
        return proposals.first { $0.id.description == which }
    }

    private func noProposal(_ which: String?) -> ChatEffect {
        .print([which == nil ? "Nothing waits for a confirmation." : "There's no such proposal."])
    }

    private func showMembers() -> [ChatEffect] {
        guard let open, let chatState = chatStates[open] else { return [.print(["No chat is open."])] }
        let lines = chatState.chat.members.map { member in
            let status = member.userId == me.id ? "you" : presence[member.userId]?.rawValue ?? "offline"
            let role = member.role == .admin && chatState.chat.kind == .group ? ", admin" : ""
            return "  \(TerminalText.line(member.displayName))" + style.dim("  \(status)\(role)")
        }
        return [.print(lines)]
    }
}
