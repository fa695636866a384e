public import Domain

/// What became of `POST /v1/contacts`: a client who had agreed before (201), or a request that waits (202). A waiting
/// one looks the same whether the address has an account.
///
/// ```swift
/// func isWaiting(_ response: AddedContactResponse) -> Bool { response.contact.state == .pending }
/// ```
public struct AddedContactResponse: APIValue {
    public struct AddedContact: Codable, Sendable, Hashable {
        public let state: ContactState
        public let email: String
        /// The request's id, if it waits.
        public let id: ContactRequestID?
        /// Only if the client has agreed.
        public let userId: UserID?
        public let displayName: String?

        public init(_ contact: Contact) {
            state = .accepted
            email = contact.email
            id = nil
            userId = contact.userId
            displayName = contact.displayName
        }

        public init(_ request: SentContactRequest) {
            state = .pending
            email = request.email
            id = request.id
            userId = nil
            displayName = nil
        }
    }

    public let contact: AddedContact

    public init(contact: AddedContact) { self.contact = contact }

    public static var example: AddedContactResponse {
        AddedContactResponse(contact: AddedContact(.example))
    }
}

/// `GET /v1/contacts/requests`: those that wait for the user's answer, and those that the user waits for.
///
/// ```swift
/// func trainers(_ response: ContactRequestsResponse) -> [String] { response.requests.map(\.displayName) }
/// ```
public struct ContactRequestsResponse: APIValue {
    public let requests: [ReceivedContactRequest]
    /// A trainer's own.
    public let sent: [SentContactRequest]

    public init(requests: [ReceivedContactRequest], sent: [SentContactRequest]) {
        self.requests = requests
        self.sent = sent
    }

    public static var example: ContactRequestsResponse {
        ContactRequestsResponse(
            requests: [
                ReceivedContactRequest(
                    id: Examples.id(12),
                    userId: Examples.alex,
                    displayName: "Alex",
                    at: Examples.time
                )
            ],
            sent: [.example]
        )
    }
}

extension SentContactRequest {
    fileprivate static let example = SentContactRequest(
        id: Examples.id(12),
        email: "sara@example.com",
        at: Examples.time
    )
}
