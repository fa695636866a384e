public import Domain

/// Where the user's calendar is to be copied to: `PUT /v1/calendar/push`.
///
/// ```swift
/// let request = SetCalendarPushRequest(
///     url: "https://dav.example.com/alex/sessions/",
///     username: "alex",
///     password: Secret("one for this alone")
/// )
/// ```
public struct SetCalendarPushRequest: APIValue {
    /// The address of a calendar of another CalDAV server.
    public let url: String
    public let username: String
    public let password: Secret

    public init(url: String, username: String, password: Secret) {
        (self.url, self.username, self.password) = (url, username, password)
    }

    public static var example: SetCalendarPushRequest {
        SetCalendarPushRequest(
            url: "https://dav.example.com/alex/sessions/",
            username: "alex",
            password: Secret("one for this alone")
        )
    }
}

/// A calendar that is copied to another server, and how that goes. The password is never told.
public struct CalendarPush: Sendable, Codable, Hashable {
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case caldav
        case google
    }

    public enum State: String, Sendable, Codable, CaseIterable {
        case active
        /// It is tried again at `retryAt`.
        case failing
        /// It isn't tried again until it is set up anew: the password was refused several times.
        case stopped
    }

    public let url: String
    /// At Google: the calendar's name, usually the account's address.
    public let username: String
    public let state: State
    /// Events that are there, a series being one.
    public let copied: Int
    /// Events that the other server doesn't take.
    public let refused: Int
    /// Why it fails, or why an event isn't taken, in words.
    @Nullable public var error: String?
    /// When the other server was last as it should be, or nearer to it.
    @Nullable public var copiedAt: Timestamp?
    @Nullable public var retryAt: Timestamp?
    public let createdAt: Timestamp
    public let kind: Kind

    public init(
        url: String,
        username: String,
        state: State,
        copied: Int,
        refused: Int = 0,
        error: String? = nil,
        copiedAt: Timestamp? = nil,
        retryAt: Timestamp? = nil,
        createdAt: Timestamp,
        kind: Kind = .caldav
    ) {
        self.url = url
        self.username = username
        self.state = state
        self.copied = copied
        self.refused = refused
        self.error = error
        self.copiedAt = copiedAt
        self.retryAt = retryAt
        self.createdAt = createdAt
        self.kind = kind
    }
}

/// `GET` and `PUT /v1/calendar/push`.
///
/// ```swift
/// func isCopied(_ response: CalendarPushResponse) -> Bool { response.push?.state == .active }
/// ```
public struct CalendarPushResponse: APIValue {
    /// `null` if the calendar is copied nowhere.
    @Nullable public var push: CalendarPush?
    /// The servers that the operator allows for this; none if it is switched off.
    public let servers: [String]
    /// Whether it may be copied to Google.
    public let google: Bool

    public init(push: CalendarPush?, servers: [String], google: Bool = false) {
        self.push = push
        self.servers = servers
        self.google = google
    }

    public static var example: CalendarPushResponse {
        CalendarPushResponse(
            push: CalendarPush(
                url: "https://dav.example.com/alex/sessions/",
                username: "alex",
                state: .active,
                copied: 12,
                copiedAt: Examples.time,
                createdAt: Examples.time
            ),
            servers: ["https://dav.example.com"]
        )
    }
}
