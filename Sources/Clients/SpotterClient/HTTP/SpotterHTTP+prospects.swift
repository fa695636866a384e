public import Domain
public import SpotterAPI

/// Future clients without an account. For trainers.
extension SpotterHTTP {
    /// The trainer's prospects, by name.
    /// - Throws: `ClientError`.
    public func prospects() async throws -> [Prospect] {
        try await send(.get("/v1/prospects"), ProspectsResponse.self).prospects
    }

    /// - Throws: `ClientError`; `invalid_request` if the name or the time zone is invalid.
    public func addProspect(name: String, timezone: String? = nil) async throws -> Prospect {
        let body = NewProspectRequest(displayName: name, timezone: timezone)
        return try await send(.post("/v1/prospects", body), ProspectResponse.self).prospect
    }

    /// Deletes the prospect and the plans with them.
    /// - Throws: `ClientError`; `not_found` if there is no such prospect.
    public func remove(prospect id: ProspectID) async throws { try await send(.delete("/v1/prospects/\(id)")) }

    /// Asks the owner of an address to become the client that this prospect was; their plans move along.
    /// - Throws: `ClientError`.
    public func upgrade(prospect id: ProspectID, email: String) async throws -> AddedContactResponse.AddedContact {
        let body = ContactRequest(email: email)
        return try await send(.post("/v1/prospects/\(id)/upgrade", body), AddedContactResponse.self).contact
    }
}
