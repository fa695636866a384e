import AsyncHTTPClient
import Domain
import NIOCore
import ServerHarness
import SpotterAPI

/// Many streamed answers of one server, all open at the same time.
package struct StreamsAtOnce: Sendable {
    package struct Report: Encodable, Sendable {
        package let streams: Int
        /// How many the model's server had before it let any of them end.
        package let atOnce: Int
        /// Streams whose last event came.
        package let complete: Int
        package let seconds: Double
        /// The server's memory that isn't backed by files.
        package let megabytesBefore: Double
        package let megabytesWhileOpen: Double
        package let kilobytesPerStream: Double
    }

    private let executable: SpotterExecutable
    private let progress: @Sendable (String) -> Void

    package init(executable: SpotterExecutable, progress: @escaping @Sendable (String) -> Void) {
        (self.executable, self.progress) = (executable, progress)
    }

    /// The model's server begins all answers and ends none until every stream is open.
    package func run(streams: Int) async throws -> Report {
        let model = try await HoldingModel()
        var server = MadeUpServer(executable: executable, messages: 1000, chats: 10, progress: progress)
        server.settings = [
            "SPOTTER_LLM_BASE_URL": model.baseURL, "SPOTTER_LLM_MODEL": "stand-in",
            "SPOTTER_LLM_TITLES": "false",
            "SPOTTER_REGISTRATION": "open", "SPOTTER_LIMIT_REGISTRATIONS": "off",
        ]
        var settings = HTTPClient.Configuration()
        settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = streams + 1
        let client = HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup,
            configuration: settings
        )
        do {
            let report = try await server.measure { rest, token, process, isWarmUp in
                let many = RESTClient(baseURL: rest.baseURL, client: client, timeoutSeconds: 600)
                let tokens = isWarmUp ? [token] : try await Self.people(for: streams, on: rest)
                model.begin(tokens.count)
                return try await Self.measure(tokens, many, process, model)
            }
            try await client.shutdown()
            try await model.stop()
            return report
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    /// As many tokens as there are streams: the assistant answers two questions of a user at once.
    private static func people(for streams: Int, on rest: RESTClient) async throws -> [String] {
        var tokens: [String] = []
        for number in 0..<(streams + 1) / 2 {
            let grant: AuthGrant = try await rest.post(
                "/v1/auth/register",
                RegisterRequest(
                    email: "person\(number)@example.com",
                    password: Secret("secret-word-\(number)"),
                    displayName: "Person \(number)",
                    role: .trainer,
                    timezone: "UTC"
                )
            )
            tokens += Array(repeating: grant.accessToken.reveal(), count: 2)
        }
        return Array(tokens.prefix(streams))
    }

    private static func measure(
        _ tokens: [String],
        _ rest: RESTClient,
        _ process: ServerProcess,
        _ model: HoldingModel
    ) async throws -> Report {
        let before = Double(process.statistics.anonymousBytes ?? 0) / 1e6
        let begin = ContinuousClock.now
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            for token in tokens {
                let body =
                    #"{"model":"spotter","stream":true,"messages":[{"role":"user","content":"A poem on squats"}]}"#
                group.addTask {
                    let answer = try await rest.request(
                        "POST",
                        "/openai/v1/chat/completions",
                        token: token,
                        body: body
                    )
                    return answer.isSuccess && String(buffer: answer.bytes).hasSuffix("data: [DONE]\n\n")
                }
            }
            let atOnce = await model.allArrived()
            let open = Double(process.statistics.anonymousBytes ?? 0) / 1e6
            model.release()
            var complete = 0
            for try await isWhole in group where isWhole { complete += 1 }
            return Report(
                streams: tokens.count,
                atOnce: atOnce,
                complete: complete,
                seconds: ((ContinuousClock.now - begin).milliseconds / 1000).rounded(places: 2),
                megabytesBefore: before.rounded(places: 1),
                megabytesWhileOpen: open.rounded(places: 1),
                kilobytesPerStream: ((open - before) * 1000 / Double(max(1, tokens.count))).rounded(places: 1)
            )
        }
    }
}
