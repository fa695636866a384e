public import Domain

/// `POST /v1/calendar/push/google`: where the user allows the server to write to their calendar at Google.
///
/// ```swift
/// func next(_ response: GoogleCalendarAuthorizationResponse) -> String { "Open \(response.url) in a browser." }
/// ```
public struct GoogleCalendarAuthorizationResponse: APIValue {
    /// For the user's browser. It leads to a page with a code.
    public let url: String
    /// Goes back with the code.
    public let state: String
    public let expiresAt: Timestamp

    public init(url: String, state: String, expiresAt: Timestamp) {
        (self.url, self.state, self.expiresAt) = (url, state, expiresAt)
    }

    public static var example: GoogleCalendarAuthorizationResponse {
        GoogleCalendarAuthorizationResponse(
            url: "https://accounts.google.com/o/oauth2/v2/auth?client_id=…",
            state: "3q2-7w…",
            expiresAt: Examples.time
        )
    }
}

/// `PUT /v1/calendar/push/google`: the code that the page shows.
///
/// ```swift
/// let request = ConnectGoogleCalendarRequest(state: "3q2-7w…", code: Secret("4/0Ab…"))
/// ```
public struct ConnectGoogleCalendarRequest: APIValue {
    public let state: String
    public let code: Secret

    public init(state: String, code: Secret) {
        (self.state, self.code) = (state, code)
    }

    public static var example: ConnectGoogleCalendarRequest {
        ConnectGoogleCalendarRequest(state: "3q2-7w…", code: Secret("4/0Ab…"))
    }
}
