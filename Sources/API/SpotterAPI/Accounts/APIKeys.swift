public import Domain

/// An API key as its owner sees it. The secret is told once, when it is made.
///
/// ```swift
/// func unused(_ response: KeysResponse) -> [APIKey] { response.keys.filter { $0.lastUsedAt == nil } }
/// ```
public struct APIKey: Sendable, Codable, Hashable, Identifiable {
    public let id: SessionID
    public let name: String
    public let scopes: [KeyScope]
    public let createdAt: Timestamp
    /// May be up to a minute too early after a crash.
    @Nullable public var lastUsedAt: Timestamp?
    @Nullable public var expiresAt: Timestamp?

    public init(
        id: SessionID,
        name: String,
        scopes: [KeyScope],
        createdAt: Timestamp,
        lastUsedAt: Timestamp? = nil,
        expiresAt: Timestamp? = nil
    ) {
        self.id = id
        self.name = name
        self.scopes = scopes
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }
}

/// `GET /v1/keys`, oldest first.
public struct KeysResponse: APIValue {
    public let keys: [APIKey]

    public init(keys: [APIKey]) { self.keys = keys }
    public static var example: KeysResponse { KeysResponse(keys: [.example]) }
}

/// Makes a key: `POST /v1/keys`.
///
/// ```swift
/// let request = NewKeyRequest(name: "Nightly report", scopes: [.messagesRead])
/// ```
public struct NewKeyRequest: APIValue {
    /// 1 to 60 characters. Messages that the key sends show it.
    public let name: String
    public let scopes: [KeyScope]
    public let expiresAt: Timestamp?

    public init(name: String, scopes: [KeyScope], expiresAt: Timestamp? = nil) {
        self.name = name
        self.scopes = scopes
        self.expiresAt = expiresAt
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        scopes = try container.decode([RequestedWord<KeyScope>].self, forKey: .scopes).map { word in
            guard let scope = word.word else {
                let known = KeyScope.allCases.map(\.rawValue).joined(separator: ", ")
                throw SpotterError.invalid("scopes are a list of: \(known).")
            }
            return scope
        }
        expiresAt = try container.decodeIfPresent(Timestamp.self, forKey: .expiresAt)
    }

    public static var example: NewKeyRequest {
        NewKeyRequest(name: "Nightly report", scopes: [.messagesRead, .messagesWrite])
    }
}

/// A new key with its secret, which is told this once.
///
/// ```swift
/// func bearer(_ response: NewKeyResponse) -> String { "Bearer \(response.key.secret.reveal())" }
/// ```
public struct NewKeyResponse: APIValue {
    public struct NewKey: Sendable, Codable {
        public let id: SessionID
        public let name: String
        public let scopes: [KeyScope]
        public let createdAt: Timestamp
        @Nullable public var expiresAt: Timestamp?
        public let secret: Secret

        private enum CodingKeys: CodingKey { case id, name, scopes, createdAt, expiresAt, secret }

        public init(_ key: APIKey, secret: Secret) {
            (id, name, scopes, createdAt, expiresAt) = (key.id, key.name, key.scopes, key.createdAt, key.expiresAt)
            self.secret = secret
        }
    }

    public let key: NewKey

    public init(_ key: APIKey, secret: Secret) { self.key = NewKey(key, secret: secret) }
    public static var example: NewKeyResponse { NewKeyResponse(.example, secret: Secret("sp_k_…")) }
}

extension APIKey {
    fileprivate static let example = APIKey(
        id: Examples.id(12),
        name: "Nightly report",
        scopes: [.messagesRead, .messagesWrite],
        createdAt: Examples.time,
        lastUsedAt: Examples.later
    )
}
