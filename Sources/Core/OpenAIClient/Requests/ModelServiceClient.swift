public import AsyncHTTPClient
import Domain
public import Logging

/// Sends requests to one route of a model service: repeats those that fail before their response begins, adapts to the
/// server's dialect, and enforces the time limits.
///
/// `Dialect` is the set of departures from the protocol that the caller knows how to handle. Use an HTTP client made
/// with `HTTPClient.Configuration.modelService(connectTimeout:)`.
public struct ModelServiceClient<Dialect: OptionSet & Sendable>: Sendable {
    public typealias Attempt = ServiceAttempt<Dialect>

    private let endpoint: OpenAIEndpoint
    private let timeouts: ModelTimeouts
    private let retry: RetryPolicy
    private let messages: ServiceMessages
    private let client: HTTPClient
    private let logger: Logger
    private let clock: any Clock<Duration>
    private let dialect = LearnedDialect<Dialect>()

    /// - Parameter clock: what the time limits are measured by.
    public init(
        endpoint: OpenAIEndpoint,
        timeouts: ModelTimeouts,
        retry: RetryPolicy,
        messages: ServiceMessages,
        httpClient: HTTPClient,
        logger: Logger,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.endpoint = endpoint
        self.timeouts = timeouts
        self.retry = retry
        self.messages = messages
        self.logger = logger
        self.clock = clock
        client = httpClient
    }

    /// Calls `attempt` until it returns, throws anything but an ``AttemptFailure``, or no attempt is left.
    ///
    /// - Throws: `ModelError` of the last failure or of the time limit that passed, or `CancellationError`.
    public func perform<Response: Sendable>(
        _ attempt: @escaping @Sendable (Attempt) async throws -> Response
    ) async throws -> Response {
        let watchdog = Watchdog(timeouts, clock: clock)
        do {
            return try await watchdog.run { try await repeating(attempt, watchdog) }
        } catch let error as CancellationError {
            if let limit = watchdog.expired { throw messages.timeout(limit) }
            throw error
        }
    }

    private func repeating<Response>(
        _ attempt: @Sendable (Attempt) async throws -> Response,
        _ watchdog: Watchdog
    ) async throws -> Response {
        var retries = 0
        while true {
            do {
                return try await attempt(makeAttempt(watchdog))
            } catch let failure as AttemptFailure<Dialect> {
                watchdog.pause()
                switch failure.remedy {
                case .none:
                    throw failure.error
                case .adapt(let departures):
                    try Task.checkCancellation()
                    logger.debug(
                        "the model's server speaks another dialect",
                        metadata: ["dialect": "\(departures.rawValue)"]
                    )
                    dialect.learn(departures)
                case .retry(let after):
                    try Task.checkCancellation()
                    guard let delay = retry.delay(beforeRetry: retries, retryAfter: after),
                        watchdog.allows(pauseOf: delay)
                    else { throw failure.error }
                    logger.info(
                        "asking the model again",
                        metadata: ["after": "\(delay)", "why": "\(failure.error.code)"]
                    )
                    retries += 1
                    try await retry.sleep(delay)
                }
            }
        }
    }

    private func makeAttempt(_ watchdog: Watchdog) -> Attempt {
        Attempt(
            dialect: dialect.current,
            endpoint: endpoint,
            messages: messages,
            watchdog: watchdog,
            client: client,
            logger: logger
        )
    }
}
