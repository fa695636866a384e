import Domain
import Foundation
import ModelTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

@testable import Notifications

/// The whole way, over REST and sockets: what is due or changed arrives.
@Suite(.standardTimeLimit) struct NoticeServerTests {
    private let start = Timestamp(milliseconds: 1_773_234_900_000)

    /// A reminder becomes due while the server is down; its owner isn't connected afterwards either.
    @Test func aReminderArrivesSignedWithNobodyConnected() async throws {
        let service = try await ScriptedProvider { _, _ in .json([:]) }
        let origin = try #require(Endpoint(service.baseURL)).origin
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let start = start
        let secret = "0123456789abcdef0123"
        try await TestServer.run(in: folder.path, startingAt: start) { _ in }
        try await TestServer.run(
            in: folder.path,
            configure: {
                $0.now = start
                $0.notifications.origins = [origin]
            }
        ) { server in
            let alex = try await server.register("Alex", role: .trainer)
            let hook = ["kind": "webhook", "url": service.baseURL, "secret": secret]
            let made = try await server.request("POST", "/v1/me/notifications", as: alex, json: hook)
            #expect(made.status == 201)
            let reminder = ["text": "Drink water", "dueAt": "\(start.adding(minutes: 60))"]
            #expect(try await server.request("POST", "/v1/reminders", as: alex, json: reminder).status == 201)
        }
        #expect(service.requests.isEmpty)
        try await TestServer.run(
            in: folder.path,
            configure: {
                $0.now = start.adding(minutes: 120)
                $0.notifications.origins = [origin]
                $0.notifications.batchingDelay = .zero
            }
        ) { _ in await service.requestArrived() }
        let request = try #require(service.requests.first)
        #expect(request.json["type"] == "reminder.due" && request.json["body"] == "Drink water")
        let timestamp = try #require(request.headers["x-spotter-timestamp"])
        let expected = WebhookSignature.header(of: Array(request.body), at: timestamp, secret: Secret(secret))
        #expect(request.headers["x-spotter-signature"] == expected)
        // It is still to be seen.
        try await TestServer.run(in: folder.path, startingAt: start.adding(minutes: 130)) { server in
            let login = ["email": "alex@example.com", "password": "secret-Alex"]
            let token = try await server.request("POST", "/v1/auth/login", json: login).json["accessToken"] as? String
            let notices =
                try await server.request("GET", "/v1/notices", token: token).json["notices"] as? [[String: Any]]
            #expect(notices?.map { $0["text"] as? String } == ["Drink water"])
        }
        await service.stop()
    }

    @Test func openSocketsAreToldOfChangesAndOfWhatWasSeen() async throws {
        try await TestServer.run { server in
            let (alex, sara, _) = try await server.pair()
            let (phone, _) = try await server.open(sara)
            let (laptop, _) = try await server.open(sara)
            let now = server.server.clock.now()
            let event = [
                "eventType": "training", "clientId": "\(sara.id)", "startsAt": "\(now.adding(minutes: 600))",
                "endsAt": "\(now.adding(minutes: 660))",
            ]
            let made = try await server.request("POST", "/v1/calendar/events", as: alex, json: event)
            let id = try #require((made.json["event"] as? [String: Any])?["id"] as? String)
            _ = try await phone.next("event.created")
            let moved = ["startsAt": "\(now.adding(minutes: 700))", "endsAt": "\(now.adding(minutes: 760))"]
            _ = try await server.request("PATCH", "/v1/calendar/events/\(id)", as: alex, json: moved)
            let frame = try await phone.next("event.moved")
            let notice = try #require(frame.json["notice"] as? [String: Any])
            #expect(notice["text"] as? String == "Training with Alex" && notice["with"] as? [String] == ["Alex"])
            #expect(notice["startsAt"] as? String == moved["startsAt"])
            let noticeId = try #require(notice["id"] as? String)
            let path = "/v1/notices/\(noticeId)/seen?earlier=true"
            #expect(try await server.request("POST", path, as: sara).status == 200)
            let seen = try await laptop.next("notice.seen")
            #expect((seen.json["noticeIds"] as? [Any])?.count == 2)
            let left = try await server.request("GET", "/v1/notices", as: sara).json["notices"] as? [Any]
            #expect(left?.isEmpty == true)
        }
    }
}
