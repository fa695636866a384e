public import Domain
public import SpotterAPI

extension SpotterHTTP {
    /// The user's contacts.
    /// - Throws: `ClientError`.
    public func contacts() async throws -> [Contact] {
        try await send(.get("/v1/contacts"), ContactsResponse.self).contacts
    }

    /// Asks the owner of an e-mail address to become a client. For trainers.
    /// - Throws: `ClientError`.
    public func addContact(email: String) async throws -> AddedContactResponse.AddedContact {
        try await send(.post("/v1/contacts", ContactRequest(email: email)), AddedContactResponse.self).contact
    }

    /// Ends the relation with a client or a trainer.
    /// - Throws: `ClientError`.
    public func removeContact(_ id: UserID) async throws { try await send(.delete("/v1/contacts/\(id)")) }

    /// The requests that wait for the user's answer, and those that the user waits for.
    /// - Throws: `ClientError`.
    public func contactRequests() async throws -> ContactRequestsResponse {
        try await send(.get("/v1/contacts/requests"))
    }

    /// Becomes a trainer's client. Returns the trainer.
    /// - Throws: `ClientError`.
    public func accept(request id: ContactRequestID) async throws -> Contact {
        try await send(.post("/v1/contacts/requests/\(id)/accept"), ContactResponse.self).contact
    }

    /// Declines a trainer's request. The trainer isn't told.
    /// - Throws: `ClientError`.
    public func decline(request id: ContactRequestID) async throws {
        try await send(.post("/v1/contacts/requests/\(id)/decline"))
    }

    /// Blocks a user, or takes that back.
    /// - Throws: `ClientError`.
    public func block(_ isBlocked: Bool, _ id: UserID) async throws {
        try await send(isBlocked ? .put("/v1/blocks/\(id)") : .delete("/v1/blocks/\(id)"))
    }

    // MARK: Invitations

    /// Makes a one-time code for a future client. For trainers.
    /// - Parameter email: restricts the code to this address.
    /// - Throws: `ClientError`.
    public func invite(email: String? = nil) async throws -> InvitationResponse.NewInvitation {
        try await send(.post("/v1/invitations", InvitationRequest(email: email)), InvitationResponse.self).invitation
    }

    /// Who invites by a code, and to what. Needs no account.
    /// - Throws: `ClientError`; `not_found` if the code can't be used, or not any more.
    public func preview(invitation code: Secret) async throws -> InvitationPreviewResponse.InvitationPreview {
        let call = HTTPCall.get("/v1/invitations/\(PercentEncoding.encode(code.reveal()))").anonymous
        return try await send(call, InvitationPreviewResponse.self).invitation
    }

    /// The invitations that can still be used. For trainers.
    /// - Throws: `ClientError`.
    public func invitations() async throws -> [Invitation] {
        try await send(.get("/v1/invitations"), InvitationsResponse.self).invitations
    }

    /// - Throws: `ClientError`; `not_found` if the invitation was used or has ended.
    public func revoke(invitation id: String) async throws {
        try await send(.delete("/v1/invitations/\(PercentEncoding.encode(id))"))
    }

    /// Redeems a trainer's code. Returns the trainer. For clients.
    /// - Throws: `ClientError`.
    public func accept(invitation code: Secret) async throws -> Contact {
        let body = AcceptInvitationRequest(code: code)
        return try await send(.post("/v1/invitations/accept", body), ContactResponse.self).contact
    }
}
