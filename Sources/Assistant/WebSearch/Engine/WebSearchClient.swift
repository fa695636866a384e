public import AsyncHTTPClient
public import Domain
public import Logging
import NIOCore
import NIOHTTP1
public import OpenAIClient

/// Asks the search engine that the operator has chosen. Only its address is ever requested: no redirect is followed, and
/// no page that it finds is fetched.
///
/// Use a client made with `HTTPClient.Configuration.modelService(connectTimeout:)`.
public struct WebSearchClient: WebSearching {
    public struct Configuration: Sendable {
        public var kind: WebSearchKind
        /// `https://host`, as people write it into a configuration.
        public var baseURL: String
        /// `nil` for engines that want none.
        public var apiKey: Secret?
        public var timeouts: ModelTimeouts

        public init(
            kind: WebSearchKind,
            baseURL: String,
            apiKey: Secret? = nil,
            timeouts: ModelTimeouts = ModelTimeouts(firstByte: .seconds(8), idle: .seconds(5), total: .seconds(12))
        ) {
            self.kind = kind
            self.baseURL = baseURL
            self.apiKey = apiKey
            self.timeouts = timeouts
        }
    }

    /// The most bytes of an answer.
    static let maxBytes = 1 << 20

    private let wire: WebSearchWire
    private let timeouts: ModelTimeouts
    private let client: HTTPClient
    private let logger: Logger
    private let clock: any Clock<Duration>

    /// - Parameter clock: what the time limits are measured by.
    /// - Throws: `misconfigured` if the address or the key can't be one.
    public init(
        configuration: Configuration,
        httpClient: HTTPClient,
        logger: Logger = Logger(label: "spotter.web-search"),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(WebSearchError) {
        wire = try WebSearchWire(
            kind: configuration.kind,
            base: configuration.baseURL,
            apiKey: configuration.apiKey
        )
        timeouts = configuration.timeouts
        client = httpClient
        self.logger = logger
        self.clock = clock
    }

    public func results(for query: String, limit: Int) async throws -> [WebResult] {
        let watchdog = Watchdog(timeouts, clock: clock)
        let request = wire.request(query, limit: limit)
        do {
            return try await watchdog.run {
                watchdog.expectFirstByte()
                return try WebSearchWire.results(try await body(of: request, watchdog), limit: limit)
            }
        } catch let error as WebSearchError {
            throw noted(error)
        } catch {
            if watchdog.expired != nil { throw noted(WebSearchError(.timeout)) }
            try Task.checkCancellation()
            throw noted(WebSearchError(.unreachable))
        }
    }

    private func body(of request: HTTPClientRequest, _ watchdog: Watchdog) async throws -> [UInt8] {
        // The watchdog keeps the time; the client's deadline only has to be later.
        let response = try await client.execute(request, deadline: .now() + .hours(25), logger: logger)
        guard (200..<300).contains(response.status.code) else {
            throw WebSearchWire.failure(status: Int(response.status.code))
        }
        guard let bytes = try await watchdog.bytes(of: response.body, upTo: Self.maxBytes) else {
            throw WebSearchError(.tooLong)
        }
        return bytes
    }

    /// The query isn't logged: it is somebody's own words.
    private func noted(_ error: WebSearchError) -> WebSearchError {
        logger.warning("a web search failed", metadata: ["why": "\(error.reason)"])
        return error
    }
}
