public import Domain
public import LanguageModels
import OpenAIClient

/// A model of the operator's that programs may ask through this server, by OpenAI's chat completions.
public struct ProxiedModel: Sendable {
    /// What it makes.
    public enum Output: String, Sendable, CaseIterable {
        case text, image, video
    }

    /// By which programs choose it, such as `deepseek/deepseek-chat`.
    public let name: String
    public let profile: ModelProfile
    public let output: Output
    /// The provider's name for it.
    let model: String
    let baseURL: String
    let apiKey: Secret?
    let timeouts: ModelTimeouts
    let completions: OpenAIEndpoint

    private static let route = "/chat/completions"
    private static let service = "language model"

    /// - Parameters:
    ///   - baseURL: `https://host/v1`, with or without the route.
    ///   - firstByte: the time for the first word of a stream; `nil` for the usual.
    /// - Throws: `misconfigured` if the address can't be one, `authentication` if the key can't be one.
    public init(
        name: String,
        model: String,
        baseURL: String,
        apiKey: Secret?,
        profile: ModelProfile = ModelProfile(),
        output: Output = .text,
        firstByte: Duration? = nil
    ) throws(ModelError) {
        self.name = name
        self.model = model
        self.apiKey = apiKey
        self.profile = profile
        self.output = output
        self.baseURL = baseURL
        timeouts = firstByte.map { ModelTimeouts(firstByte: $0) } ?? ModelTimeouts()
        completions = try OpenAIEndpoint(base: baseURL, route: Self.route, apiKey: apiKey, service: Self.service)
    }

    /// Where the provider tells how far a job is.
    /// - Parameter id: the provider's, checked.
    func job(_ id: UpstreamJobID) throws(ModelError) -> OpenAIEndpoint {
        var base = baseURL
        while base.hasSuffix("/") { base.removeLast() }
        if base.hasSuffix(Self.route) { base.removeLast(Self.route.count) }
        return try OpenAIEndpoint(base: base, route: "/jobs/\(id.text)", apiKey: apiKey, service: Self.service)
    }

    /// Whether an address belongs to the provider itself: the same scheme, host and port as its API.
    func isOwn(_ address: String) -> Bool {
        guard let origin = WebOrigin(address) else { return false }
        return origin == WebOrigin(completions.url)
    }
}

/// A provider's id of a job, which becomes part of an address.
struct UpstreamJobID: Sendable, Hashable {
    let text: String

    /// `nil` unless it is 1 to 200 letters, digits, hyphens, dots, underscores and colons, and no dots alone.
    init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._:".utf8.contains(byte)
            }
        }
        guard (1...200).contains(text.utf8.count), isPlain, text.contains(where: { $0 != "." }) else { return nil }
        self.text = text
    }
}
