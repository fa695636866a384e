public import Domain
import Foundation
package import NIOHTTP1

/// A route of a model service and the key for it, checked.
public struct OpenAIEndpoint: Sendable {
    /// The header that carries the key.
    public enum KeyHeader: Sendable {
        /// `Authorization: Bearer …`
        case bearer
        /// A header of the service's own, which holds nothing but the key.
        case named(String)
    }

    public let url: String
    /// `nil` for servers that want none.
    public let apiKey: Secret?
    private let keyHeader: KeyHeader

    /// - Parameters:
    ///   - base: `https://host/v1` as people write it into a configuration, with or without a slash at the end or the
    ///     route. An address without any path gets `/v1`. A query is kept: some servers want their version there.
    ///   - route: such as `/chat/completions`.
    ///   - service: what error messages call the service, such as `language model`.
    ///   - version: the path that an address without any gets.
    ///   - query: what the route wants in addition to the address's own query.
    /// - Throws: `misconfigured` if the address can't be one, `authentication` if the key can't be one.
    public init(
        base: String,
        route: String,
        apiKey: Secret?,
        service: String,
        keyHeader: KeyHeader = .bearer,
        version: String = "/v1",
        query: [String: String] = [:]
    ) throws(ModelError) {
        url = try Self.url(base: base, route: route, service: service, version: version, query: query)
        self.keyHeader = keyHeader
        if let key = apiKey?.reveal(), key.isEmpty || !key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            throw ModelError(
                .authentication,
                "The \(service)'s API key is empty or has spaces, line breaks or unusual characters in it."
            )
        }
        self.apiKey = apiKey
    }

    /// Headers that identify Spotter and its user to the service.
    package var headers: HTTPHeaders {
        var headers: HTTPHeaders = ["user-agent": "spotter"]
        if let apiKey {
            switch keyHeader {
            case .bearer: headers.add(name: "authorization", value: "Bearer \(apiKey.reveal())")
            case .named(let name): headers.add(name: name, value: apiKey.reveal())
            }
        }
        return headers
    }

    private static func url(
        base: String,
        route: String,
        service: String,
        version: String,
        query: [String: String]
    ) throws(ModelError) -> String {
        let trimmed = base.trimmingCharacters(in: .whitespacesAndNewlines)
        guard var parts = URLComponents(string: trimmed), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), parts.host?.isEmpty == false
        else {
            throw ModelError(.misconfigured, "The \(service)'s address must look like https://host\(version).")
        }
        guard parts.user == nil, parts.password == nil else {
            throw ModelError(.misconfigured, "Give the \(service)'s key as its API key, not as part of its address.")
        }
        var path = parts.path
        while path.hasSuffix("/") { path.removeLast() }
        if path.isEmpty { path = version }
        parts.path = path.hasSuffix(route) ? path : path + route
        parts.fragment = nil
        if !query.isEmpty {
            let own = (parts.queryItems ?? []).filter { query[$0.name] == nil }
            let added = query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
            parts.queryItems = own + added
        }
        guard let url = parts.string else {
            throw ModelError(
                .misconfigured,
                "The \(service)'s address can't be read. It should look like https://host\(version)."
            )
        }
        return url
    }
}
