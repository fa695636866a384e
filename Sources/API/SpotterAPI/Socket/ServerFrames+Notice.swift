public import Domain
import Foundation

/// Frames of notices. They are rare, so they are encoded as the REST answers are.
extension ServerFrames {
    /// `{"type":"event.moved","notice":{…}}`; `reminder.due` also has the reminder: `{"id","text","dueAt"}`.
    public static func notice(_ notice: Notice) -> [UInt8] { bytes(NoticeFrame(notice)) }

    /// `{"type":"notice.seen","noticeIds":[…],"at":…}`.
    public static func noticesSeen(_ change: NoticesSeen) -> [UInt8] { bytes(NoticesSeenFrame(change)) }

    private static func bytes(_ frame: some Encodable) -> [UInt8] {
        // Texts, numbers and times: nothing that can't be encoded.
        (try? frame.json()).map(Array.init) ?? []
    }
}

private struct NoticesSeenFrame: Encodable {
    let type = ServerFrameType.noticeSeen
    let noticeIds: [NoticeID]
    let at: Timestamp

    init(_ change: NoticesSeen) { (noticeIds, at) = (change.noticeIds, change.at) }
}

struct NoticeFrame: Codable {
    struct DueReminder: Codable {
        let id: ReminderID
        let text: String
        let dueAt: Timestamp
    }

    let type: String
    let notice: Notice
    let reminder: DueReminder?

    init(_ notice: Notice) {
        type = notice.kind.rawValue
        self.notice = notice
        reminder = notice.reminderId.map { DueReminder(id: $0, text: notice.text, dueAt: notice.startsAt) }
    }
}
