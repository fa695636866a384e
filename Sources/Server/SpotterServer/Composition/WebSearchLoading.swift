import AsyncHTTPClient
import Domain
import Logging
import OpenAIClient
import WebSearch

/// Creates the configured search of the web.
enum WebSearchLoading {
    /// Lives as long as the process, because a client must outlive every answer.
    private static let client = HTTPClient(
        eventLoopGroup: HTTPClient.defaultEventLoopGroup,
        configuration: .modelService(connectTimeout: .seconds(5))
    )

    /// `nil` unless the operator has turned the reading of pages on.
    static func pages(_ configuration: ServerConfiguration, logger: Logger) -> WebPageClient? {
        configuration.readsPages ? WebPageClient(httpClient: client, logger: logger) : nil
    }

    /// - Throws: `invalid_request` for an address or a key that can't be one.
    static func engine(_ configuration: ServerConfiguration, logger: Logger) throws -> WebSearchClient? {
        guard let settings = configuration.webSearch else { return nil }
        do {
            let engine = try WebSearchClient(
                configuration: .init(kind: settings.kind, baseURL: settings.baseURL, apiKey: settings.apiKey),
                httpClient: client,
                logger: logger
            )
            logger.info(
                "web search",
                metadata: ["kind": "\(settings.kind.rawValue)", "address": "\(settings.baseURL)"]
            )
            return engine
        } catch {
            throw SpotterError.invalid(error.message)
        }
    }
}
