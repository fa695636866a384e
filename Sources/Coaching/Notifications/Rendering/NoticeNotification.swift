import Domain
import Scheduling
import SpotterAPI

/// The notification of a due reminder or a changed appointment.
struct NoticeNotification: NotificationContent {
    let notice: Notice
    let title: String
    let body: String
    let url: String?
    /// The number of unread messages in all chats that aren't muted.
    let badge: Int
    /// Whether the texts may be shown.
    let preview: Bool

    /// - Parameter clock: the user's zone, for the times in the text.
    init(of notice: Notice, badge: Int, preview: Bool, clock: LocalClock, settings: NotificationSettings) {
        self.notice = notice
        self.badge = badge
        self.preview = preview
        let page = settings.publicURL
        url = page?.contains("{") == false ? page : nil
        guard preview else {
            title = "Spotter"
            switch notice.kind {
            case .reminderDue: body = "A reminder is due"
            case .weekReady: body = "Your weekly page is ready"
            case .measureAlert: body = "A client's value is worth a look"
            case .eventCreated, .eventMoved, .eventRelocated, .eventCancelled: body = "An appointment has changed"
            }
            return
        }
        let text = Notification.shortened(notice.text)
        let start = clock.words(notice.startsAt)
        let whereItIs = notice.location.map { ", \(Notification.shortened($0))" } ?? ""
        switch notice.kind {
        case .reminderDue: (title, body) = ("⏰ Reminder", text)
        // A number, no content.
        case .weekReady: (title, body) = ("📋 Your week", text)
        case .measureAlert:
            let name = notice.with.first.map { Notification.shortened($0) }
            (title, body) = ("📈 \(name ?? "Progress")", text)
        case .eventCreated: (title, body) = ("📅 New appointment", "\(text), \(start)\(whereItIs)")
        case .eventMoved:
            let before = notice.previousStartsAt.map { " (was \(clock.words($0)))" } ?? ""
            (title, body) = ("📅 Appointment moved", "\(text), \(start)\(before)\(whereItIs)")
        case .eventRelocated:
            let place = notice.location.map { "at \(Notification.shortened($0))" } ?? "without a place"
            (title, body) = ("📅 Another place", "\(text), \(start), now \(place)")
        case .eventCancelled: (title, body) = ("📅 Appointment cancelled", "\(text), \(start)")
        }
    }

    var subject: [UInt8] { notice.id.bytes }
    var topic: [UInt8] { notice.eventId?.bytes ?? notice.id.bytes }

    func json() -> [UInt8] {
        JSONWriter.object { json in
            json.field("type", notice.kind.rawValue)
            json.field("title", title)
            json.field("body", body)
            if let url { json.field("url", url) }
            json.field("badge", Int64(badge))
            json.object("data") { data in
                data.field("type", notice.kind.rawValue)
                data.field("noticeId", notice.id)
                if let reminder = notice.reminderId { data.field("reminderId", reminder) }
                if let event = notice.eventId { data.field("eventId", event) }
                data.field("startsAt", notice.startsAt)
                if let end = notice.endsAt { data.field("endsAt", end) }
                if preview { data.field("text", Notification.shortened(notice.text)) }
                data.field("badge", Int64(badge))
            }
        }
    }
}

extension LocalClock {
    /// `Thu 26 Nov 18:30`
    fileprivate func words(_ instant: Timestamp) -> String {
        let (day, second) = local(instant)
        let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let date = day.date
        func name(_ names: [String], _ index: Int) -> String { names.indices.contains(index) ? names[index] : "" }
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let time = "\(two(second / 3600)):\(two(second / 60 % 60))"
        return "\(name(days, day.weekday)) \(date.day) \(name(months, date.month - 1)) \(time)"
    }
}
