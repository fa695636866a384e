package import Domain
import LanguageModels

/// The models that programs may ask through this server, and which of them a request means.
public struct ProxiedModels: Sendable {
    /// In the operator's order.
    public let all: [ProxiedModel]

    public init(_ all: [ProxiedModel]) { self.all = all }

    /// Whether the operator has turned the proxy on, with a model for it.
    public var isEmpty: Bool { all.isEmpty }

    /// The first that makes text.
    var standard: ProxiedModel? { all.first { $0.output == .text } }

    /// Which model a request means.
    ///
    /// One that a model of the operator's `replaces`, and one that the app Better has taken away while its stored
    /// conversations still name it, goes on with the replacement or the default.
    /// - Throws: `unavailable` if there are no models; `invalid_request` for a name that isn't any model's.
    func model(named name: String?) throws(SpotterError) -> ProxiedModel {
        try requireAny()
        if let name {
            let exact = all.first { $0.name == name } ?? all.first { $0.profile.replaces.contains(name) }
            if let exact { return exact }
        }
        if name.map(Self.isRemoved) ?? true, let standard { return standard }
        throw .invalid(
            "The model '\(name.map { String($0.prefix(100)) } ?? "")' isn't served here; GET models lists those that are."
        )
    }

    /// The model for a request that shows pictures.
    /// - Throws: `invalid_request` if none understands them.
    func seeing(_ wanted: ProxiedModel) throws(SpotterError) -> ProxiedModel {
        // A model that makes pictures takes some as patterns.
        guard wanted.output == .text, !wanted.profile.readsImages else { return wanted }
        guard let seeing = all.first(where: { $0.output == .text && $0.profile.readsImages }) else {
            throw .invalid("No model here understands pictures; send the message without them.")
        }
        return seeing
    }

    private static func isRemoved(_ name: String) -> Bool {
        let own = name.split(separator: "/").last.map(String.init) ?? name
        return own.hasPrefix("gemini-") || ["kimi-k2.5", "llama-4-maverick:free"].contains(own)
    }

    /// - Throws: `not_found` if there are no models.
    package func requireAny() throws(SpotterError) {
        guard !isEmpty else { throw Self.isOff }
    }

    private static let isOff = SpotterError(
        .notFound,
        "This server passes no requests on to language models; its operator turns that on with --llm-proxy."
    )
}
