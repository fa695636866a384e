import Domain
import ModelTestKit
import ServerTestKit
import SpotterServer
import TestSupport

/// A studio beside a scripted sports data service, and a scripted language model where a test wants one.
struct SportsFixture: Sendable {
    let studio: StudioFixture
    let service: ScriptedProvider

    static let credentials: JSONValue = ["espn_s2": "AEBtangerine%2Bsecret", "SWID": "{F00D-KUMQUAT}"]
    static let path = "/api/v1/settings/espn-credentials"

    static func open(
        model: ScriptedProvider? = nil,
        log: RecordedLog? = nil,
        _ respond: @escaping @Sendable (ScriptedProvider.Request, Int) -> ScriptedResponse,
        _ body: @Sendable (SportsFixture) async throws -> Void
    ) async throws {
        let service = try await ScriptedProvider(respond: respond)
        let address = service.baseURL.replacing("/v1", with: "/api")
        let settings = model.map {
            ServerConfiguration.LanguageModelSettings(baseURL: $0.baseURL, apiKey: nil, model: "scripted")
        }
        try await StudioFixture.open(
            model: settings,
            configure: { $0.sportsData = SportsDataSettings(baseURL: address) },
            log: log
        ) { try await body(SportsFixture(studio: $0, service: service)) }
        await service.stop()
        await model?.stop()
    }

    func get(_ path: String, by credential: Credential? = nil) async throws -> DoorAnswer {
        try await studio.door("GET", "/pybaseball\(path)", credential ?? studio.token)
    }

    func set(_ credentials: JSONValue = credentials, by credential: Credential? = nil) async throws -> DoorAnswer {
        try await studio.door("PUT", Self.path, credential ?? studio.token, credentials)
    }
}
