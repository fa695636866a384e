import ServerTestKit
import SpotterServer
import TestSupport
import Testing

@testable import Gateway

@Suite(.standardTimeLimit) struct MethodTests {
    @Test func otherMethodsOfAPathAreNamed() async throws {
        try await TestServer.run { server in
            for (method, path) in [
                ("PUT", "/v1/me"), ("TRACE", "/v1/me"), ("GET", "/v1/auth/login"), ("DELETE", "/openapi.json"),
                ("POST", "/healthz"), ("PATCH", "/v1/chats/018f0000-0000-7000-8000-000000000001/messages"),
            ] {
                let answer = try await server.request(method, path)
                #expect(answer.status == 405 && answer.headers["allow"] != nil, "\(method) \(path)")
            }
            let own = try await server.request("PUT", "/v1/me")
            #expect(own.headers["allow"] == "DELETE, GET, PATCH")
            #expect(try await server.request("PUT", "/v1/nothing").status == 404)
        }
    }
}
