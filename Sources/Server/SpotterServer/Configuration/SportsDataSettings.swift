import Configuration

/// Where figures of sports come from.
public struct SportsDataSettings: Sendable {
    public var baseURL: String

    public init(baseURL: String) { self.baseURL = baseURL }

    /// `nil` if no address is set.
    init?(reader: ConfigReader) {
        guard let url = reader.string(forKey: "sports.data.url"), !url.isEmpty else { return nil }
        self.init(baseURL: url)
    }
}
