import ContactsTestKit
import Domain
import HTTPTypes
import Messaging
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

@testable import Gateway

/// What users store counts, at every door.
@Suite(.standardTimeLimit) struct TextChargeTests {
    /// Every route that takes a JSON body of a user's: which ones count it whole, which count themselves what they store,
    /// and of which nothing is kept. Whoever has nothing left is refused by the first kind before anything is read.
    @Test func everyBodyCounts() async throws {
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.messageBytes = Rate(1, perSeconds: 3600, burst: 1)
        }) { server in
            let routes = try server.server.routeTable().routes.filter { route in
                route.access == .user && !route.isAlias && route.operation?.body != nil
            }
            let ids = Set(routes.compactMap(\.operation?.id))
            #expect(ids.count > 70)
            #expect(TextCharge.operations.subtracting(ids) == [], "all that is said is said of routes")
            let alex = try await server.register("Alex", role: .trainer)
            let first = try await server.request("POST", "/v1/reminders", as: alex, json: ["text": "x"])
            #expect(first.status == 400, "it is read, and takes all that there is")
            for route in routes where route.charge != .counted {
                let id = route.operation?.id ?? ""
                let path = route.path.split(separator: "/", omittingEmptySubsequences: false).map {
                    $0.replacing(/\{[^}]*\}/, with: "018f0000-0000-7000-8000-000000000000")
                }.joined(separator: "/")
                let answer = try await server.request(
                    route.method.rawValue,
                    path,
                    token: alex.accessToken.reveal(),
                    body: #"{"unknown":1}"#
                )
                #expect((answer.status == 429) == (route.charge == .body), "\(id): \(answer.status)")
            }
        }
    }

    /// A text that is filled in for many, or stored for each event of a series, counts as often as it is stored.
    @Test func whatIsStoredManyTimesCountsAsOften() async throws {
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.messageBytes = Rate(1, perSeconds: 3600, burst: 2_000)
        }) { server in
            let (alex, sara, _) = try await server.pair()
            let mike = try await server.register("Mike", role: .client)
            _ = try await server.server.messaging.contacts.addClient(mike.user, by: alex.actor)
            for client in [sara, mike] {
                let tagged = try await server.request(
                    "PUT",
                    "/v1/clients/\(client.id)/tags",
                    as: alex,
                    json: ["tags": ["run"]]
                )
                #expect(tagged.status == 200)
            }
            let text = String(repeating: "x", count: 900)
            for status in [201, 429] {
                let sent = try await server.request(
                    "POST",
                    "/v1/broadcasts",
                    as: alex,
                    json: ["tag": "run", "text": text]
                )
                #expect(sent.status == status)
                if status == 429 { #expect(sent.errorCode == "quota_exceeded") }
            }
            let ben = try await server.register("Ben", role: .trainer)
            let start = server.server.clock.now().adding(seconds: 86_400)
            for (count, status) in [(2, 201), (30, 429)] {
                let series: [String: Any] = [
                    "eventType": "adhoc", "title": "Run", "notes": String(repeating: "n", count: 200),
                    "startsAt": "\(start.adding(seconds: Int64(count) * 3600))",
                    "endsAt": "\(start.adding(seconds: Int64(count) * 3600 + 60))",
                    "rrule": "FREQ=DAILY;COUNT=\(count)",
                ]
                let made = try await server.request("POST", "/v1/calendar/events", as: ben, json: series)
                #expect(made.status == status, "\(count)")
            }
        }
    }
}
