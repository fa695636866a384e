public import Domain

/// Asks the owner of an e-mail address to become one's client: `POST /v1/contacts` and `POST /v1/prospects/{prospectId}/upgrade`.
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
        email: "sara@example.com",
        timezone: "Europe/Stockholm"
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
