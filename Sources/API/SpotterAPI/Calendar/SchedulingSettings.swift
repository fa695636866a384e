public import Domain

/// A trainer's working hours and the usual lengths of events: `GET` and `PATCH /v1/me/scheduling`.
///
/// ```swift
/// func opens(_ response: SchedulingSettingsResponse) -> String?? { response.scheduling.workingHours["mon-fri"] }
/// ```
public struct SchedulingSettingsResponse: APIValue {
    public let scheduling: SchedulingSettings

    public init(scheduling: SchedulingSettings) { self.scheduling = scheduling }
    public static var example: SchedulingSettingsResponse { SchedulingSettingsResponse(scheduling: .standard) }
}

/// Changes them. Omitted fields stay unchanged; `workingHours` are replaced as a whole.
///
/// ```swift
/// let request = UpdateSchedulingRequest(workingHours: ["mon-thu": "07:00-20:00", "fri": "07:00-12:00"])
/// ```
public struct UpdateSchedulingRequest: APIValue {
    /// A day or range (`mon-fri`, `sat`) to `HH:MM-HH:MM`, or to `null` for a day off.
    public let workingHours: [String: String?]?
    /// 5 to 480.
    public let callMinutes: Int?
    /// 5 to 480.
    public let trainingMinutes: Int?

    public init(workingHours: [String: String?]? = nil, callMinutes: Int? = nil, trainingMinutes: Int? = nil) {
        self.workingHours = workingHours
        self.callMinutes = callMinutes
        self.trainingMinutes = trainingMinutes
    }

    public static var example: UpdateSchedulingRequest {
        UpdateSchedulingRequest(workingHours: ["mon-fri": "07:00-20:00"], trainingMinutes: 45)
    }
}
