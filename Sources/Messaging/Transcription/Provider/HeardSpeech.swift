import Domain

/// What a service heard.
public struct HeardSpeech: Sendable, Hashable {
    /// As long as a message may be; empty if nothing was said.
    public let text: String
    /// As `en`; `nil` if the service doesn't tell.
    public let language: String?
    /// In seconds; `nil` if the service doesn't tell.
    public let duration: Double?

    static let maxCharacters = 10_000

    /// `nil` for an answer that isn't one.
    init?(_ json: JSONValue) {
        guard let said = json["text"]?.string else { return nil }
        text = Self.clean(said)
        language = json["language"]?.string.flatMap(SpokenLanguage.code)
        let told = json["duration"]?.double ?? json["duration"]?.string.flatMap { Double($0) }
        duration = told.flatMap { $0.isFinite && $0 >= 0 && $0 < 86_400 ? $0 : nil }
    }

    /// Nobody spoke a control character.
    private static func clean(_ text: String) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.trimmed.prefix(maxCharacters).unicodeScalars {
            if scalar == "\n" || scalar.properties.generalCategory != .control { clean.append(scalar) }
        }
        return String(clean)
    }
}
