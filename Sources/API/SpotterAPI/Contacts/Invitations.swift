public import Domain

/// Creates a one-time invitation code: `POST /v1/invitations`.
///
/// ```swift
/// let request = InvitationRequest(email: "mike@example.com")
/// ```
public struct InvitationRequest: APIValue {
    /// If given, only an account with this address can redeem the code.
    public let email: String?
    /// What the invited becomes; a client if omitted. Only the operator invites trainers.
    public let role: Role?

    public init(email: String? = nil, role: Role? = nil) {
        self.email = email
        self.role = role
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        email = try container.decodeIfPresent(String.self, forKey: .email)
        role = try container.wordIfPresent(.role, "role must be trainer or client.")
    }

    public static var example: InvitationRequest { InvitationRequest(email: "mike@example.com") }
}

/// An invitation with its code. The code can't be retrieved again.
///
/// ```swift
/// func share(_ response: InvitationResponse) -> String { response.invitation.link }
/// ```
public struct InvitationResponse: APIValue {
    public struct NewInvitation: Codable, Sendable, Hashable {
        public let id: InvitationID
        public let code: Secret
        /// Where a browser redeems the code. Only a path if the server doesn't know its own address.
        public let link: String
        @Nullable public var email: String?
        public let role: Role
        public let expiresAt: Timestamp

        public init(_ invitation: Invitation, code: Secret, link: String) {
            id = invitation.id
            self.code = code
            self.link = link
            role = invitation.role
            expiresAt = invitation.expiresAt
            email = invitation.email
        }
    }

    public let invitation: NewInvitation

    public init(invitation: NewInvitation) { self.invitation = invitation }

    public static var example: InvitationResponse {
        InvitationResponse(
            invitation: NewInvitation(.example, code: Secret("sp_i_…"), link: "https://chat.example.com/invite/sp_i_…")
        )
    }
}

/// Invitations that can still be used, latest first: `GET /v1/invitations`.
///
/// ```swift
/// func ids(_ response: InvitationsResponse) -> [InvitationID] { response.invitations.map(\.id) }
/// ```
public struct InvitationsResponse: APIValue {
    public let invitations: [Invitation]

    public init(invitations: [Invitation]) { self.invitations = invitations }
    public static var example: InvitationsResponse { InvitationsResponse(invitations: [.example]) }
}

/// What a code is for, to whoever has it and no account yet: `GET /v1/invitations/{code}`. A code that can't be used
/// any more is not found.
///
/// ```swift
/// func greeting(_ response: InvitationPreviewResponse) -> String { response.invitation.invitedBy ?? "The operator" }
/// ```
public struct InvitationPreviewResponse: APIValue, Hashable {
    public struct InvitationPreview: Codable, Sendable, Hashable {
        /// The trainer's name; `null` if the server's operator invites.
        @Nullable public var invitedBy: String?
        /// With whom the invited chats from then on; `null` if the server's operator invites.
        @Nullable public var trainerId: UserID?
        /// Whether `GET /v1/invitations/{code}/photo` has the trainer's photo.
        public let hasPhoto: Bool
        /// What the invited becomes.
        public let role: Role
        /// Whether an account can be made with it; otherwise only one that is there can accept it.
        public let mayRegister: Bool

        public init(
            invitedBy: String?,
            trainerId: UserID? = nil,
            hasPhoto: Bool = false,
            role: Role,
            mayRegister: Bool
        ) {
            self.hasPhoto = hasPhoto
            self.role = role
            self.mayRegister = mayRegister
            self.invitedBy = invitedBy
            self.trainerId = trainerId
        }
    }

    public let invitation: InvitationPreview

    public init(invitation: InvitationPreview) { self.invitation = invitation }

    public static var example: InvitationPreviewResponse {
        InvitationPreviewResponse(
            invitation: .init(invitedBy: "Alex", trainerId: Examples.alex, role: .client, mayRegister: true)
        )
    }
}

/// Redeems a trainer's code: `POST /v1/invitations/accept`.
///
/// ```swift
/// let request = AcceptInvitationRequest(code: Secret("sp_i_…"))
/// ```
public struct AcceptInvitationRequest: APIValue {
    public let code: Secret

    public init(code: Secret) { self.code = code }
    public static var example: AcceptInvitationRequest { AcceptInvitationRequest(code: Secret("sp_i_…")) }
}

extension Invitation {
    fileprivate static let example = Invitation(
        id: Examples.id(11),
        trainerId: Examples.alex,
        email: "mike@example.com",
        expiresAt: Examples.later
    )
}
