import Configuration
public import Domain
public import WebSearch

/// Where answers search the web.
public struct WebSearchSettings: Sendable {
    public var kind: WebSearchKind
    public var baseURL: String
    public var apiKey: Secret?

    public init(kind: WebSearchKind = .searxng, baseURL: String, apiKey: Secret? = nil) {
        self.kind = kind
        self.baseURL = baseURL
        self.apiKey = apiKey
    }

    /// `nil` if no address is set: then no answer searches the web.
    /// - Throws: `invalid_request` for a setting that can't be one.
    init?(reader: ConfigReader) throws {
        // Everything is read whatever the rest says: what is never asked for counts as unknown.
        let key = reader.string(forKey: "web.search.key", isSecret: true)
        let keyFile = reader.string(forKey: "web.search.key.file")
        let word = reader.string(forKey: "web.search.kind")
        guard let url = reader.string(forKey: "web.search.url"), !url.isEmpty else { return nil }
        guard let kind = word.map(WebSearchKind.init(rawValue:)) ?? .searxng else {
            throw SpotterError.invalid("web.search.kind must be searxng or tavily.")
        }
        self.init(
            kind: kind,
            baseURL: url,
            apiKey: try key.map { Secret($0) } ?? ServerConfiguration.key(inFile: keyFile, "web.search.key.file")
        )
    }
}
