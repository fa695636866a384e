public import AsyncHTTPClient
public import Domain
import Logging
public import NIOCore
import NIOHTTP1

/// One attempt at a request to a model service, in the dialect that the server is known to speak.
public struct ServiceAttempt<Dialect: OptionSet & Sendable>: Sendable {
    public typealias Failure = AttemptFailure<Dialect>

    public let dialect: Dialect
    let endpoint: OpenAIEndpoint
    let messages: ServiceMessages
    let watchdog: Watchdog
    let client: HTTPClient
    let logger: Logger

    /// Sends the request and returns as soon as the response's head is there, whatever its status.
    ///
    /// - Throws: `Failure` if there is no response, `CancellationError` after a time limit or a cancellation.
    public func send(_ body: JSONValue, accept: String) async throws -> HTTPClientResponse {
        try await send(ByteBuffer(string: body.text), type: "application/json", accept: accept)
    }

    /// The same with a body that isn't JSON.
    ///
    /// - Throws: `Failure` if there is no response, `CancellationError` after a time limit or a cancellation.
    public func send(_ body: ByteBuffer, type: String, accept: String) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: endpoint.url)
        request.method = .POST
        request.headers = endpoint.headers
        request.headers.add(name: "content-type", value: type)
        request.headers.add(name: "accept", value: accept)
        request.body = .bytes(body)
        watchdog.expectFirstByte()
        do {
            // The watchdog keeps the time; the client's deadline only has to be later.
            return try await client.execute(request, deadline: .now() + .hours(25), logger: logger)
        } catch {
            if watchdog.expired != nil || Task.isCancelled { throw CancellationError() }
            throw connectionFailure(error)
        }
    }

    /// - Throws: `CancellationError`.
    public func refusal(_ response: HTTPClientResponse) async throws -> Refusal { try await Refusal(reading: response) }

    /// A part of the response has arrived: the idle limit counts from now.
    public func noteProgress() { watchdog.expectNextByte() }

    /// The response says that it's complete; whatever follows must do so soon.
    public func noteEnding() { watchdog.expectEnd() }

    /// The error for the time limit that has passed, if one has.
    public var timeoutError: ModelError? { watchdog.expired.map(messages.timeout) }

    /// The error itself isn't shown: some of the client's errors carry the headers that they complain about.
    private func connectionFailure(_ error: any Error) -> Failure {
        switch error as? HTTPClientError {
        case .connectTimeout, .tlsHandshakeTimeout, .remoteConnectionClosed, .getConnectionFromPoolTimeout,
            .readTimeout, .writeTimeout, nil:
            Failure(ModelError(.unavailable, messages.unreachable), .retry(after: nil))
        default:
            Failure(ModelError(.unavailable, messages.unusable))
        }
    }
}
