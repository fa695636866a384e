public import AsyncHTTPClient
import Domain
import Foundation
public import Logging
import NIOCore
import NIOHTTP1
import OpenAIClient

/// Fetches pages by https, from public hosts by their names, which prove themselves by a certificate. A redirect is
/// followed if it leads to such an address, too.
///
/// Use a client made with `HTTPClient.Configuration.modelService(connectTimeout:)`: it follows no redirects by itself.
public struct WebPageClient: WebPageReading {
    static let maxBytes = 2 << 20
    static let maxRedirects = 3

    private let client: HTTPClient
    private let logger: Logger
    private let makeWatchdog: @Sendable () -> Watchdog
    /// Whether an address may be asked, and its host.
    private let host: @Sendable (String) -> String?

    /// - Parameter clock: what the time limits are measured by.
    public init(
        httpClient: HTTPClient,
        logger: Logger = Logger(label: "spotter.web-pages"),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.init(httpClient: httpClient, logger: logger, clock: clock, host: Self.publicHost)
    }

    /// - Parameter host: which addresses may be asked, for tests that have no public ones.
    init(
        httpClient: HTTPClient,
        timeouts: ModelTimeouts = ModelTimeouts(firstByte: .seconds(8), idle: .seconds(5), total: .seconds(15)),
        logger: Logger,
        clock: some Clock<Duration>,
        host: @escaping @Sendable (String) -> String?
    ) {
        client = httpClient
        self.logger = logger
        makeWatchdog = { Watchdog(timeouts, clock: clock) }
        self.host = host
    }

    /// - Returns: `nil` for an address that isn't asked.
    package static func publicHost(of address: String) -> String? {
        address.lowercased().hasPrefix("https://") ? PublicAddress.host(of: address) : nil
    }

    public func page(at address: String) async throws -> WebPage {
        let watchdog = makeWatchdog()
        do {
            return try await watchdog.run {
                watchdog.expectFirstByte()
                return try await fetch(address, watchdog)
            }
        } catch let error as WebPageError {
            throw error
        } catch {
            if watchdog.expired != nil { throw WebPageError("The page didn't come in time.") }
            try Task.checkCancellation()
            throw WebPageError("The page can't be reached.")
        }
    }

    private func fetch(_ first: String, _ watchdog: Watchdog) async throws -> WebPage {
        var address = first
        for _ in 0...Self.maxRedirects {
            guard let host = host(address) else {
                throw WebPageError("Only pages of public hosts are read, by https.")
            }
            var request = HTTPClientRequest(url: address)
            request.headers.add(name: "accept", value: "text/html, text/plain;q=0.9")
            request.headers.add(name: "user-agent", value: "spotter")
            // The watchdog keeps the time; the client's deadline only has to be later.
            let response = try await client.execute(request, deadline: .now() + .hours(25), logger: logger)
            switch response.status.code {
            case 200: return try await page(response, at: address, host, watchdog)
            case 301, 302, 303, 307, 308:
                let target = response.headers.first(name: "location").flatMap {
                    URL(string: $0, relativeTo: URL(string: address))?.absoluteString
                }
                guard let target else { throw WebPageError("The page leads nowhere.") }
                address = String(target.prefix { $0 != "#" })
            default: throw WebPageError("The page's server answers \(response.status.code).")
            }
        }
        throw WebPageError("The page leads from one address to the next.")
    }

    private func page(
        _ response: HTTPClientResponse,
        at address: String,
        _ host: String,
        _ watchdog: Watchdog
    ) async throws -> WebPage {
        let type = response.headers.first(name: "content-type")?.prefix { $0 != ";" }.lowercased().trimmed ?? ""
        guard ["text/html", "application/xhtml+xml", "text/plain"].contains(type) else {
            throw WebPageError("The page is no text.")
        }
        guard let bytes = try await watchdog.bytes(of: response.body, upTo: Self.maxBytes) else {
            throw WebPageError("The page is too long.")
        }
        let content = String(decoding: bytes, as: UTF8.self)
        let read = type == "text/plain" ? PageText(plain: content) : PageText(html: content)
        guard !read.text.isEmpty else { throw WebPageError("The page has no text without its scripts.") }
        return WebPage(address: address, host: host, title: read.title, text: read.text, isCut: read.isCut)
    }
}
