import AsyncHTTPClient
import Domain
import LanguageModels
import Logging
import ModelTestKit
import OpenAIClient

/// Makes models that talk to one provider.
struct ModelMaker: Sendable {
    let baseURL: String
    let client: HTTPClient

    func callAsFunction(
        _ api: ModelAPI = .chat,
        apiKey: Secret? = nil,
        timeouts: ModelTimeouts = ModelTimeouts(),
        retry: RetryPolicy = .never,
        clock: any Clock<Duration> = ContinuousClock()
    ) throws -> RemoteLanguageModel {
        try RemoteLanguageModel(
            configuration: .init(
                api: api,
                baseURL: baseURL,
                apiKey: apiKey,
                model: "scripted",
                timeouts: timeouts,
                retry: retry
            ),
            httpClient: client,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
            clock: clock
        )
    }
}

/// A provider that plays `responses`, then `otherwise` for ever, with a client for it; both end with `body`.
func withProvider(
    _ responses: [ScriptedResponse],
    otherwise: ScriptedResponse? = nil,
    _ body: (ScriptedProvider, ModelMaker) async throws -> Void
) async throws {
    let provider = try await ScriptedProvider { _, position in
        responses.indices.contains(position)
            ? responses[position] : otherwise ?? .error(400, "The script has no response number \(position + 1).")
    }
    let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: .modelService())
    let outcome: Result<Void, any Error>
    do {
        outcome = .success(try await body(provider, ModelMaker(baseURL: provider.baseURL, client: client)))
    } catch {
        outcome = .failure(error)
    }
    await provider.stop()
    try await client.shutdown()
    try outcome.get()
}

extension LanguageModel {
    /// All events of a stream, and the error at its end.
    func collect(_ request: ModelRequest) async -> (events: [ModelEvent], error: ModelError?) {
        var events: [ModelEvent] = []
        do {
            for try await event in stream(request) { events.append(event) }
        } catch {
            return (events, error as? ModelError ?? ModelError(.rejected, "unexpected: \(error)"))
        }
        return (events, nil)
    }

    func ask(_ messages: [ModelMessage] = [.user("Hi")]) async -> (events: [ModelEvent], error: ModelError?) {
        await collect(ModelRequest(messages: messages))
    }
}
