import Crypto
import Domain
import Foundation
import Messaging
import NotificationsTestKit
import SpotterAPI
import Synchronization
import Testing

@testable import Notifications

@Suite struct DeliveryTests {
    @Test func aPushServiceGetsWhatItNeeds() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            let browser = Browser()
            try await world.subscribe(browser.subscription(at: "https://fcm.googleapis.com/fcm/send/x"), by: sara)
            try await world.send("Hello", to: chat, by: alex)
            try await world.send("Again", to: chat, by: alex)
            try await world.settle()
            let posted = world.network.take()
            let plain = try posted.map { String(decoding: try browser.read($0.body), as: UTF8.self) }
            #expect(plain.count == 2 && plain[0].contains("Hello") && plain[1].contains("Again"), "in order")
            let headers = try #require(posted.first?.headers)
            #expect(headers["Content-Encoding"] == "aes128gcm" && headers["Urgency"] == "high")
            #expect(headers["TTL"] == "86400" && headers["Authorization"]?.hasPrefix("vapid t=") == true)
            let topic = try #require(headers["Topic"])
            #expect(topic.count <= 32 && posted.last?.headers["Topic"] == topic && !topic.contains("\(chat)"))
        }
    }

    @Test(arguments: [404, 410]) func aSubscriptionThatIsGoneGoes(status: Int) async throws {
        try await NotificationFixture.run(PlayedNetwork { _, _ in HTTPTransportResponse(status: status) }) { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.subscribe(Browser().subscription(at: "https://fcm.googleapis.com/x"), by: sara)
            for text in ["1", "2"] { try await world.send(text, to: chat, by: alex) }
            try await world.settle()
            #expect(world.network.take().count == 1)
            #expect(try await world.notifications.subscriptions.list(of: sara).isEmpty)
        }
    }

    @Test func whoIsBusyIsAskedAgainWhenTheySay() async throws {
        let network = PlayedNetwork { _, number in
            switch number {
            case 0: HTTPTransportResponse(status: 503, retryAfter: "120")
            case 1: HTTPTransportResponse(status: 429)
            case 2: throw SMTPError.closed
            default: HTTPTransportResponse(status: 200)
            }
        }
        try await NotificationFixture.run(network) { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.hook(sara)
            try await world.send("Hello", to: chat, by: alex)
            try await world.settle()
            let posted = network.take()
            #expect(posted.count == 4)
            #expect(Set(posted.compactMap { $0.headers["X-Spotter-Delivery"] }).count == 1, "one delivery, four tries")
            #expect(network.sleeps == [.milliseconds(120_375), .seconds(3), .seconds(6)])
            #expect(try await world.notifications.subscriptions.list(of: sara).first?.failures == 0)
        }
    }

    @Test func afterManyFailuresADeviceIsLeftAlone() async throws {
        let isWell = Mutex(false)
        let network = PlayedNetwork { _, _ in HTTPTransportResponse(status: isWell.withLock { $0 } ? 200 : 302) }
        try await NotificationFixture.run(network) { world in
            let (alex, sara, chat) = try await world.pair()
            let added = try await world.hook(sara)
            for number in 0..<25 { try await world.send("\(number)", to: chat, by: alex) }
            try await world.settle()
            #expect(
                network.take().count == DeliveryWorker.maxFailures,
                "no redirect is followed, nothing tried after that"
            )
            let shown = try #require(try await world.notifications.subscriptions.list(of: sara).first)
            #expect(shown.failures == DeliveryWorker.maxFailures && shown.disabledAt != nil)
            isWell.withLock { $0 = true }
            let trial = try await world.notifications.test(added.subscription.id, by: sara)
            #expect(trial.delivered)
            #expect(network.take().first?.json["type"] as? String == "test")
            let again = try #require(try await world.notifications.subscriptions.list(of: sara).first)
            #expect(again.failures == 0 && again.disabledAt == nil)
        }
    }

    @Test func aWebhookCanCheckWhoSends() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            let secret = try #require(try await world.hook(sara).secret).reveal()
            try await world.send("Hello", to: chat, by: alex)
            try await world.settle()
            let posted = try #require(world.network.take().first)
            let timestamp = try #require(posted.headers["X-Spotter-Timestamp"])
            #expect(timestamp == "\(NotificationFixture.start.milliseconds / 1000)")
            let mac = HMAC<SHA256>.authenticationCode(
                for: Data("\(timestamp).".utf8) + posted.body,
                using: SymmetricKey(data: Data(secret.utf8))
            )
            let hex = mac.map { String(format: "%02x", $0) }.joined()
            #expect(posted.headers["X-Spotter-Signature"] == "sha256=\(hex)")
        }
    }

    /// RFC 4231's second case, in the form that a webhook gets.
    @Test func theSignatureIsTheStandards() {
        let header = WebhookSignature.header(of: Array("body".utf8), at: "1", secret: Secret("key"))
        let mac = HMAC<SHA256>.authenticationCode(for: Data("1.body".utf8), using: SymmetricKey(data: Data("key".utf8)))
        #expect(header == "sha256=" + mac.map { String(format: "%02x", $0) }.joined())
    }

    /// One endpoint that never answers holds up its own device and no other.
    @Test func aSlowEndpointHoldsUpNobodyElse() async throws {
        let (released, release) = AsyncStream<Void>.makeStream()
        let (told, tell) = AsyncStream<Void>.makeStream()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let network = PlayedNetwork { request, _ in
            if request.url.hasSuffix("/slow") {
                begin.yield()
                for await _ in released { break }
            } else {
                tell.yield()
            }
            return HTTPTransportResponse(status: 200)
        }
        try await NotificationFixture.run(network) { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.hook(sara, "/slow")
            try await world.hook(sara, "/quick")
            for text in ["1", "2", "3"] { try await world.send(text, to: chat, by: alex) }
            async let settled: Void = world.settle()
            var count = 0
            for await _ in told {
                count += 1
                if count == 3 { break }
            }
            for await _ in begun { break }
            #expect(network.take().count { $0.url.hasSuffix("/slow") } == 1)
            release.finish()
            try await settled
            #expect(network.take().count == 2)
        }
    }

    // MARK: Parsers

    @Test(arguments: [
        ("120", 120 as Int64?), ("0", 0), (" 5 ", 5), ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("", nil), ("-1", nil),
        ("1.5", nil), ("99999999999999999999", nil), ("Sun, 06 Nov 1994", nil), ("soon", nil),
        ("Sun, 06 Foo 1994 08:49:37 GMT", nil), ("Sun, 6 Nov 1994 08:49:37 GMT", nil),
        ("Sat, 05 Nov 1994 08:49:37 GMT", 0), ("Sun, 31 Feb 1994 08:49:37 GMT", nil), ("１２", nil),
    ])
    func retryAfterIsSecondsOrATime(text: String, seconds: Int64?) throws {
        let now = try #require(Timestamp(rfc3339: "1994-11-06T08:49:00Z"))
        #expect(RetryAfter.seconds(text, at: now) == seconds)
    }

    @Test func delaysGrowAndEnd() {
        func delay(_ attempt: Int, _ after: Int64? = nil, _ jitter: Double = 1) -> Duration {
            DeliveryRetry.delay(after: attempt, retryAfterSeconds: after, jitter: jitter)
        }
        #expect((1...5).map { delay($0) } == [2, 4, 8, 16, 32].map { .seconds($0) })
        #expect(delay(1, nil, 0) == .seconds(1))
        #expect(delay(.max) == .seconds(900) && delay(1, .max) <= .seconds(901) && delay(1, .min) == .seconds(2))
        #expect(delay(1, 60) > .seconds(60))
    }
}
