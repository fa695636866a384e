import Domain
import SpotterAPI
import Storage

extension Recipient {
    /// Columns of `notification_subscriptions s JOIN users u`.
    static let columns =
        "s.id, s.user_id, s.kind, s.target, s.p256dh, s.auth, s.secret, s.preview, s.failures, u.email"

    static let columnCount = 10

    /// From a row with `columns` starting at `first`. `nil` if the target is no longer valid.
    init?(row: any SQLRow, from first: Int = 0) throws {
        let kind: SubscriptionKind = try row.word(first + 2)
        let text = try row.text(first + 3)
        let target: Target?
        switch kind {
        case .webpush:
            let keys = WebPushKeys(point: try row.blob(first + 4), auth: try row.blob(first + 5))
            target = Endpoint(text).flatMap { endpoint in keys.map { .webPush(endpoint, $0) } }
        case .ntfy: target = .ntfy(topic: text)
        case .webhook:
            let secret = Secret(try row.text(first + 6))
            target = Endpoint(text).map { .webhook($0, secret: secret) }
        case .mail: target = MailAddress(try row.text(first + 9)).map { .mail($0) }
        }
        guard let target else { return nil }
        self.init(
            id: try row.id(first),
            userId: try row.id(first + 1),
            kind: kind,
            target: target,
            preview: try row.bool(first + 7),
            failures: Int(try row.int(first + 8))
        )
    }
}

extension Target {
    /// Identifies the target when it is subscribed again.
    var text: String {
        switch self {
        case .webPush(let endpoint, _), .webhook(let endpoint, _): endpoint.description
        case .ntfy(let topic): topic
        case .mail: ""
        }
    }

    /// The origin whose connections it uses; `nil` for mail.
    func origin(_ settings: NotificationSettings) -> Origin? {
        switch self {
        case .webPush(let endpoint, _), .webhook(let endpoint, _): endpoint.origin
        case .ntfy: settings.ntfy?.url.origin
        case .mail: nil
        }
    }
}
