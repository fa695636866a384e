import AsyncHTTPClient
import Domain
import LanguageModels
import Logging
import OpenAIClient

/// Creates the configured language models. Without any, the built-in one answers.
enum LanguageModelLoading {
    /// Lives as long as the process, because a client must outlive every answer.
    private static let client = HTTPClient(
        eventLoopGroup: HTTPClient.defaultEventLoopGroup,
        configuration: .modelService()
    )

    static func models(_ configuration: ServerConfiguration, logger: Logger) throws -> [any LanguageModel] {
        guard let settings = configuration.languageModel else { return [] }
        do {
            let model = try RemoteLanguageModel(
                configuration: .init(baseURL: settings.baseURL, apiKey: settings.apiKey, model: settings.model),
                httpClient: client,
                logger: logger
            )
            logger.info("language model", metadata: ["model": "\(settings.model)", "address": "\(settings.baseURL)"])
            return [model]
        } catch {
            throw SpotterError.invalid(error.message)
        }
    }
}
