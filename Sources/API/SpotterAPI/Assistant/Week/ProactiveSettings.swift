public import Domain

/// What the server does for a trainer by itself; everything is off unless it was turned on.
public struct ProactiveSettings: Sendable, Codable, Hashable {
    public enum Weekday: String, Sendable, Codable, CaseIterable {
        case mon, tue, wed, thu, fri, sat, sun
    }

    /// Whether to tell once a week that the weekly page is ready.
    public var weekly: Bool
    public var weekday: Weekday
    /// 0 to 23, in the trainer's time zone.
    public var hour: Int

    public static let standard = ProactiveSettings(weekly: false, weekday: .mon, hour: 7)

    public init(weekly: Bool, weekday: Weekday, hour: Int) {
        self.weekly = weekly
        self.weekday = weekday
        self.hour = hour
    }
}

/// `GET` and `PATCH /v1/me/proactive`.
///
/// ```swift
/// func isOn(_ response: ProactiveSettingsResponse) -> Bool { response.proactive.weekly }
/// ```
public struct ProactiveSettingsResponse: APIValue, Hashable {
    public let proactive: ProactiveSettings
    /// When the user is told next; `null` if never.
    @Nullable public var nextAt: Timestamp?

    public init(proactive: ProactiveSettings, nextAt: Timestamp?) {
        self.proactive = proactive
        self.nextAt = nextAt
    }

    public static var example: ProactiveSettingsResponse {
        ProactiveSettingsResponse(
            proactive: ProactiveSettings(weekly: true, weekday: .mon, hour: 7),
            nextAt: Examples.later
        )
    }
}

/// Changes them. Omitted fields stay unchanged.
///
/// ```swift
/// let request = UpdateProactiveRequest(weekly: true, weekday: .sun, hour: 18)
/// ```
public struct UpdateProactiveRequest: APIValue, Hashable {
    public let weekly: Bool?
    public let weekday: ProactiveSettings.Weekday?
    /// 0 to 23.
    public let hour: Int?

    public init(weekly: Bool? = nil, weekday: ProactiveSettings.Weekday? = nil, hour: Int? = nil) {
        self.weekly = weekly
        self.weekday = weekday
        self.hour = hour
    }

    public static var example: UpdateProactiveRequest {
        UpdateProactiveRequest(weekly: true, weekday: .mon, hour: 7)
    }
}
