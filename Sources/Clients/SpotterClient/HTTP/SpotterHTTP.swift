public import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOHTTP1
import SpotterAPI

/// The server's REST API as one user.
///
/// Every call adds the access token and throws `ClientError`. If the server rejects the token, the call refreshes it
/// and is repeated once.
///
///     let api = SpotterHTTP(server: address, session: MemorySession())
///     try await api.login(email: "alex@example.com", password: Secret("…"))
///     for chat in try await api.chats() { print(chat.name, chat.unread) }
public final class SpotterHTTP: Sendable {
    public let server: ServerAddress
    let session: TokenRefresher
    private let givenClient: HTTPClient?
    private var client: HTTPClient { givenClient ?? trust.http }

    /// The accepted certificates, for sockets too.
    let trust: ServerTrust

    /// - Parameter client: for tests; by default the client of `trust`.
    public init(
        server: ServerAddress,
        session: any SessionStorage,
        trust: ServerTrust = .system,
        client: HTTPClient? = nil
    ) {
        self.server = server
        self.session = TokenRefresher(session)
        self.trust = trust
        givenClient = client
    }

    /// Larger responses are refused: 64 MiB, far more than any page of the API.
    private static let maxResponseSize = 64 << 20

    /// Sends a request and decodes its response.
    func send<Answer: Decodable>(_ call: HTTPCall, _ type: Answer.Type = Answer.self) async throws -> Answer {
        let data = try await data(call)
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw ClientError.unexpectedAnswer(
                "\(server) gave an answer to \(call.path) that this version can't read (\(ErrorText.of(error)))"
            )
        }
    }

    /// Sends a request and ignores the body of its response.
    func send(_ call: HTTPCall) async throws { _ = try await data(call) }

    func data(_ call: HTTPCall) async throws -> Data {
        let response = try await respond(to: call)
        do {
            return Data(try await response.body.collect(upTo: Self.maxResponseSize).readableBytesView)
        } catch {
            throw ClientError.unreachable(server, because: error)
        }
    }

    /// The successful response, whose body hasn't been read yet.
    func respond(to call: HTTPCall) async throws -> HTTPClientResponse {
        guard call.isAuthorised else { return try await respond(to: call, token: nil) }
        let token = try await session.current().accessToken
        do {
            return try await respond(to: call, token: token)
        } catch let error as ClientError where error.meansStaleToken {
            let fresh = try await renewToken(after: token)
            do {
                return try await respond(to: call, token: fresh)
            } catch let error as ClientError where error.meansStaleToken {
                throw ClientError.sessionEnded
            }
        }
    }

    private func respond(to call: HTTPCall, token: Secret?) async throws -> HTTPClientResponse {
        let request = try call.request(to: server, token: token)
        let response: HTTPClientResponse
        do {
            response = try await client.execute(request, timeout: call.timeout)
        } catch {
            throw ClientError.unreachable(server, because: error)
        }
        guard !(200..<300).contains(response.status.code) else { return response }
        let body = try? await response.body.collect(upTo: 1 << 20)
        throw ClientError(
            status: Int(response.status.code),
            body: body.map { Data($0.readableBytesView) } ?? Data(),
            server: server
        )
    }

    /// The response to a request of another protocol, whatever its status.
    /// - Parameter key: an API key in place of the log-in.
    func rawResponse(to call: HTTPCall, key: Secret?) async throws -> HTTPClientResponse {
        func execute(_ token: Secret) async throws -> HTTPClientResponse {
            do {
                return try await client.execute(try call.request(to: server, token: token), timeout: call.timeout)
            } catch {
                throw ClientError.unreachable(server, because: error)
            }
        }
        if let key { return try await execute(key) }
        let token = try await session.current().accessToken
        let response = try await execute(token)
        guard response.status.code == 401 else { return response }
        _ = try? await response.body.collect(upTo: 1 << 20)
        return try await execute(try await renewToken(after: token))
    }

    /// Returns a new access token after `stale` was rejected.
    func renewToken(after stale: Secret) async throws -> Secret {
        let grant = try await session.refreshed(after: stale) { [self] refreshToken in
            do {
                return try await refresh(with: refreshToken)
            } catch let error as ClientError {
                guard case .refused(let reason, _) = error, !reason.retryable else { throw error }
                throw ClientError.sessionEnded
            }
        }
        return grant.accessToken
    }

    /// If the answer is lost, the server gives the same tokens again for a minute.
    private func refresh(with token: Secret) async throws -> AuthGrant {
        let call = HTTPCall.post("/v1/auth/refresh", RefreshRequest(refreshToken: token)).anonymous
        do {
            return try await send(call)
        } catch ClientError.unreachable {
            return try await send(call)
        }
    }
}

extension ClientError {
    /// Reads a response with a status outside 200…299.
    init(status: Int, body: Data, server: ServerAddress) {
        if let envelope = try? JSONDecoder().decode(ErrorEnvelope.self, from: body) {
            self = ClientError(envelope)
        } else if status >= 500 || status == 429 {
            // A proxy responds for a server that is down or restarting.
            self = .unreachable("can't reach \(server): something in front of it answered \(status)")
        } else {
            self = .unexpectedAnswer("\(server) answered \(status) in a way that no Spotter server does.")
        }
    }

    /// Whether a new access token could help.
    var meansStaleToken: Bool { code == .tokenExpired || code == .unauthorized }
}
