import Domain
import SpotterAPI
import SpotterClient

/// Due reminders and changed appointments. They are told to somebody who looks, and only then count as seen.
extension AppModel {
    /// How long one stays on the screen: longer than what answers a key.
    static let noticeSeconds: Int64 = 30

    /// One that has just come.
    mutating func received(_ notice: Notice) -> [AppEffect] {
        let isNew = !toldNotices.contains(notice.id) && !unseenNotices.contains { $0.id == notice.id }
        var effects = show([notice])
        guard isNew, ringsNow else { return effects }
        effects.append(.bell)
        if !hasFocus { effects.append(.notify(title: "Spotter", body: NoticeFormatter.headline(of: notice.kind))) }
        return effects
    }

    mutating func show(_ notices: [Notice]) -> [AppEffect] {
        var effects: [AppEffect] = []
        for notice in notices where notice.seenAt == nil {
            if toldNotices.contains(notice.id) {
                // The server hasn't heard that it was seen.
                effects.append(.shared(.markNoticeSeen(notice.id)))
            } else if !unseenNotices.contains(where: { $0.id == notice.id }) {
                unseenNotices.append(notice)
            }
        }
        return effects + tellNotices()
    }

    /// One is a line; several are a list in the pane, so that none hides another: those that come while the line of one is
    /// still there, too.
    mutating func tellNotices() -> [AppEffect] {
        guard hasFocus, !unseenNotices.isEmpty else { return [] }
        let now = clock.now()
        let earlier = lineNotices.map { now < $0.until ? $0.notices : [] } ?? []
        lineNotices = (earlier + unseenNotices, now.adding(seconds: Self.noticeSeconds))
        let lines = (earlier + unseenNotices).map { NoticeFormatter.line($0, now: now, time: time, style: .plain) }
        if lines.count == 1 {
            tell("! \(lines.joined())", .waiting, seconds: Self.noticeSeconds)
        } else {
            showPane("Meanwhile", lines.map { StyledText($0) })
        }
        let told = unseenNotices.map(\.id)
        toldNotices.formUnion(told)
        unseenNotices = []
        return told.map { .shared(.markNoticeSeen($0)) }
    }

    /// Another device has shown them.
    mutating func seenElsewhere(_ notices: [NoticeID]) {
        toldNotices.formUnion(notices)
        unseenNotices.removeAll { notices.contains($0.id) }
    }
}
