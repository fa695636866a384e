import Domain
import ServerTestKit
import TestSupport
import Testing

@testable import Gateway

/// Queries as forms write them, and paths after a base address that ends with a slash.
@Suite(.standardTimeLimit) struct RequestTargetTests {
    @Test(arguments: [
        ("/v1/x?query=knee+trouble", "/v1/x?query=knee%20trouble"), ("/v1/a+b?c=d+e+f", "/v1/a+b?c=d%20e%20f"),
        ("/v1/x?q=a%2Bb", nil), ("/v1/a+b", nil), ("/v1/x?q=a", nil), ("?+", "?%20"), ("", nil),
    ])
    func plusIsASpaceInQueries(target: String, plain: String?) { #expect(FormQuery.plain(target) == plain) }

    @Test func plusAndSpaceFindTheSame() async throws {
        try await TestServer.run { server in
            let (trainer, client, _) = try await server.pair("Alex Rivera", "Sara Lindqvist")
            for query in ["Sara+Lind", "Sara%20Lind"] {
                let found = try await server.request("GET", "/v1/users?query=\(query)", as: trainer)
                #expect(String(decoding: found.body, as: UTF8.self).contains(client.id.description), "\(query)")
            }
            // The plus of an offset that nobody has encoded.
            let path = "/v1/calendar/events?from=2026-03-11T13:15:00+01:00&to=2026-03-12T13:15:00%2B01:00"
            #expect(try await server.request("GET", path, as: trainer).status == 200)
        }
    }

    @Test(arguments: [
        ("//v1/models", 200), ("/v1//models", 200), ("///v1//models/", 200), ("//v1/models?a=//", 200),
        ("/v1/../v1/models", 404), ("//v1/./models", 404), ("//v1/me", 404), ("/v1//me", 404),
    ])
    func aDoubledSlashLeadsToRoutesOfOtherAPIs(path: String, status: Int) async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            #expect(try await server.request("GET", path, as: user).status == status)
        }
    }
}
