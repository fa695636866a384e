public import Domain
import NIOCore
public import SpotterAPI

extension SpotterHTTP {
    /// Asks for advice and waits for all of it.
    /// - Throws: `ClientError.refused` as for a question.
    public func advise(_ query: AssistantQuery) async throws -> AdviceAnswer {
        var call = HTTPCall.post("/v1/assistant/advice", query)
        call.timeout = .minutes(5)  // a model on a small machine may take minutes
        return try await send(call)
    }

    /// Says whether advice turned out well. A later rating replaces it.
    /// - Throws: `ClientError.refused` with `not_found`, or `invalid_request` for an answer that isn't advice.
    public func rate(_ response: TurnID, _ request: AdviceFeedbackRequest) async throws -> AdviceRecord {
        try await send(.put("/v1/assistant/messages/\(response)/feedback", request), AdviceRecordResponse.self).advice
    }

    /// Takes a rating back.
    /// - Throws: the same as `rate`.
    public func unrate(_ response: TurnID) async throws {
        try await send(.delete("/v1/assistant/messages/\(response)/feedback"))
    }

    /// A page of the figures of one's advice, oldest first.
    /// - Parameter after: the `next` of the page before.
    /// - Throws: `ClientError`.
    public func advice(after: TurnID? = nil) async throws -> AdviceRecordsPage {
        try await send(.get("/v1/assistant/advice", [("limit", "200"), ("after", after?.description)]))
    }

    /// How well the confidence of one's advice agrees with what became of it.
    /// - Throws: `ClientError`.
    public func calibration(
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        model: String? = nil
    ) async throws -> CalibrationReport {
        let query = [("since", since?.description), ("until", until?.description), ("model", model)]
        return try await send(.get("/v1/assistant/advice/calibration", query))
    }
}
