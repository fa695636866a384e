public import Domain

/// `POST /v1/me/notifications`.
public struct SubscriptionResponse: APIValue {
    public let subscription: Subscription
    /// The key that signs a webhook's requests, if the server generated it. It can't be retrieved again.
    public let secret: Secret?

    public init(subscription: Subscription, secret: Secret?) {
        self.subscription = subscription
        self.secret = secret
    }

    public static var example: SubscriptionResponse { SubscriptionResponse(subscription: .phone, secret: nil) }
}

/// `GET /v1/me/notifications`: the user's subscriptions, and the kinds that the server offers.
public struct SubscriptionsResponse: APIValue {
    public let subscriptions: [Subscription]
    public let kinds: [SubscriptionKind]

    public init(subscriptions: [Subscription], kinds: [SubscriptionKind]) {
        self.subscriptions = subscriptions
        self.kinds = kinds
    }

    public static var example: SubscriptionsResponse {
        SubscriptionsResponse(subscriptions: [.phone], kinds: [.webpush, .ntfy])
    }
}

/// The result of a test notification: `POST /v1/me/notifications/{subscriptionId}/test`.
///
/// ```swift
/// func report(_ result: NotificationTestResult) -> String { result.error ?? "delivered" }
/// ```
public struct NotificationTestResult: APIValue {
    public let delivered: Bool
    /// Why the delivery failed, in words; `null` if it succeeded.
    @Nullable public var error: String?

    public init(delivered: Bool, error: String? = nil) {
        self.delivered = delivered
        self.error = error
    }

    public static var example: NotificationTestResult {
        NotificationTestResult(delivered: false, error: "It was refused with status 403.")
    }
}

/// The server's public key for a browser's `pushManager.subscribe`: `GET /v1/notifications/vapid-key`.
public struct VAPIDKeyResponse: APIValue {
    /// P-256, uncompressed, base64url.
    public let publicKey: String

    public init(publicKey: String) { self.publicKey = publicKey }

    public static var example: VAPIDKeyResponse { VAPIDKeyResponse(publicKey: "BEl62iUYgUivxIkv69yViEuiBIa-Ib9…") }
}
