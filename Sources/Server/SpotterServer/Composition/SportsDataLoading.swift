import AsyncHTTPClient
import Domain
import Logging
import OpenAIClient
import SportsData

/// Creates the configured sports data service.
enum SportsDataLoading {
    /// Lives as long as the process, because a client must outlive every request.
    private static let client = HTTPClient(
        eventLoopGroup: HTTPClient.defaultEventLoopGroup,
        configuration: .modelService(connectTimeout: .seconds(5))
    )

    /// - Throws: `invalid_request` for an address that can't be one.
    static func service(_ configuration: ServerConfiguration, logger: Logger) throws -> SportsDataService? {
        guard let settings = configuration.sportsData else { return nil }
        do {
            let service = try SportsDataService(baseURL: settings.baseURL, httpClient: client, logger: logger)
            logger.info("sports data", metadata: ["address": "\(settings.baseURL)"])
            return service
        } catch {
            throw SpotterError.invalid(error.message)
        }
    }
}
