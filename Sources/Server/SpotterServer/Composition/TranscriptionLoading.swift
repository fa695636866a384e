import AsyncHTTPClient
import Domain
import Logging
import OpenAIClient
import Transcription

/// Creates the configured transcription service. Without any, nothing is transcribed.
enum TranscriptionLoading {
    /// Lives as long as the process, because a client must outlive every answer.
    private static let client = HTTPClient(
        eventLoopGroup: HTTPClient.defaultEventLoopGroup,
        configuration: .modelService()
    )

    /// - Throws: `invalid_request` for a setting that can't be one.
    static func client(_ configuration: ServerConfiguration, logger: Logger) throws -> TranscriptionClient? {
        let settings = configuration.transcription
        guard let baseURL = settings.baseURL else { return nil }
        do {
            let service = try TranscriptionClient(
                .init(baseURL: baseURL, apiKey: settings.apiKey, model: settings.model),
                httpClient: client,
                logger: logger
            )
            logger.info(
                "transcription service",
                metadata: [
                    "model": "\(settings.model)", "address": "\(baseURL)",
                    "voice messages": "\(settings.settings.messages.rawValue)",
                ]
            )
            return service
        } catch {
            throw SpotterError.invalid(error.message)
        }
    }
}
