import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

/// A client wishes, the trainer decides.
@Suite(.standardTimeLimit) struct SessionWishTests {
    private struct World {
        let server: TestServer
        let trainer: TestUser
        let client: TestUser
        let event: String

        static func run(_ body: @Sendable (World) async throws -> Void) async throws {
            try await TestServer.run { server in
                let (trainer, client, _) = try await server.pair()
                let session = """
                    {"eventType":"training","clientId":"\(client.id)","startsAt":"2031-01-06T10:00:00Z",
                     "endsAt":"2031-01-06T11:00:00Z","title":"Strength"}
                    """
                let made = try await server.request("POST", "/v1/calendar/events", as: trainer, body: session)
                let event = try #require(JSONValue.parse(Array(made.body))?["event"]?["id"]?.string)
                try await body(World(server: server, trainer: trainer, client: client, event: event))
            }
        }

        func wish(_ body: String, as user: TestUser? = nil) async throws -> RESTResponse {
            try await server.request("POST", "/v1/calendar/events/\(event)/wish", as: user ?? client, body: body)
        }

        var waiting: [JSONValue] {
            get async throws {
                let path = "/v1/assistant/proposals?state=pending"
                let answer = try await server.request("GET", path, as: trainer)
                return try #require(JSONValue.parse(Array(answer.body))?["proposals"]?.array)
            }
        }

        func shown(_ field: String) async throws -> String? {
            let answer = try await server.request("GET", "/v1/calendar/events/\(event)", as: client)
            return JSONValue.parse(Array(answer.body))?["event"]?[field]?.string
        }
    }

    private static let later = #"{"startsAt":"2031-01-06T15:00:00Z"}"#

    @Test func aWishWaitsForTheTrainer() async throws {
        try await World.run { world in
            #expect(try await world.wish(Self.later).status == 204)
            // Asked again, it's the same wish.
            #expect(try await world.wish(Self.later).status == 204)
            let waiting = try await world.waiting
            #expect(waiting.count == 1 && waiting.first?["tool"] == "rescheduleEvent")
            #expect(waiting.first?["arguments"]?["shown"]?["clientId"]?.string == "\(world.client.id)")
            #expect(try await world.shown("startsAt") == "2031-01-06T10:00:00.000Z")
            let id = try #require(waiting.first?["id"]?.string)
            let path = "/v1/assistant/proposals/\(id)/confirm"
            #expect(try await world.server.request("POST", path, as: world.client, body: "{}").status == 404)
            #expect(try await world.server.request("POST", path, as: world.trainer, body: "{}").status == 200)
            #expect(try await world.shown("startsAt") == "2031-01-06T15:00:00.000Z")
            #expect(try await world.shown("endsAt") == "2031-01-06T16:00:00.000Z")
        }
    }

    @Test func aCancellationIsAWishToo() async throws {
        try await World.run { world in
            #expect(try await world.wish("{}").status == 204)
            let waiting = try await world.waiting
            #expect(waiting.map { $0["tool"] } == ["cancelEvent"])
            let id = try #require(waiting.first?["id"]?.string)
            #expect(try await world.shown("status") == "scheduled")
            let path = "/v1/assistant/proposals/\(id)/confirm"
            #expect(try await world.server.request("POST", path, as: world.trainer, body: "{}").status == 200)
            #expect(try await world.shown("status") != "scheduled")
        }
    }

    @Test func whatCannotBeWished() async throws {
        try await World.run { world in
            let stranger = try await world.server.register("Tom", role: .client)
            #expect(try await world.wish(Self.later, as: stranger).status == 404)
            #expect(try await world.wish(Self.later, as: world.trainer).status == 400)
            #expect(try await world.wish(#"{"startsAt":"2001-01-06T15:00:00Z"}"#).status == 400)
            for hour in 12...14 {
                #expect(try await world.wish(#"{"startsAt":"2031-01-06T\#(hour):00:00Z"}"#).status == 204)
            }
            #expect(try await world.wish(Self.later).status == 409)
            #expect(try await world.waiting.count == 3)
        }
    }

    /// Wishes that come at once are bounded as those that come one by one, and the same ones are one.
    @Test func wishesAtOnceAreBounded() async throws {
        try await World.run { world in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<16 {
                    let body = #"{"startsAt":"2031-01-06T\#(12 + number % 8):00:00Z"}"#
                    group.addTask { try await world.wish(body).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let waiting = try await world.waiting
            #expect(waiting.count == 3)
            #expect(Set(waiting.compactMap { $0["arguments"]?["startsAt"]?.string }).count == 3)
            #expect(Set(statuses) == [204, 409] && statuses.count { $0 == 204 } >= 3, "\(statuses)")
        }
    }
}
