import Crypto
import Domain
import Foundation
import SpotterAPI

/// Encodes a notification for its kind of target, and makes one attempt to send it.
struct NotificationSender: Sendable {
    let transport: any HTTPTransport
    let vapid: VAPID
    let settings: NotificationSettings
    let clock: any WallClock

    /// How long a push service keeps a message that it can't deliver yet.
    static let timeToLiveSeconds = 24 * 3600

    func send(_ prepared: PreparedNotification) async -> DeliveryOutcome {
        let (recipient, notification) = (prepared.recipient, prepared.notification)
        let delivery = Self.delivery(of: notification.subject, to: recipient.id)
        return switch recipient.target {
        case .webPush(let endpoint, let keys):
            await push(notification.json(), to: endpoint, keys, topic: notification.topic)
        case .webhook(let endpoint, let secret): await hook(notification.json(), to: endpoint, secret, delivery)
        case .ntfy(let topic):
            await publish(
                Notification.ntfy(
                    topic: topic,
                    title: notification.title,
                    body: notification.body,
                    url: notification.url
                )
            )
        // Mail goes in digests.
        case .mail: .delivered
        }
    }

    /// Sends a test notification.
    func test(_ recipient: Recipient, delivery: SubscriptionID) async -> DeliveryOutcome {
        let json = Notification.test(settings)
        return switch recipient.target {
        case .webPush(let endpoint, let keys): await push(json, to: endpoint, keys, topic: nil)
        case .webhook(let endpoint, let secret): await hook(json, to: endpoint, secret, "\(delivery)")
        case .ntfy(let topic):
            await publish(Notification.ntfy(topic: topic, title: "Spotter", body: Notification.testText, url: nil))
        case .mail: .delivered
        }
    }

    // MARK: Kinds of target

    private func push(_ json: [UInt8], to endpoint: Endpoint, _ keys: WebPushKeys, topic: [UInt8]?) async
        -> DeliveryOutcome
    {
        let now = clock.now()
        do {
            var headers = [
                ("Authorization", try vapid.authorization(for: endpoint.origin, at: now)),
                ("Content-Encoding", "aes128gcm"), ("Content-Type", "application/octet-stream"),
                ("TTL", "\(Self.timeToLiveSeconds)"), ("Urgency", "high"),
            ]
            // The service keeps only the latest undelivered message of a topic. The topic is hashed, so that it doesn't
            // reveal the chat.
            if let topic {
                let digest = SHA256.hash(data: keys.auth + topic)
                headers.append(("Topic", Base64URL.encode(digest.prefix(16))))
            }
            let body = try WebPushEncryption.encrypt(json, for: keys)
            return await post(endpoint.description, headers, body, .webpush)
        } catch {
            return .refused(status: 0)
        }
    }

    private func hook(_ json: [UInt8], to endpoint: Endpoint, _ secret: Secret, _ delivery: String) async
        -> DeliveryOutcome
    {
        let timestamp = "\(clock.now().milliseconds / 1000)"
        let headers = [
            ("Content-Type", "application/json; charset=utf-8"), ("User-Agent", "Spotter"),
            ("X-Spotter-Delivery", delivery), ("X-Spotter-Timestamp", timestamp),
            ("X-Spotter-Signature", WebhookSignature.header(of: json, at: timestamp, secret: secret)),
        ]
        return await post(endpoint.description, headers, json, .webhook)
    }

    private func publish(_ json: [UInt8]) async -> DeliveryOutcome {
        guard let ntfy = settings.ntfy else { return .refused(status: 0) }
        var headers = [("Content-Type", "application/json; charset=utf-8")]
        if let token = ntfy.token { headers.append(("Authorization", "Bearer \(token.reveal())")) }
        return await post(ntfy.url.description, headers, json, .ntfy)
    }

    private func post(
        _ url: String,
        _ headers: [(String, String)],
        _ body: [UInt8],
        _ kind: SubscriptionKind
    ) async -> DeliveryOutcome {
        do {
            let response = try await transport.post(HTTPTransportRequest(url: url, headers: headers, body: body))
            return DeliveryOutcome(response, kind: kind, at: clock.now())
        } catch {
            // The type tells what kind of failure it was. The description isn't used, because it could contain the URL.
            return .busy(reason: "\(type(of: error))", retryAfterSeconds: nil)
        }
    }

    /// The delivery id: the same for every attempt to notify a device of a message or notice, even after a restart, so
    /// that receivers can detect repeats.
    static func delivery(of subject: [UInt8], to subscription: SubscriptionID) -> String {
        let digest = Array(SHA256.hash(data: subject + subscription.bytes).prefix(16))
        return SubscriptionID(bytes: digest)?.description ?? subscription.description
    }
}
