public import Domain

/// `GET /v1/notices`: unseen ones first, oldest first; then, if asked for, the seen ones, latest first. With
/// `before`, those before a notice, latest first.
///
/// ```swift
/// func unseen(_ response: NoticesResponse) -> [Notice] { response.notices.filter { $0.seenAt == nil } }
/// ```
public struct NoticesResponse: APIValue {
    public let notices: [Notice]
    public let hasMore: Bool

    public init(notices: [Notice], hasMore: Bool) {
        self.notices = notices
        self.hasMore = hasMore
    }

    public static var example: NoticesResponse { NoticesResponse(notices: [Examples.notice], hasMore: false) }
}

/// One notice.
///
/// ```swift
/// func isSeen(_ response: NoticeResponse) -> Bool { response.notice.seenAt != nil }
/// ```
public struct NoticeResponse: APIValue {
    public let notice: Notice

    public init(notice: Notice) { self.notice = notice }
    public static var example: NoticeResponse { NoticeResponse(notice: Examples.notice) }
}

extension Examples {
    fileprivate static let notice = Notice(
        id: id(11),
        userId: sara,
        kind: .eventMoved,
        text: "Call with Alex",
        startsAt: time,
        endsAt: later,
        previousStartsAt: time.adding(minutes: -60),
        previousEndsAt: time,
        location: "Studio 2",
        with: ["Alex"],
        eventId: event.id,
        createdAt: time
    )
}

/// The frame `notice.seen`: another device of the user has shown these.
///
/// ```swift
/// func shown(_ change: NoticesSeen) -> Int { change.noticeIds.count }
/// ```
public struct NoticesSeen: Sendable, Equatable, Codable {
    public let noticeIds: [NoticeID]
    public let at: Timestamp

    public init(noticeIds: [NoticeID], at: Timestamp) {
        self.noticeIds = noticeIds
        self.at = at
    }
}
