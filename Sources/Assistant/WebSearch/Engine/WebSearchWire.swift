import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOHTTP1
import OpenAIClient

/// The forms in which engines are asked.
public enum WebSearchKind: String, Sendable, Hashable, CaseIterable {
    /// `GET /search?q=…&format=json`, as SearXNG offers it.
    case searxng
    /// `POST /search` with a JSON body, as Tavily offers it.
    case tavily
}

/// How a search is asked for and how its answer is read.
struct WebSearchWire: Sendable {
    let kind: WebSearchKind
    private let url: String
    private let apiKey: Secret?

    /// - Parameter base: `https://host` or `https://host/path`, with or without `/search` at the end.
    /// - Throws: `misconfigured` if the address or the key can't be one.
    init(kind: WebSearchKind, base: String, apiKey: Secret?) throws(WebSearchError) {
        do {
            let endpoint = try OpenAIEndpoint(
                base: base,
                route: "/search",
                apiKey: apiKey,
                service: "web search",
                version: ""
            )
            (self.kind, self.url, self.apiKey) = (kind, endpoint.url, apiKey)
        } catch {
            throw WebSearchError(.misconfigured, error.message)
        }
    }

    func request(_ query: String, limit: Int) -> HTTPClientRequest {
        var request: HTTPClientRequest
        switch kind {
        case .searxng:
            request = HTTPClientRequest(url: address(of: query))
        case .tavily:
            request = HTTPClientRequest(url: url)
            request.method = .POST
            request.headers.add(name: "content-type", value: "application/json")
            let body: JSONValue = [
                "query": .string(query), "max_results": .integer(limit), "search_depth": "basic",
                "include_answer": false, "include_images": false, "include_raw_content": false,
            ]
            request.body = .bytes(ByteBuffer(string: body.text))
        }
        request.headers.add(name: "accept", value: "application/json")
        request.headers.add(name: "user-agent", value: "spotter")
        if let apiKey { request.headers.add(name: "authorization", value: "Bearer \(apiKey.reveal())") }
        return request
    }

    private func address(of query: String) -> String {
        guard var parts = URLComponents(string: url) else { return url }
        let own = (parts.queryItems ?? []).filter { !["q", "format"].contains($0.name) }
        parts.queryItems = own + [URLQueryItem(name: "q", value: query), URLQueryItem(name: "format", value: "json")]
        // A plus sign would be read as a space.
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
        return parts.string ?? url
    }

    /// The results of a successful answer. What isn't a result is left out.
    /// - Throws: `unreadable` if there is no list of results.
    static func results(_ body: [UInt8], limit: Int) throws(WebSearchError) -> [WebResult] {
        guard let list = JSONValue.parse(body)?["results"]?.array else { throw WebSearchError(.unreadable) }
        var results: [WebResult] = []
        var seen: Set<String> = []
        for item in list where results.count < limit {
            guard let result = WebResult(item), seen.insert(result.url).inserted else { continue }
            results.append(result)
        }
        return results
    }

    /// What a status other than success says.
    static func failure(status: Int) -> WebSearchError {
        switch status {
        case 300..<400: WebSearchError(.redirected)
        case 401, 402, 403: WebSearchError(.refused)
        // 432 and 433: the plan's limits at Tavily.
        case 429, 432, 433: WebSearchError(.tooManySearches)
        case 408, 504: WebSearchError(.timeout)
        default: WebSearchError(.failed)
        }
    }
}

extension WebResult {
    private static let maxURL = 2_000
    private static let maxTitle = 200
    private static let maxSnippet = 600

    /// `{"title","url","content"}`; `nil` without an address that may be shown, or without a word to show.
    init?(_ json: JSONValue) {
        guard let address = json["url"]?.string, address.utf8.count <= Self.maxURL,
            let host = PublicAddress.host(of: address)
        else { return nil }
        let title = OutsideText.line(json["title"]?.string ?? "", upTo: Self.maxTitle)
        let snippet = OutsideText.line(json["content"]?.string ?? "", upTo: Self.maxSnippet)
        guard !title.isEmpty || !snippet.isEmpty else { return nil }
        self.init(title: title.isEmpty ? host : title, url: address, host: host, snippet: snippet)
    }
}
