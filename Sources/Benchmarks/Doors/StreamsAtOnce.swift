import AsyncHTTPClient
import NIOCore
import ServerHarness

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
            "SPOTTER_LIMIT_QUESTIONS": "off", "SPOTTER_LIMIT_STREAMS_AT_ONCE": "\(streams + 1)",
            "SPOTTER_LIMIT_REQUESTS_AT_ONCE": "\(streams + 1)",
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
                model.begin(isWarmUp ? 1 : streams)
                return try await Self.measure(isWarmUp ? 1 : streams, many, token, process, model)
            }
            try await client.shutdown()
            try await model.stop()
            return report
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private static func measure(
        _ streams: Int,
        _ rest: RESTClient,
        _ token: String,
        _ process: ServerProcess,
        _ model: HoldingModel
    ) async throws -> Report {
        let before = Double(process.statistics.anonymousBytes ?? 0) / 1e6
        let begin = ContinuousClock.now
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<streams {
                let body =
                    #"{"model":"spotter","stream":true,"messages":[{"role":"user","content":"How is Sara? \#(number)"}]}"#
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
                streams: streams,
                atOnce: atOnce,
                complete: complete,
                seconds: ((ContinuousClock.now - begin).milliseconds / 1000).rounded(places: 2),
                megabytesBefore: before.rounded(places: 1),
                megabytesWhileOpen: open.rounded(places: 1),
                kilobytesPerStream: ((open - before) * 1000 / Double(max(1, streams))).rounded(places: 1)
            )
        }
    }
}
