public import Domain

/// What Google knows this server by: a client of its OAuth, which the operator has registered there.
public struct GoogleCalendarApp: Sendable {
    let clientId: String
    let clientSecret: Secret
    let endpoints: GoogleEndpoints

    /// The one permission that is asked for: to see and change events.
    static let scope = "https://www.googleapis.com/auth/calendar.events"

    /// - Parameter base: the address of a server that stands in for Google's, without a slash at its end; `nil` for Google's.
    public init(clientId: String, clientSecret: Secret, base: String? = nil) {
        (self.clientId, self.clientSecret) = (clientId, clientSecret)
        endpoints = base.map(GoogleEndpoints.init(at:)) ?? .google
    }
}

/// Where Google is asked.
struct GoogleEndpoints: Sendable, Hashable {
    /// For the user's browser.
    let authorization: String
    let token: String
    let revocation: String
    /// The events of the calendar that a Google account has from the beginning (Calendar API v3).
    let events: String

    static let google = GoogleEndpoints(
        authorization: "https://accounts.google.com/o/oauth2/v2/auth",
        token: "https://oauth2.googleapis.com/token",
        revocation: "https://oauth2.googleapis.com/revoke",
        events: "https://www.googleapis.com/calendar/v3/calendars/primary/events"
    )
}

extension GoogleEndpoints {
    init(at base: String) {
        self.init(
            authorization: base + "/o/oauth2/v2/auth",
            token: base + "/token",
            revocation: base + "/revoke",
            events: base + "/calendar/v3/calendars/primary/events"
        )
    }
}
