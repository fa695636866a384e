/// Where a server departs from the current Responses protocol in what it accepts.
struct ResponsesDialect: OptionSet, Sendable {
    let rawValue: Int

    /// Has a fixed temperature, as reasoning models do.
    static let noTemperature = ResponsesDialect(rawValue: 1)
    static let noTopP = ResponsesDialect(rawValue: 2)
    /// Can't give its reasoning in a form that may be sent back.
    static let noEncryptedReasoning = ResponsesDialect(rawValue: 4)
    /// The model doesn't reason, or doesn't tell of it.
    static let noReasoningSummary = ResponsesDialect(rawValue: 8)
    static let noTools = ResponsesDialect(rawValue: 16)
    /// Can't be held to a form of JSON.
    static let noFormat = ResponsesDialect(rawValue: 32)

    /// The departure that a refusal shows by naming the field that the server doesn't accept. Empty if it names none
    /// that can be changed.
    static func implied(status: Int, body: String) -> ResponsesDialect {
        guard status == 400 || status == 422 else { return [] }
        if body.contains("text.format") || body.contains("json_schema") { return .noFormat }
        if body.lowercased().contains("encrypted") || body.contains("'include'") || body.contains("\"include\"") {
            return .noEncryptedReasoning
        }
        if body.contains("reasoning") { return .noReasoningSummary }
        if body.contains("'temperature'") || body.contains("\"temperature\"") { return .noTemperature }
        if body.contains("'top_p'") || body.contains("\"top_p\"") { return .noTopP }
        if body.contains("does not support tools") { return .noTools }
        return []
    }
}
