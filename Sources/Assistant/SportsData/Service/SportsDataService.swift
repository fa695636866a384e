public import AsyncHTTPClient
import Domain
import Foundation
public import Logging
import NIOCore
import NIOHTTP1
public import OpenAIClient

/// Asks the sports data service that the operator has chosen. Only its address is ever requested, no redirect is followed,
/// and what it says is data.
///
/// Use a client made with `HTTPClient.Configuration.modelService(connectTimeout:)`.
public struct SportsDataService: Sendable {
    /// The most bytes of an answer.
    static let maxBytes = 1 << 20
    /// The most characters of what an answer tells.
    public static let maxLength = 32_000
    public static let usualTimeouts = ModelTimeouts(firstByte: .seconds(10), idle: .seconds(5), total: .seconds(15))

    private let base: String
    /// Whether nobody between can read what is sent.
    private let isPrivate: Bool
    private let client: HTTPClient
    private let timeouts: ModelTimeouts
    private let logger: Logger

    /// - Parameter baseURL: `https://host` or `https://host/path`, above `/tools`.
    /// - Throws: `misconfigured` if the address can't be one.
    public init(
        baseURL: String,
        httpClient: HTTPClient,
        timeouts: ModelTimeouts = usualTimeouts,
        logger: Logger = Logger(label: "spotter.sports-data")
    ) throws(SportsDataError) {
        _ = try Self.address(of: .standings(year: nil), base: baseURL)
        base = baseURL
        let parts = URLComponents(string: baseURL.trimmingCharacters(in: .whitespacesAndNewlines))
        isPrivate =
            parts?.scheme?.lowercased() == "https"
            || ["127.0.0.1", "localhost", "[::1]", "::1"].contains(parts?.host?.lowercased() ?? "")
        client = httpClient
        self.timeouts = timeouts
        self.logger = logger
    }

    /// What the service says.
    /// - Parameter credentials: the asking user's, if they have set some. They are sent over HTTPS, or to this machine.
    /// - Throws: `SportsDataError`, or `CancellationError`.
    func answer(to query: SportsQuery, with credentials: LeagueCredentials?) async throws -> String {
        let watchdog = Watchdog(timeouts, clock: ContinuousClock())
        let request = try request(query, credentials)
        do {
            return try await watchdog.run {
                watchdog.expectFirstByte()
                return try Self.text(try await body(of: request, watchdog))
            }
        } catch let error as SportsDataError {
            throw noted(error)
        } catch {
            if watchdog.expired != nil { throw noted(SportsDataError(.timeout)) }
            try Task.checkCancellation()
            throw noted(SportsDataError(.unreachable))
        }
    }

    private func request(_ query: SportsQuery, _ credentials: LeagueCredentials?) throws -> HTTPClientRequest {
        var request = HTTPClientRequest(url: try Self.address(of: query, base: base))
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "accept", value: "application/json")
        request.headers.add(name: "user-agent", value: "spotter")
        if let credentials, isPrivate { request.headers.add(name: "cookie", value: credentials.cookie) }
        request.body = .bytes(ByteBuffer(string: query.body.text))
        return request
    }

    private static func address(of query: SportsQuery, base: String) throws(SportsDataError) -> String {
        do {
            return try OpenAIEndpoint(
                base: base,
                route: query.route,
                apiKey: nil,
                service: "sports data service",
                version: ""
            ).url
        } catch {
            throw SportsDataError(.misconfigured, error.message)
        }
    }

    private func body(of request: HTTPClientRequest, _ watchdog: Watchdog) async throws -> [UInt8] {
        // The watchdog keeps the time; the client's deadline only has to be later.
        let response = try await client.execute(request, deadline: .now() + .hours(25), logger: Logger.silent)
        guard (200..<300).contains(response.status.code) else { throw Self.failure(Int(response.status.code)) }
        guard let bytes = try await watchdog.bytes(of: response.body, upTo: Self.maxBytes) else {
            throw SportsDataError(.tooLong)
        }
        return bytes
    }

    /// `{"result": …}`: a text, or any JSON as its text.
    private static func text(_ body: [UInt8]) throws(SportsDataError) -> String {
        guard let result = JSONValue.parse(body, maxBytes: maxBytes)?["result"] else {
            throw SportsDataError(.unreadable)
        }
        let text = result.string ?? result.text
        return text.count <= maxLength ? text : text.prefix(maxLength) + "…"
    }

    private static func failure(_ status: Int) -> SportsDataError {
        switch status {
        case 300..<400: SportsDataError(.redirected)
        case 401, 402, 403: SportsDataError(.refused)
        case 404: SportsDataError(.unknown)
        case 408, 504: SportsDataError(.timeout)
        case 429: SportsDataError(.busy)
        default: SportsDataError(.failed)
        }
    }

    /// What was asked isn't logged.
    private func noted(_ error: SportsDataError) -> SportsDataError {
        logger.warning("the sports data service gave nothing", metadata: ["why": "\(error.reason)"])
        return error
    }
}

extension Logger {
    /// For a client whose requests carry credentials: it must write nothing at any level.
    fileprivate static let silent = Logger(label: "spotter.sports-data.http") { _ in SwiftLogNoOpLogHandler() }
}
