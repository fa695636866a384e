import Domain
import SpotterAPI

extension SubscriptionKind {
    /// The default of `preview`. Text is included only if it is encrypted or the user chose the receiver.
    var showsText: Bool { self == .webpush || self == .webhook }
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
