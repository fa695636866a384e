/// Whether a trainer is told of drops and jumps of their clients' values: `GET` and `PUT /v1/me/measure-alerts`.
///
/// ```swift
/// let body = MeasureAlertsBody(enabled: true)
/// ```
public struct MeasureAlertsBody: APIValue {
    public let enabled: Bool

    public init(enabled: Bool) { self.enabled = enabled }

    public static var example: MeasureAlertsBody { MeasureAlertsBody(enabled: true) }
}
