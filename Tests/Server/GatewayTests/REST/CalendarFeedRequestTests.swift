import Domain
import Foundation
import ServerHarness
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Programs that subscribe ask again and again: they get the same bytes, or none.
@Suite(.standardTimeLimit) struct CalendarFeedRequestTests {
    @Test func aFeedIsReadAgainOnlyIfItHasChanged() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex", role: .trainer)
            let token = alex.accessToken.reveal()
            let http = RESTClient(baseURL: server.baseURL)
            let address = try await http.request("GET", "/v1/calendar/feed", token: token).json["url"] as? String ?? ""
            let start = try #require(address.range(of: "/calendar/feeds/"))
            let path = String(address[start.lowerBound...])

            let first = try await http.request("GET", path)
            let tag = try #require(first.headers["etag"])
            let second = try await http.request("GET", path)
            #expect(first.status == 200 && first.body == second.body && second.headers["etag"] == tag)
            let head = try await http.request("HEAD", path)
            #expect(head.status == 200 && head.headers["etag"] == tag && head.body.isEmpty)
            for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let same = try await http.request("GET", path, headers: ["If-None-Match": known])
                #expect(same.status == 304 && same.body.isEmpty && same.headers["etag"] == tag, "\(known)")
            }
            let day = Date().addingTimeInterval(86_400)
            let event = [
                "eventType": "adhoc", "title": "Gym", "startsAt": day.ISO8601Format(),
                "endsAt": day.addingTimeInterval(3600).ISO8601Format(),
            ]
            let made = try await http.request("POST", "/v1/calendar/events", token: token, json: event)
            #expect(made.status == 201)
            let changed = try await http.request("GET", path, headers: ["If-None-Match": tag])
            #expect(changed.status == 200 && changed.headers["etag"] != tag)
            #expect(try await http.request("HEAD", path + "x").status == 404)
        }
    }
}
