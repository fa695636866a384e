import Domain
import SpotterAPI

extension SubscriptionKind {
    /// Text goes along without being asked for only if it's encrypted, or goes to somebody whom the user named.
    var showsText: Bool { self == .webpush || self == .webhook }
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
