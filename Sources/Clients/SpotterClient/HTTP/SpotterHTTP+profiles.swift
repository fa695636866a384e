public import Domain
public import SpotterAPI

/// Client profiles, as their trainer and as the client.
extension SpotterHTTP {
    /// What the trainer knows about a client.
    /// - Throws: `ClientError`; `not_found` if the user isn't a client.
    public func profile(of client: UserID) async throws -> ClientProfileResponse {
        try await send(.get("/v1/clients/\(client)/profile"), ClientProfileResponse.self)
    }

    /// Lets the server read all of a client's messages again, in the background.
    /// - Throws: `ClientError`; `not_found` if the user isn't a client.
    public func rebuildProfile(of client: UserID) async throws {
        try await send(.post("/v1/clients/\(client)/profile/rebuild"))
    }

    /// What the client's trainers know about them.
    /// - Throws: `ClientError`.
    public func ownProfiles() async throws -> [ClientProfile] {
        try await send(.get("/v1/me/profile"), OwnProfilesResponse.self).profiles
    }

    /// Writes something down about a client.
    /// - Throws: `ClientError`.
    public func addProfileItem(_ request: NewProfileItemRequest, to client: UserID) async throws -> ProfileItem {
        try await send(.post("/v1/clients/\(client)/profile/items", request), ProfileItemResponse.self).item
    }

    /// Corrects an item of a client's profile.
    /// - Throws: `ClientError`.
    public func change(
        profileItem id: ProfileItemID,
        of client: UserID,
        _ request: UpdateProfileItemRequest
    ) async throws -> ProfileItem {
        try await send(.patch("/v1/clients/\(client)/profile/items/\(id)", request), ProfileItemResponse.self).item
    }

    /// Removes an item of a client's profile.
    /// - Throws: `ClientError`.
    public func delete(profileItem id: ProfileItemID, of client: UserID) async throws {
        try await send(.delete("/v1/clients/\(client)/profile/items/\(id)"))
    }
}
