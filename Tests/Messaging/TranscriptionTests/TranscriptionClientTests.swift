import AsyncHTTPClient
import Domain
import MediaStore
import ModelTestKit
import OpenAIClient
import TestSupport
import Testing

@testable import Transcription

/// What is sent to a service that transcribes, and what becomes of its answers.
@Suite(.standardTimeLimit) struct TranscriptionClientTests {
    private static let key = "sk-voice-4711"
    private static let recording = TestRecording.wav(seconds: 2)

    private static func with(
        _ responses: [ScriptedResponse],
        clock: any Clock<Duration> = ContinuousClock(),
        retries: Int = 1,
        _ body: (TranscriptionClient, ScriptedProvider) async throws -> Void
    ) async throws {
        let provider = try await ScriptedProvider(responses: responses)
        var configuration = TranscriptionClient.Configuration(
            baseURL: provider.baseURL,
            apiKey: Secret(key),
            model: "whisper-1"
        )
        configuration.retry = Sleeps().policy(retries: retries)
        let client = try TranscriptionClient(configuration, httpClient: .shared, clock: clock)
        try await body(client, provider)
        await provider.stop()
    }

    private static func heard(_ client: TranscriptionClient, language: String? = nil) async throws -> HeardSpeech {
        try await client.transcribe(recording, .wav, language: language)
    }

    private static let verbose = ScriptedResponse.json([
        "task": "transcribe", "text": " My knee hurts.\u{7} ", "language": "english", "duration": 2.04, "segments": [],
    ])

    @Test func theFormIsOpenAIs() async throws {
        try await Self.with([Self.verbose]) { client, provider in
            let heard = try await Self.heard(client, language: "en")
            #expect(heard.text == "My knee hurts." && heard.language == "en" && heard.duration == 2.04)
            let request = try #require(provider.requests.first)
            #expect(request.method == "POST" && request.path == "/v1/audio/transcriptions")
            #expect(request.headers["authorization"] == "Bearer \(Self.key)")
            #expect(request.headers["content-type"]?.hasPrefix("multipart/form-data; boundary=") == true)
            let form = String(decoding: request.body, as: UTF8.self)
            for (name, value) in [("model", "whisper-1"), ("response_format", "verbose_json"), ("language", "en")] {
                #expect(form.contains("name=\"\(name)\"\r\n\r\n\(value)\r\n"))
            }
            #expect(form.contains("filename=\"recording.wav\"\r\nContent-Type: audio/wav\r\n\r\nRIFF"))
            #expect(request.body.firstRange(of: Self.recording) != nil)
        }
    }

    /// Newer models take no `verbose_json`. That costs one refused request, once.
    @Test func aServiceWithoutVerboseAnswersIsAskedForPlainOnes() async throws {
        let refusal = ScriptedResponse.error(400, "response_format 'verbose_json' is not compatible with model")
        try await Self.with([refusal, .json(["text": "One"]), .json(["text": "Two"])]) { client, provider in
            let heard = try await Self.heard(client)
            #expect(heard.text == "One" && heard.language == nil && heard.duration == nil)
            #expect(try await Self.heard(client).text == "Two")
            #expect(provider.requests.count == 3)
            let last = try #require(provider.requests.last)
            #expect(String(decoding: last.body, as: UTF8.self).contains("\r\n\r\njson\r\n"))
        }
    }

    static let refusals: [(ScriptedResponse, ModelError.Code, String, Int)] = [
        (.error(401, "Incorrect API key provided: \(key)"), .authentication, "API key", 1),
        (.error(404, "no such model"), .misconfigured, "“whisper-1”", 1),
        (.error(413, "too large"), .rejected, "too large", 1),
        (.error(400, "Audio file might be corrupted \(key)"), .rejected, "corrupted", 1),
        (.error(500, "oops"), .unavailable, "HTTP 500", 2),
        (
            .error(429, "slow down", headers: [("retry-after", "90")]), .rateLimited(retryAfter: .seconds(90)), "often",
            1
        ),
        (.json(["answer": 1]), .protocolViolation, "isn't a transcript", 1),
        (.body(["<html>"], type: "text/html"), .protocolViolation, "isn't a transcript", 1),
        (.json(["text": .string(String(repeating: "x", count: 2 << 20))]), .protocolViolation, "isn't a transcript", 1),
        (.disconnect, .unavailable, "can't be reached", 2),
        (verbose.cutIntoPieces(of: 10).cut(after: 2, .disconnect), .interrupted, "broke off", 1),
    ]

    @Test(arguments: refusals.indices)
    func failuresAreToldInWords(number: Int) async throws {
        let (response, code, words, requests) = Self.refusals[number]
        try await Self.with([response, response]) { client, provider in
            let error = await #expect(throws: ModelError.self) { try await Self.heard(client) }
            #expect(error?.code == code)
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
            #expect(error?.message.contains(Self.key) == false)
            #expect(provider.requests.count == requests)
        }
    }

    @Test func aServiceThatStallsIsGivenUp() async throws {
        let clock = TestClock()
        try await Self.with([.hang], clock: clock) { client, provider in
            let heard = Task { try await Self.heard(client) }
            await provider.requestArrived()
            clock.advance(by: .seconds(60))
            let error = await #expect(throws: ModelError.self) { try await heard.value }
            #expect(error?.code == .timeout)
            await provider.clientHungUp()
        }
    }

    @Test func cancellingEndsTheRequest() async throws {
        try await Self.with([.hang]) { client, provider in
            let task = Task { try await Self.heard(client) }
            await provider.requestArrived()
            task.cancel()
            await provider.clientHungUp()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func languagesHaveCodes() {
        for (name, code) in [("english", "en"), ("Swedish", "sv"), ("en", "en"), ("pt-BR", "pt"), ("klingon", nil)] {
            #expect(SpokenLanguage.code(name) == code)
        }
        for text in ["", "e", "englisch!", "en-", "-en", "en_US", "e1", String(repeating: "en-", count: 40) + "us"] {
            #expect(!SpokenLanguage.isTag(text), "\(text)")
        }
    }
}
