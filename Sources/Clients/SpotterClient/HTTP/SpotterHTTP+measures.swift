public import Domain
public import Foundation
import NIOCore
public import SpotterAPI

/// Measures of clients, as their trainer and as the client.
extension SpotterHTTP {
    /// A client's series.
    /// - Parameters:
    ///   - measure: a `MeasureKind`, or the name of a trainer's own; all if `nil`.
    ///   - since: the first day, `YYYY-MM-DD`.
    /// - Throws: `ClientError`; `not_found` if the user is neither oneself nor a client.
    public func measures(
        of client: UserID,
        measure: String? = nil,
        since: String? = nil,
        until: String? = nil
    ) async throws -> MeasuresResponse {
        let query = [("kind", measure), ("since", since), ("until", until)]
        return try await send(.get("/v1/clients/\(client)/measures", query), MeasuresResponse.self)
    }

    /// Writes a value of a client down.
    /// - Throws: `ClientError`.
    public func addMeasurePoint(_ request: NewMeasurePointRequest, to client: UserID) async throws -> MeasurePoint {
        try await send(.post("/v1/clients/\(client)/measures/points", request), MeasurePointResponse.self).point
    }

    /// The measures that the trainer has added, or the client's trainers have.
    /// - Throws: `ClientError`.
    public func measureKinds() async throws -> [CustomMeasure] {
        try await send(.get("/v1/measure-kinds"), CustomMeasuresResponse.self).kinds
    }

    /// Adds a measure.
    /// - Throws: `ClientError`; `conflict` if there is another one of this name.
    public func addMeasureKind(_ request: NewCustomMeasureRequest) async throws -> CustomMeasure {
        try await send(.post("/v1/measure-kinds", request), CustomMeasureResponse.self).kind
    }

    /// Deletes a measure with all its values.
    /// - Throws: `ClientError`.
    public func deleteMeasureKind(_ id: CustomMeasureID) async throws {
        try await send(.delete("/v1/measure-kinds/\(id)"))
    }

    /// Turns on or off that the trainer is told of drops and jumps of their clients' values.
    /// - Throws: `ClientError`; `forbidden` unless the user is a trainer.
    public func setMeasureAlerts(_ enabled: Bool) async throws -> Bool {
        let call = HTTPCall.put("/v1/me/measure-alerts", MeasureAlertsBody(enabled: enabled))
        return try await send(call, MeasureAlertsBody.self).enabled
    }

    /// All values of a client as a table.
    /// - Throws: `ClientError`.
    public func measureTable(of client: UserID) async throws -> Data {
        try await data(.get("/v1/clients/\(client)/measures/export", [("format", "csv")]))
    }

    /// Brings a table of values of a client: all or none.
    /// - Throws: `ClientError`.
    public func importMeasures(_ table: Data, to client: UserID) async throws -> MeasureImportResponse {
        let call = HTTPCall.post(
            "/v1/clients/\(client)/measures/import",
            bytes: ByteBuffer(bytes: table),
            type: "text/csv"
        )
        return try await send(call)
    }
}
