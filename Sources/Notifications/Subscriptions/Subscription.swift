public import Domain

public typealias SubscriptionID = ID<Subscription>

/// By which way somebody is told.
public enum SubscriptionKind: String, Sendable, Codable, CaseIterable {
    case webpush, ntfy, webhook, mail

    /// Text goes along by itself only where it's encrypted, or to whom the user named.
    var showsText: Bool { self == .webpush || self == .webhook }
}

/// A device's wish to hear of messages, as its owner sees it.
public struct Subscription: Sendable, Encodable, Identifiable {
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
    /// Whether the log-in that asks made it.
    public let current: Bool
}

/// Where notifications go, with the keys for it.
enum Target: Sendable {
    case webPush(Endpoint, WebPushKeys)
    case ntfy(topic: String)
    case webhook(Endpoint, secret: Secret)
    case mail(MailAddress)
}

/// A subscription as it's delivered to.
struct Recipient: Sendable {
    let id: SubscriptionID
    let userId: UserID
    let kind: SubscriptionKind
    let target: Target
    let preview: Bool
    let failures: Int
}
