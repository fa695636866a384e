import Domain
import SpotterAPI
import SpotterClient

/// Server events and the results of requests.
extension AppModel {
    mutating func handle(_ input: ChatInput) -> [AppEffect] {
        switch input {
        case .connection(let state): return connectionChanged(state)
        case .event(let event): return received(event)
        case .chats(let chats), .chatsUpdated(let chats): return listed(chats)
        case .outbox(let entries), .enqueued(let entries):
            outbox = entries
            let waiting = Set(entries.flatMap(\.attachments).filter { $0.mediaId == nil }.map(\.clientMediaId))
            uploads = uploads.filter { waiting.contains($0.key) }
            return []
        case .sendFailed(let entry):
            if case .failed(let reason, _) = entry.state { tell("not sent: \(reason)", .failed) }
            return ringsNow ? [.bell] : []
        case .opened(let chat, _):
            if list.chats[chat.id] == nil { list.update(chat) }
            return openChat(chat.id)
        case .openFailed(let reason), .failed(let reason), .loadFailed(_, let reason):
            transfer = nil
            tell(reason, .failed)
            return []
        case .told(let lines):
            transfer = nil
            return told(lines)
        case .transfer(let file):
            transfer = file.done < file.total ? file : nil
            return []
        case .receipts(let message, let receipts):
            showReceipts(message, receipts)
            return []
        case .answer, .answerFailed, .outcome, .cancelled: return handleAssistant(input)
        case .searchResults(let answer):
            showResults(answer)
            return []
        case .searchFailed(let reason):
            searchFailed(reason)
            return []
        case .agenda(let events, let range):
            show(PageFormatter(model: self).agenda(events, range))
            return []
        case .reminders(let reminders):
            showPane(
                "Reminders",
                ReminderFormatter.lines(reminders, now: clock.now(), time: time, style: .plain).map { StyledText($0) }
            )
            return []
        case .notices(let notices): return show(notices)
        case .tick: return tick()
        case .started: return [.shared(.loadNotices)]
        case .new, .older, .foundToDelete, .succeeded, .line, .edited, .serverClock, .endOfInput: return []
        }
    }

    private mutating func told(_ lines: [String]) -> [AppEffect] {
        let texts = lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        if texts.count == 1, let line = texts.first, DisplayWidth.of(line) < size.columns {
            tell(line)
        } else if !texts.isEmpty {
            showPane(paneTitle ?? "", texts.map { StyledText($0) })
        }
        paneTitle = nil
        return []
    }

    private mutating func connectionChanged(_ state: ConnectionState) -> [AppEffect] {
        let wasOnline = connection.state.isOnline
        connection.state = state
        connection.retryAt = nil
        switch state {
        case .online:
            connection.offlineSince = nil
            pictures.forgetFailures()
            timeline?.gapsAsked = []
            connection.lagAskedAt = clock.now()
            list.inboxAsked(at: clock.now())
            let inbox: [AppEffect] = me.role == .trainer ? [.loadInbox] : []
            let caughtUp = open.map { [AppEffect.catchUp($0), .shared(.view(hasFocus ? $0 : nil))] } ?? []
            // What was talked about this morning goes on; what is older begins anew.
            return inbox + caughtUp + [
                .shared(.loadNotices), .measureLag, .loadPeople,
                .loadAssistant(since: clock.now().adding(minutes: -720)),
            ]
        case .reconnecting(_, let wait):
            connection.retryAt = clock.now().adding(milliseconds: wait.wholeMilliseconds)
            fallthrough
        case .connecting, .offline:
            if wasOnline || connection.offlineSince == nil { connection.offlineSince = clock.now() }
            connection.lag = nil
            return []
        case .ended(let error):
            tell("\(error)", .failed)
            connection.offlineSince = clock.now()
            return []
        }
    }

    private mutating func received(_ event: ServerEvent) -> [AppEffect] {
        switch event {
        case .chat(let change): return received(change)
        case .typing(let event):
            if event.userId != me.id { typing.record(event, now: clock.now()) }
            return []
        case .presence(let status):
            presence[status.userId] = status.status
            return []
        case .gone(let chat): return removed(chat)
        case .error(let id, let error):
            if id == nil { tell("\(ClientError(error))", .failed) }
            return []
        case .notice(let notice): return received(notice)
        case .noticesSeen(let change):
            seenElsewhere(change.noticeIds)
            return []
        case .draft(let change):
            // Written on another device, or sent there.
            guard change.chatId == open, composer.writesMessage, !composer.hasUnsentDraft else { return [] }
            return [.readDraft(change.chatId)]
        case .contactRequest(let request):
            tell("! \(NoticeFormatter.line(request, style: .plain))", .waiting, seconds: Self.noticeSeconds)
            return ringsNow ? [.bell] : []
        case .other(ServerFrameType.inboxChanged.rawValue, _, _, _):
            list.inboxChanged()
            return []
        case .receipt, .welcome, .ack, .pong, .settings, .user, .resync, .other: return []
        }
    }

    private mutating func received(_ event: ChatEvent) -> [AppEffect] {
        if let member = event.member, member.userId == me.id, member.change == .removed || member.change == .left {
            return removed(event.chatId)
        }
        guard event.type == .messageCreated, let message = event.message else { return [] }
        typing.stopped(message.senderId, in: event.chatId)
        guard message.senderId != me.id else { return [] }
        if event.chatId == open, timeline?.scroll != .newest { timeline?.newBelow += 1 }
        let isSeen = hasFocus && event.chatId == open
        let chat = list.chats[event.chatId]
        let isMuted = chat?.mutedUntil.map { $0 > clock.now() } ?? false
        guard !isSeen, !isMuted, ringsNow else { return [] }
        let name = name(of: message.senderId, in: chat)
        // A preview on a locked screen would show what only these two may read.
        return [.bell, .notify(title: "Spotter", body: "\(name) wrote")]
    }

    var ringsNow: Bool { !settings.isQuiet(atMinute: time.minuteOfDay(clock.now())) }

    mutating func removed(_ chat: ChatID) -> [AppEffect] {
        list.remove(chat)
        guard chat == open else { return [] }
        timeline = nil
        composer.reset()
        composer.savedCommand = nil
        focus = .list
        tell("You're no longer in this chat.")
        return []
    }

    mutating func listed(_ chats: [Chat]) -> [AppEffect] {
        let wasEmpty = list.chats.isEmpty
        list.set(chats)
        if let open, list.chats[open] == nil { return removed(open) }
        guard wasEmpty, open == nil, !chats.isEmpty, layout.showsList || focus == .list else { return [] }
        focus = .list
        list.selected = list.ordered.first
        return []
    }

    // MARK: Results

    private mutating func showReceipts(_ message: Message, _ receipts: [MessageReceipt]) {
        let now = clock.now()
        var lines = [StyledText(MessagePreview.text(of: message), .dim), StyledText()]
        for receipt in receipts where receipt.userId != me.id && receipt.userId != message.senderId {
            let read = receipt.readAt.map { StyledText("read \(time.compact($0, now: now))", .accent) }
            let delivered = receipt.deliveredAt.map { StyledText("delivered \(time.compact($0, now: now))", .dim) }
            lines.append(
                StyledText(receipt.displayName + "  ")
                    + (read ?? delivered ?? StyledText("not delivered yet", .waiting))
            )
        }
        showPane("Seen by", lines)
    }

    private mutating func searchFailed(_ reason: String) {
        guard case .search(var search) = pane else { return tell(reason, .failed) }
        search.failure = reason
        search.isRunning = false
        pane = .search(search)
    }

    private mutating func showResults(_ answer: SearchResponse) {
        guard case .search(var search) = pane else { return }
        search.results = answer.results
        search.note = answer.degraded
        search.isRunning = false
        search.selected = 0
        pane = .search(search)
        paneScroll = 0
        // Whoever writes meanwhile keeps the keys.
        if !answer.results.isEmpty, focus == .composer, composer.isEmpty { focus = .pane }
    }
}
