import Domain

/// The list of an answer that was to be a JSON object with one, which may be anything.
enum ModelList {
    /// - Returns: `nil` if the answer isn't the object that was asked for.
    static func values(of key: String, in answer: String) -> [JSONValue]? {
        let candidates = [answer[...], braced(answer)].compactMap(\.self)
        for candidate in candidates {
            guard let value = JSONValue.parse(String(candidate), maxDepth: 8, maxElements: 20_000) else { continue }
            if let values = value[key]?.array ?? value.array { return values }
        }
        return nil
    }

    /// From the first brace to the last one, as where a model puts a fence around its answer.
    private static func braced(_ text: String) -> Substring? {
        guard let start = text.firstIndex(of: "{"), let end = text.lastIndex(of: "}"), start < end else { return nil }
        return text[start...end]
    }

    /// Messages are shown to the model with escaped markup, which it may copy.
    static func unescaped(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
}
