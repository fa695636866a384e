import Domain
import SpotterAPI

/// Makes advice of whatever a model wrote: the object that it was asked for, another one of other names, one within a
/// fence or within prose, or no JSON at all. It always gives something.
struct AdviceReading: Sendable, Hashable {
    static let maxAlternatives = 10
    static let maxTitle = 300
    static let maxReason = 2_000
    static let maxReasoning = 16_000
    /// Of an object without a confidence.
    static let usualConfidence = 0.7
    /// Of a text that is no object.
    static let plainConfidence = 0.1
    private static let maxDepth = 4

    let main: String
    let reasoning: String?
    /// 0 to 1.
    let confidence: Double
    let source: Advice.ConfidenceSource
    let alternatives: [Advice.Alternative]

    init(_ text: String) {
        guard let object = Self.object(in: text) else {
            main = Self.withoutFence(text)
            (reasoning, alternatives) = (nil, [])
            (confidence, source) = (Self.plainConfidence, .assumed)
            return
        }
        let flat = Self.flattened(object)
        let advice = Self.mainNames.lazy.compactMap { Self.words(flat[$0]) }.first
        reasoning = Self.reasoningNames.lazy.compactMap { Self.words(flat[$0], upTo: Self.maxReasoning) }.first
        let stated = Self.confidenceNames.lazy.compactMap { Self.share(flat[$0]) }.first
        (confidence, source) = stated.map { ($0, .model) } ?? (Self.usualConfidence, .assumed)
        alternatives = Self.alternatives(Self.alternativeNames.lazy.compactMap { flat[$0] }.first)
        // An object without any of the names says nothing that can be shown but itself.
        main = advice ?? reasoning ?? Self.withoutFence(text)
    }

    // MARK: Names

    private static let mainNames = [
        "advice", "main_advice", "mainadvice", "message", "recommendation", "answer", "response", "text", "content",
        "summary",
    ]
    private static let reasoningNames = [
        "reasoning", "explanation", "rationale", "reason", "reasons", "justification", "why", "analysis",
    ]
    private static let confidenceNames = [
        "confidence", "confidence_score", "confidencescore", "score", "certainty", "probability",
    ]
    private static let alternativeNames = ["alternatives", "alternative", "alternative_advice", "options", "others"]
    private static let titleNames = ["title", "name", "player", "option", "alternative", "label"] + mainNames
    private static let reasonNames = reasoningNames + ["description", "details", "detail", "note"]

    // MARK: Finding the object

    private static func object(in text: String) -> [String: JSONValue]? {
        let candidates = [text[...], fenced(text), braced(text)].compactMap(\.self)
        for candidate in candidates {
            switch JSONValue.parse(String(candidate)) {
            case .object(let object)?: return object
            case .array(let elements)?: if let object = elements.lazy.compactMap(\.object).first { return object }
            default: continue
            }
        }
        return nil
    }

    /// What stands in the first fence.
    private static func fenced(_ text: String) -> Substring? {
        guard let start = text.firstRange(of: "```") else { return nil }
        let inside = text[start.upperBound...].drop { $0 != "\n" && $0 != "{" && $0 != "[" }
        return inside.firstRange(of: "```").map { inside[..<$0.lowerBound] } ?? inside
    }

    /// From the first brace to the last one.
    private static func braced(_ text: String) -> Substring? {
        guard let start = text.firstIndex(of: "{"), let end = text.lastIndex(of: "}"), start < end else { return nil }
        return text[start...end]
    }

    private static func withoutFence(_ text: String) -> String {
        let text = text.trimmed
        guard text.hasPrefix("```") else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        return lines.filter { !$0.hasPrefix("```") }.joined(separator: "\n").trimmed
    }

    /// The members by their names in lower case, with those of an object in the place of the advice: `{"response":{…}}`.
    /// The outer members count where both have one.
    private static func flattened(_ object: [String: JSONValue], depth: Int = 0) -> [String: JSONValue] {
        var flat: [String: JSONValue] = [:]
        for (name, value) in object.sorted(by: { $0.key < $1.key }) where flat[name.lowercased()] == nil {
            flat[name.lowercased()] = value
        }
        guard depth < maxDepth else { return flat }
        let wrappers = mainNames + ["final_json", "result", "data", "output"]
        for name in wrappers {
            guard let inner = flat[name]?.object else { continue }
            flat[name] = nil
            flat.merge(flattened(inner, depth: depth + 1)) { outer, _ in outer }
        }
        return flat
    }

    // MARK: Values

    /// A text, a number, or a list of them.
    private static func words(_ value: JSONValue?, upTo length: Int = .max) -> String? {
        let text: String
        switch value {
        case .string(let words)?: text = words
        case .integer, .number: text = value?.text ?? ""
        case .array(let elements)?: text = elements.compactMap { words($0) }.joined(separator: "\n")
        default: return nil
        }
        let trimmed = String(text.trimmed.prefix(length))
        return trimmed.isEmpty ? nil : trimmed
    }

    /// `0.82`, `82`, `"82%"` and `"0.82"` alike.
    private static func share(_ value: JSONValue?) -> Double? {
        var isPercent = false
        var number = value?.double
        if number == nil, var text = value?.string?.trimmed {
            isPercent = text.hasSuffix("%")
            if isPercent { text = String(text.dropLast()).trimmed }
            number = Double(text)
        }
        guard let number, number.isFinite else { return nil }
        return min(max(isPercent || number > 1 ? number / 100 : number, 0), 1)
    }

    private static func alternatives(_ value: JSONValue?) -> [Advice.Alternative] {
        let found: [Advice.Alternative]
        switch value {
        case .array(let elements)?: found = elements.prefix(1_000).compactMap(alternative)
        case .object(let members)? where alternative(.object(members)) == nil:
            // {"One more week of cycling": "It loads the knee less."}
            found = members.sorted { $0.key < $1.key }.compactMap { name, reason in
                words(.string(name), upTo: maxTitle).map { .init(title: $0, reason: words(reason, upTo: maxReason)) }
            }
        case let value?: found = alternative(value).map { [$0] } ?? []
        case nil: found = []
        }
        var titles: Set<String> = []
        return Array(found.filter { titles.insert($0.title.lowercased()).inserted }.prefix(maxAlternatives))
    }

    private static func alternative(_ value: JSONValue) -> Advice.Alternative? {
        guard case .object(let members) = value else {
            return words(value, upTo: maxTitle).map { Advice.Alternative(title: $0) }
        }
        let flat = flattened(members, depth: maxDepth)
        guard let title = titleNames.lazy.compactMap({ words(flat[$0], upTo: maxTitle) }).first else { return nil }
        let reason = reasonNames.lazy.compactMap { words(flat[$0], upTo: maxReason) }.first
        return Advice.Alternative(title: title, reason: reason == title ? nil : reason)
    }
}
