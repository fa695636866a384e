public import Domain

/// Refers to an account by its e-mail address: `POST /v1/contacts` and `POST /v1/prospects/{prospectId}/upgrade`.
///
/// ```swift
/// let request = ContactRequest(email: "sara@example.com")
/// ```
public struct ContactRequest: APIValue {
    public let email: String

    public init(email: String) { self.email = email }
    public static var example: ContactRequest { ContactRequest(email: "sara@example.com") }
}

/// One contact: a trainer's client or a client's trainer.
///
/// ```swift
/// func address(_ response: ContactResponse) -> String { response.contact.email }
/// ```
public struct ContactResponse: APIValue {
    public let contact: Contact

    public init(contact: Contact) { self.contact = contact }
    public static var example: ContactResponse { ContactResponse(contact: .sara) }
}

/// `GET /v1/contacts`.
public struct ContactsResponse: APIValue {
    public let contacts: [Contact]

    public init(contacts: [Contact]) { self.contacts = contacts }
    public static var example: ContactsResponse { ContactsResponse(contacts: [.sara]) }
}

extension Contact {
    fileprivate static let sara = Contact(
        userId: Examples.sara,
        displayName: "Sara",
        email: "sara@example.com"
    )
}

/// A future client without an account: `POST /v1/prospects`.
///
/// ```swift
/// let request = NewProspectRequest(displayName: "Mike", timezone: "Europe/Berlin")
/// ```
public struct NewProspectRequest: APIValue {
    public let displayName: String
    /// IANA name.
    public let timezone: String?

    public init(displayName: String, timezone: String? = nil) {
        self.displayName = displayName
        self.timezone = timezone
    }

    public static var example: NewProspectRequest {
        NewProspectRequest(displayName: "Mike", timezone: "Europe/Berlin")
    }
}

/// One prospect.
///
/// ```swift
/// func name(_ response: ProspectResponse) -> String { response.prospect.displayName }
/// ```
public struct ProspectResponse: APIValue {
    public let prospect: Prospect

    public init(prospect: Prospect) { self.prospect = prospect }
    public static var example: ProspectResponse { ProspectResponse(prospect: .mike) }
}

/// `GET /v1/prospects`.
public struct ProspectsResponse: APIValue {
    public let prospects: [Prospect]

    public init(prospects: [Prospect]) { self.prospects = prospects }
    public static var example: ProspectsResponse { ProspectsResponse(prospects: [.mike]) }
}

extension Prospect {
    fileprivate static let mike = Prospect(id: Examples.id(10), displayName: "Mike", timezone: "Europe/Berlin")
}

/// Creates a one-time invitation code for a future client: `POST /v1/invitations`.
///
/// ```swift
/// let request = InvitationRequest(email: "mike@example.com")
/// ```
public struct InvitationRequest: APIValue {
    /// If given, only an account with this address can redeem the code.
    public let email: String?

    public init(email: String? = nil) { self.email = email }
    public static var example: InvitationRequest { InvitationRequest(email: "mike@example.com") }
}

/// An invitation with its code. The code can't be retrieved again.
///
/// ```swift
/// func end(_ response: InvitationResponse) -> Timestamp { response.invitation.expiresAt }
/// ```
public struct InvitationResponse: APIValue {
    public let invitation: Invitation
    public let code: Secret

    public init(invitation: Invitation, code: Secret) {
        self.invitation = invitation
        self.code = code
    }

    public static var example: InvitationResponse {
        InvitationResponse(
            invitation: Invitation(
                id: Examples.id(11),
                trainerId: Examples.alex,
                email: "mike@example.com",
                expiresAt: Examples.later
            ),
            code: Secret("sp_i_…")
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
