public import Domain
public import SpotterAPI

/// Check-ins, as their trainer and as the client who is asked.
extension SpotterHTTP {
    /// A trainer's own.
    /// - Throws: `ClientError`.
    public func checkIns() async throws -> [CheckIn] {
        try await send(.get("/v1/check-ins"), CheckInsResponse.self).checkIns
    }

    /// - Throws: `ClientError`.
    public func createCheckIn(_ request: NewCheckInRequest) async throws -> CheckIn {
        try await send(.post("/v1/check-ins", request), CheckInResponse.self).checkIn
    }

    /// - Throws: `ClientError`.
    public func change(checkIn id: CheckInID, _ request: UpdateCheckInRequest) async throws -> CheckIn {
        try await send(.patch("/v1/check-ins/\(id)", request), CheckInResponse.self).checkIn
    }

    /// - Throws: `ClientError`.
    public func delete(checkIn id: CheckInID) async throws { try await send(.delete("/v1/check-ins/\(id)")) }

    /// What one has asked or was asked, newest first.
    /// - Throws: `ClientError`.
    public func askedCheckIns(
        of client: UserID? = nil,
        state: AskedCheckIn.State? = nil,
        limit: Int = 50
    ) async throws -> AskedCheckInsResponse {
        let query = [("clientId", client?.description), ("state", state?.rawValue), ("limit", "\(limit)")]
        return try await send(.get("/v1/check-ins/asked", query), AskedCheckInsResponse.self)
    }

    /// The pictures that a client has sent, newest first.
    /// - Throws: `ClientError`; `not_found` if the user is neither oneself nor a client.
    public func photos(of client: UserID, before message: MessageID? = nil) async throws -> ClientPhotosResponse {
        let query = [("before", message?.description)]
        return try await send(.get("/v1/clients/\(client)/photos", query), ClientPhotosResponse.self)
    }

    /// - Throws: `ClientError`.
    public func answer(
        checkIn id: AskedCheckInID,
        _ answers: [CheckInAnswersRequest.Answer]
    ) async throws -> AskedCheckIn {
        let request = CheckInAnswersRequest(answers: answers)
        return try await send(.post("/v1/check-ins/asked/\(id)/answers", request), AskedCheckInResponse.self).asked
    }
}
