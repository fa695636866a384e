import Crypto
import Domain
import Foundation
import SpotterAPI

/// Puts a notice into the form that its way needs, and sends it once.
struct Sender: Sendable {
    let outgoing: any Outgoing
    let vapid: VAPID
    let settings: NotificationSettings
    let clock: any WallClock

    /// For how long a push service keeps what it can't deliver.
    static let timeToLiveSeconds = 24 * 3600

    func send(_ parcel: Composer.Parcel) async -> Outcome {
        let (recipient, notification) = (parcel.recipient, parcel.notification)
        let delivery = Self.delivery(of: notification.messageId, to: recipient.id)
        return switch recipient.target {
        case .webPush(let endpoint, let keys):
            await push(notification.json(), to: endpoint, keys, topic: notification.chatId)
        case .webhook(let endpoint, let secret): await hook(notification.json(), to: endpoint, secret, delivery)
        case .ntfy(let topic): await publish(notification.ntfy(topic: topic))
        // Mail goes in digests.
        case .mail: .delivered
        }
    }

    /// Sends a notice that tells of nothing.
    func test(_ recipient: Recipient, delivery: SubscriptionID) async -> Outcome {
        let json = Notification.test(settings)
        return switch recipient.target {
        case .webPush(let endpoint, let keys): await push(json, to: endpoint, keys, topic: nil)
        case .webhook(let endpoint, let secret): await hook(json, to: endpoint, secret, "\(delivery)")
        case .ntfy(let topic):
            await publish(Notification.ntfy(topic: topic, title: "Spotter", body: Notification.testText, url: nil))
        case .mail: .delivered
        }
    }

    // MARK: Ways

    private func push(_ json: [UInt8], to endpoint: Endpoint, _ keys: WebPushKeys, topic chat: ChatID?) async -> Outcome
    {
        let now = clock.now()
        do {
            var headers = [
                ("Authorization", try vapid.authorization(for: endpoint.origin, at: now)),
                ("Content-Encoding", "aes128gcm"), ("Content-Type", "application/octet-stream"),
                ("TTL", "\(Self.timeToLiveSeconds)"), ("Urgency", "high"),
            ]
            // The service keeps only the last undelivered one of a topic; which chat it is isn't its business.
            if let chat {
                let digest = SHA256.hash(data: keys.auth + chat.bytes)
                headers.append(("Topic", Base64URL.encode(digest.prefix(16))))
            }
            let body = try WebPushEncryption.encrypt(json, for: keys)
            return await post(endpoint.description, headers, body, .webpush)
        } catch {
            return .refused(status: 0)
        }
    }

    private func hook(_ json: [UInt8], to endpoint: Endpoint, _ secret: Secret, _ delivery: String) async -> Outcome {
        let timestamp = "\(clock.now().milliseconds / 1000)"
        let headers = [
            ("Content-Type", "application/json; charset=utf-8"), ("User-Agent", "Spotter"),
            ("X-Spotter-Delivery", delivery), ("X-Spotter-Timestamp", timestamp),
            ("X-Spotter-Signature", WebhookSignature.header(of: json, at: timestamp, secret: secret)),
        ]
        return await post(endpoint.description, headers, json, .webhook)
    }

    private func publish(_ json: [UInt8]) async -> Outcome {
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
    ) async -> Outcome {
        do {
            let answer = try await outgoing.post(OutgoingRequest(url: url, headers: headers, body: body))
            return Outcome(answer, kind: kind, at: clock.now())
        } catch {
            // The type says what kind of failure; its text could hold the address.
            return .busy(reason: "\(type(of: error))", retryAfterSeconds: nil)
        }
    }

    /// The same for every try at telling a device of a message, also after a restart, so that a receiver can know it.
    static func delivery(of message: MessageID, to subscription: SubscriptionID) -> String {
        let digest = Array(SHA256.hash(data: message.bytes + subscription.bytes).prefix(16))
        return SubscriptionID(bytes: digest)?.description ?? message.description
    }
}
