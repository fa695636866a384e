public import Domain

public typealias SubscriptionID = ID<Subscription>

/// The channel of a notification.
public enum SubscriptionKind: String, Sendable, Codable, CaseIterable {
    case webpush, ntfy, webhook, mail

    /// The default of `preview`. Text is included only if it is encrypted or the user chose the receiver.
    var showsText: Bool { self == .webpush || self == .webhook }
}

/// A device's subscription to notifications, as its owner sees it.
public struct Subscription: Sendable, Encodable, Identifiable {
    public let id: SubscriptionID
    public let kind: SubscriptionKind
    /// The endpoint, topic or URL; for mail the account's address.
    public let target: String
    /// Whether notifications contain the message's text.
    public let preview: Bool
    public let createdAt: Timestamp
    /// Number of consecutive permanent failures.
    public let failures: Int
    /// Set after too many failures. Nothing is sent until the target is subscribed again or a test succeeds.
    @Nullable public var disabledAt: Timestamp?
    /// Whether it belongs to the requesting session.
    public let current: Bool
}

/// Where notifications are sent, with the keys for it.
enum Target: Sendable {
    case webPush(Endpoint, WebPushKeys)
    case ntfy(topic: String)
    case webhook(Endpoint, secret: Secret)
    case mail(MailAddress)
}

/// A subscription as needed for delivery.
struct Recipient: Sendable {
    let id: SubscriptionID
    let userId: UserID
    let kind: SubscriptionKind
    let target: Target
    let preview: Bool
    let failures: Int
}
