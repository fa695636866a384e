import AsyncHTTPClient
import Domain
import LanguageModels
import Logging
import OpenAIClient

/// The language models that were configured; none is fine, then the built-in answers.
enum LanguageModelLoading {
    /// For the whole process: a client must outlive every answer, and there is nothing to wait for at the end.
    private static let client = HTTPClient(
        eventLoopGroup: HTTPClient.defaultEventLoopGroup,
        configuration: .modelService()
    )

    static func models(_ configuration: ServerConfiguration, logger: Logger) throws -> [any LanguageModel] {
        guard let settings = configuration.languageModel else { return [] }
        do {
            let model = try OpenAICompatibleModel(
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
