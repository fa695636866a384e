public import Domain

public typealias SubscriptionID = ID<Subscription>

/// The way in which a user is notified.
public enum SubscriptionKind: String, Sendable, Codable, CaseIterable {
    case webpush, ntfy, webhook, mail
}

/// A device or address that is notified of messages, as its owner sees it.
///
/// ```swift
/// func broken(_ response: SubscriptionsResponse) -> [Subscription] {
///     response.subscriptions.filter { $0.disabledAt != nil }
/// }
/// ```
public struct Subscription: Sendable, Codable, Identifiable {
    public let id: SubscriptionID
    public let kind: SubscriptionKind
    /// The endpoint, topic or address; for mail the account's own address.
    public let target: String
    /// Whether the message's text goes along, or only that there is one.
    public let preview: Bool
    public let createdAt: Timestamp
    /// Deliveries in a row that failed for good.
    public let failures: Int
    /// Set after too many of them: nothing is sent until the same target is subscribed again, or a test succeeds.
    @Nullable public var disabledAt: Timestamp?
    /// Whether the session that asks made it.
    public let current: Bool

    public init(
        id: SubscriptionID,
        kind: SubscriptionKind,
        target: String,
        preview: Bool,
        createdAt: Timestamp,
        failures: Int,
        disabledAt: Timestamp?,
        current: Bool
    ) {
        self.id = id
        self.kind = kind
        self.target = target
        self.preview = preview
        self.createdAt = createdAt
        self.failures = failures
        self.disabledAt = disabledAt
        self.current = current
    }

    static let phone = Subscription(
        id: Examples.id(12),
        kind: .ntfy,
        target: "alex-k3v9",
        preview: false,
        createdAt: Examples.time,
        failures: 0,
        disabledAt: nil,
        current: true
    )
}

/// Subscribes a device: `POST /v1/me/notifications`. Which fields count depends on `kind`.
///
/// ```swift
/// let request = NewSubscription(kind: .ntfy, topic: "alex-k3v9")
/// ```
public struct NewSubscription: APIValue {
    /// Of a browser's `PushSubscription`, base64url.
    public struct Keys: Sendable, Codable {
        public let p256dh: String
        public let auth: Secret

        public init(p256dh: String, auth: Secret) {
            self.p256dh = p256dh
            self.auth = auth
        }
    }

    public let kind: SubscriptionKind
    /// `webpush`.
    public let endpoint: String?
    /// `webpush`.
    public let keys: Keys?
    /// `ntfy`: 1 to 64 letters, digits, `-` or `_`.
    public let topic: String?
    /// `webhook`.
    public let url: String?
    /// `webhook`: 16 to 256 bytes; made by the server if left out.
    public let secret: Secret?
    /// Whether the message's text goes along.
    public let preview: Bool?

    public init(
        kind: SubscriptionKind,
        endpoint: String? = nil,
        keys: Keys? = nil,
        topic: String? = nil,
        url: String? = nil,
        secret: Secret? = nil,
        preview: Bool? = nil
    ) {
        self.kind = kind
        self.endpoint = endpoint
        self.keys = keys
        self.topic = topic
        self.url = url
        self.secret = secret
        self.preview = preview
    }

    public static var example: NewSubscription { NewSubscription(kind: .ntfy, topic: "alex-k3v9") }
}
