import Domain
import SpotterAPI
import SpotterClient

/// The entries of the pane's pages.
struct PageFormatter {
    let model: AppModel

    private var now: Timestamp { model.clock.now() }
    private var time: LocalTime { model.time }

    func page(_ content: PageContent) -> PagePane {
        switch content {
        case .week(let page): week(page)
        case .inbox(let items): inbox(items)
        case .profile(let items, let user, let name): profile(items, of: user, name)
        case .actions(let insights): actions(insights)
        }
    }

    // MARK: Who needs the trainer this week, and why

    private func week(_ page: WeekPage) -> PagePane {
        let last = time.day(page.until.adding(milliseconds: -1))
        var entries = [
            PagePane.Entry([
                StyledText("\(time.day(page.since)) to \(last)", .dim),
                StyledText(WeekFormatter.sessions(page.sessions), .dim),
            ])
        ]
        if page.people.isEmpty { entries += [Self.space, PagePane.Entry(["Nobody needs you."])] }
        for person in page.people {
            entries.append(Self.space)
            let chat = person.chatId.map { PagePane.Target.chat($0) } ?? .person(person.userId)
            entries.append(PagePane.Entry([StyledText(person.displayName, .strong)], chat))
            entries += person.reasons.map { reason in
                let mark = reason.kind.isNews ? StyledText("· ", .dim) : StyledText("! ", .waiting)
                let text = [mark + StyledText(reason.text)] + reason.citations.prefix(1).map(quote)
                let action = PagePane.Reason(
                    id: reason.id,
                    text: reason.text,
                    person: person.userId,
                    drafts: reason.drafts
                )
                return PagePane.Entry(text, reason.citations.first.map(message) ?? chat, reason: action)
            }
            if person.moreReasons > 0 {
                entries.append(PagePane.Entry([StyledText("and \(person.moreReasons) more", .dim)]))
            }
            entries += person.sessions.map {
                PagePane.Entry([StyledText(WeekFormatter.session($0, now: now, time: time, style: .plain), .dim)])
            }
        }
        if page.morePeople > 0 {
            entries += [Self.space, PagePane.Entry([StyledText("and \(page.morePeople) more", .dim)])]
        }
        if !page.reminders.isEmpty { entries += [Self.space, PagePane.Entry([StyledText("You promised", .strong)])] }
        entries += page.reminders.map { reminder in
            let text = StyledText("\(time.moment(reminder.dueAt, now: now)) ", .waiting) + StyledText(reminder.text)
            let action = PagePane.Reason(
                id: reminder.reasonId,
                text: reminder.text,
                person: reminder.userId,
                drafts: [.reminder]
            )
            return PagePane.Entry([text, quote(reminder.citation)], message(reminder.citation), reason: action)
        }
        return PagePane(kind: .week, title: "This week", entries: entries)
    }

    private func quote(_ citation: Citation) -> StyledText {
        let quote = DisplayWidth.truncate(TerminalText.line(citation.quote), to: 120)
        return StyledText("  “\(quote)” \(time.moment(citation.sentAt, now: now))", .dim)
    }

    private func message(_ citation: Citation) -> PagePane.Target { .message(citation.messageId, in: citation.chatId) }

    // MARK: Who waits

    private func inbox(_ items: [InboxItem]) -> PagePane {
        var entries = items.flatMap { item -> [PagePane.Entry] in
            let name = model.list.chats[item.chatId]?.name ?? "?"
            let waited = InboxFormatter.waited(since: item.waitingSince, now: now)
            let until = item.snoozedUntil.map { ", later: \(time.moment($0, now: now))" } ?? ""
            return [
                PagePane.Entry(
                    [
                        StyledText(name, .strong) + StyledText("  \(waited)\(until)", .waiting),
                        StyledText(DisplayWidth.truncate(MessagePreview.text(of: item.lastMessage), to: 120)),
                    ],
                    .chat(item.chatId)
                ), Self.space,
            ]
        }
        if entries.isEmpty { entries = [PagePane.Entry(["Nobody waits for you."])] }
        return PagePane(kind: .inbox, title: "Waiting for you", entries: entries)
    }

    // MARK: A client

    private func profile(_ items: [ProfileItem], of user: UserID, _ name: String) -> PagePane {
        var entries: [PagePane.Entry] = []
        var heading = ""
        let numbered = items.enumerated()
        let current = numbered.filter { $0.element.status == .current }
        for (index, item) in current + numbered.filter({ $0.element.status != .current }) {
            let isOver = item.status != .current
            let title = isOver ? "Earlier" : ProfileFormatter.title(of: item.category)
            if title != heading {
                if !entries.isEmpty { entries.append(Self.space) }
                entries.append(PagePane.Entry([StyledText(title, isOver ? .dim : .strong)]))
            }
            heading = title
            let source = item.sources.first.map { PagePane.Target.messageOf(user, $0.messageId) }
            let line = StyledText("\(index + 1). \(item.text)", isOver ? .dim : .plain)
            let remark = StyledText(ProfileFormatter.remark(on: item), .dim)
            let arrow = source == nil ? StyledText() : StyledText(" ↗", .accent)
            entries.append(PagePane.Entry([line + remark + arrow], source))
        }
        if entries.isEmpty { entries = [PagePane.Entry([StyledText("Nothing is known yet.", .dim)])] }
        return PagePane(kind: .profile, title: TerminalText.line(name), entries: entries)
    }

    private func actions(_ insights: ChatInsights) -> PagePane {
        var entries = insights.actionItems.enumerated().map { index, item in
            let task = InsightFormatter.task(item, me: model.me.id, now: now, time: time)
            let text = StyledText("\(index + 1) ", .accent) + StyledText("\(item.done ? "✓" : "·") \(task)")
            return PagePane.Entry([item.done ? text.colored(.dim) : text], message(item.citation))
        }
        if entries.isEmpty { entries = [PagePane.Entry(["Nothing to do."])] }
        if !insights.decisions.isEmpty { entries += [Self.space, PagePane.Entry([StyledText("Decided", .strong)])] }
        entries += insights.decisions.map { decision in
            let text = StyledText("\(time.day(decision.decidedAt)) ", .dim) + StyledText(decision.text)
            return PagePane.Entry([text], decision.citations.first.map(message))
        }
        if let meeting = insights.meeting {
            let text = StyledText("Asks to meet: ", .waiting) + StyledText(meeting.citation.quote)
            entries += [Self.space, PagePane.Entry([text], message(meeting.citation))]
        }
        return PagePane(kind: .actions, title: "To do", entries: entries)
    }

    // MARK: The agenda and the members

    func agenda(_ events: [ListedEvent], _ range: AgendaRange) -> PagePane {
        let shown = events.filter { $0.event.status != .cancelled }
        var entries: [PagePane.Entry] = []
        var heading = ""
        for listed in shown {
            // What has begun before the first day is listed on it.
            let day = time.day(max(listed.event.startsAt, range.start))
            if day != heading { entries.append(PagePane.Entry([StyledText(day, .strong)])) }
            heading = day
            let other = model.me.role == .trainer ? listed.event.clientId : listed.event.trainerId
            let line = StyledText(
                AgendaFormatter.line(listed, time, .plain),
                listed.event.status == .completed ? .dim : .plain
            )
            entries.append(PagePane.Entry([line], other.map { .person($0) }))
        }
        if entries.isEmpty { entries = [PagePane.Entry([StyledText(AgendaFormatter.nothing(in: range))])] }
        let title = range.span == .today ? "Today" : "Seven days"
        return PagePane(kind: .agenda(range.span), title: title, entries: entries)
    }

    func members(of chat: Chat) -> PagePane {
        let entries = chat.members.map { member in
            let isMe = member.userId == model.me.id
            let status = isMe ? .online : model.presence[member.userId] ?? .offline
            let dot = status == .online ? StyledText("● ", .good) : StyledText("  ")
            let role = chat.kind == .group && member.role == .admin ? ", admin" : ""
            let detail = StyledText("  \(isMe ? "you" : status.rawValue)\(role)", .dim)
            let target = isMe || chat.kind == .direct ? nil : PagePane.Target.person(member.userId)
            return PagePane.Entry([dot + StyledText(member.displayName) + detail], target)
        }
        return PagePane(kind: .members, title: "Members", entries: entries)
    }

    private static let space = PagePane.Entry([StyledText()])
}
