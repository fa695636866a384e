public import AsyncHTTPClient
public import Domain
public import Logging
public import MediaStore
import NIOCore
import NIOHTTP1
public import OpenAIClient

/// Transcribes recordings by a service with OpenAI's `POST /audio/transcriptions`.
///
/// Cancelling the task ends the request. What a service answers is data: it never decides what is done.
public struct TranscriptionClient: Sendable {
    public struct Configuration: Sendable {
        /// As `https://api.openai.com/v1`.
        public var baseURL: String
        public var apiKey: Secret?
        /// The service's name of its model, as `whisper-1`.
        public var model: String
        /// Below the minute for which clients wait.
        public var timeouts = ModelTimeouts(firstByte: .seconds(50), idle: .seconds(20), total: .seconds(55))
        /// A recording may be sent again while nothing was answered: the worst that comes of it is another charge.
        public var retry = RetryPolicy(retries: 1)

        public init(baseURL: String, apiKey: Secret?, model: String) {
            self.baseURL = baseURL
            self.apiKey = apiKey
            self.model = model
        }
    }

    /// What a service doesn't know of the protocol.
    struct Dialect: OptionSet, Sendable {
        let rawValue: Int
        /// It answers with the text alone.
        static let plainJSON = Dialect(rawValue: 1)
    }

    private static let maxAnswerBytes = 1 << 20

    public let model: String
    private let service: ModelServiceClient<Dialect>
    private let redact: Redaction

    /// - Throws: for an address or a key that can't be one, to be reported at start-up.
    public init(
        _ configuration: Configuration,
        httpClient: HTTPClient,
        logger: Logger = Logger(label: "spotter.transcription"),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(ModelError) {
        model = configuration.model
        redact = Redaction(key: configuration.apiKey)
        service = ModelServiceClient(
            endpoint: try OpenAIEndpoint(
                base: configuration.baseURL,
                route: "/audio/transcriptions",
                apiKey: configuration.apiKey,
                service: "transcription service"
            ),
            timeouts: configuration.timeouts,
            retry: configuration.retry,
            messages: .transcription,
            httpClient: httpClient,
            logger: logger,
            clock: clock
        )
    }

    /// - Parameter language: as `en`; `nil` lets the service find out.
    /// - Throws: `ModelError`, or `CancellationError`.
    public func transcribe(
        _ bytes: [UInt8],
        _ container: AudioRecording.Container,
        language: String?
    ) async throws -> HeardSpeech {
        let (model, redact) = (model, redact)
        return try await service.perform { attempt in
            let isPlain = attempt.dialect.contains(.plainJSON)
            let form = TranscriptionForm(
                bytes,
                container,
                model: model,
                language: language,
                format: isPlain ? "json" : "verbose_json"
            )
            let response = try await attempt.send(form.body, type: form.contentType, accept: "application/json")
            guard response.status.code < 300 else {
                let refusal = try await attempt.refusal(response)
                if !isPlain, refusal.status == 400 || refusal.status == 422, refusal.namesFormat {
                    throw ServiceAttempt<Dialect>.Failure(refusal.error(model, redact), .adapt(.plainJSON))
                }
                throw ServiceAttempt<Dialect>.Failure(refusal.error(model, redact), refusal.remedy())
            }
            let answer = try await Self.body(of: response, attempt)
            guard let json = JSONValue.parse(answer, maxBytes: Self.maxAnswerBytes), let heard = HeardSpeech(json)
            else { throw ServiceAttempt<Dialect>.Failure(.notATranscript) }
            return heard
        }
    }

    private static func body(
        of response: HTTPClientResponse,
        _ attempt: ServiceAttempt<Dialect>
    ) async throws -> [UInt8] {
        attempt.noteProgress()
        var bytes: [UInt8] = []
        do {
            for try await part in response.body {
                attempt.noteProgress()
                bytes += part.readableBytesView
                guard bytes.count <= maxAnswerBytes else { throw ServiceAttempt<Dialect>.Failure(.notATranscript) }
            }
        } catch let error as ServiceAttempt<Dialect>.Failure {
            throw error
        } catch {
            if attempt.timeoutError != nil || Task.isCancelled { throw CancellationError() }
            throw ServiceAttempt<Dialect>.Failure(
                ModelError(.interrupted, "The transcription broke off. Try again in a moment.")
            )
        }
        return bytes
    }
}

extension ServiceMessages {
    static let transcription = ServiceMessages(
        unreachable: "The transcription service can't be reached. Try again in a moment.",
        unusable: "The transcription service can't be used as it is set up. Ask whoever runs this server to check it.",
        noFirstByte: "The transcription service took too long. Try again, or record less at a time.",
        idle: "The transcription service stopped in the middle. Try again in a moment.",
        total: "The transcription service took too long. Try again, or record less at a time."
    )
}

extension ModelError {
    fileprivate static let notATranscript = ModelError(
        .protocolViolation,
        "What came back isn't a transcript. Ask whoever runs this server to check the transcription service's address."
    )
}

extension Refusal {
    /// Whether it complains about the form in which the answer was wanted.
    fileprivate var namesFormat: Bool { text.contains("response_format") || text.contains("verbose_json") }

    fileprivate func error(_ model: String, _ redact: Redaction) -> ModelError {
        let status = upstream.isBadKey ? 401 : status
        let message =
            switch status {
            case 401, 403:
                "The transcription service refused Spotter's API key. Ask whoever runs this server to check it."
            case 402:
                "The transcription service's account has no credit left. Ask whoever runs this server to top it up."
            case 404, 405:
                "The model “\(model)” wasn't found at the transcription service. Ask whoever runs this server to check it."
            case 408, 504, 524: "The transcription service took too long. Try again, or record less at a time."
            case 413: "The recording is too large for the transcription service. Record less at a time."
            case 429: "The transcription service is asked too often. Try again in a minute."
            case 300..<400: "The transcription service has moved. Ask whoever runs this server to correct its address."
            case 500...: "The transcription service has a problem (HTTP \(status)). Try again in a moment."
            default: "The transcription service refused the recording (HTTP \(status))\(redact.quote(upstream.message))"
            }
        return ModelError(ModelError.Code(status: status, retryAfter: advice.after), message)
    }
}
