import Domain

/// The `reasoning_details` of an OpenRouter answer, which go back unchanged with the results of its calls.
///
/// They come in fragments: those of the same type and index are one detail, whose texts are joined.
struct ReasoningDetails {
    private struct Detail {
        var members: [String: JSONValue]
        /// Apart from the other members, so that they grow in place.
        var texts: [String: String]
    }

    private static let textNames = ["text", "summary", "data"]
    private static let maxDetails = 256

    private var parts: [Detail] = []

    var details: [JSONValue] {
        parts.map { part in .object(part.members.merging(part.texts.mapValues(JSONValue.string)) { $1 }) }
    }

    mutating func add(_ fragment: JSONValue) {
        guard case .object(let all) = fragment else { return }
        let texts = all.filter { Self.textNames.contains($0.key) }.compactMapValues(\.string)
        let members = all.filter { texts[$0.key] == nil }
        if let last = parts.last, let index = members["index"], last.members["index"] == index,
            last.members["type"] == members["type"]
        {
            for (name, value) in members where value != .null { parts[parts.count - 1].members[name] = value }
            for (name, text) in texts { parts[parts.count - 1].texts[name, default: ""] += text }
        } else if parts.count < Self.maxDetails {
            parts.append(Detail(members: members, texts: texts))
        }
    }
}
