import ModelTestKit
import TestSupport
import Testing

@testable import Notifications

@Suite(.standardTimeLimit) struct HTTPTransportTests {
    /// The headers have come, so it is known how it went. The body never ends.
    @Test func aBodyWithoutAnEndIsGivenUp() async throws {
        let provider = try await ScriptedProvider { _, _ in
            var response = ScriptedResponse.body(["o"], type: "text/plain")
            response.ending = .hang
            return response
        }
        let transport = AsyncHTTPTransport { _ in }
        let response = try await transport.post(HTTPTransportRequest(url: provider.baseURL, headers: [], body: [1]))
        #expect(response.status == 200)
        await provider.clientHungUp()
        await provider.stop()
    }
}
