import Domain

/// A call of a tool, as the client sends it.
struct ToolCall: Sendable, Hashable {
    let name: String
    let arguments: [String: JSONValue]

    /// From the parameters of `tools/call`.
    init(_ params: JSONValue) throws(JSONRPCError) {
        guard let name = params["name"]?.string else { throw .invalidParams("params.name must name a tool.") }
        guard let arguments = (params["arguments"]?.given ?? .object([:])).object else {
            throw .invalidParams("params.arguments must be an object.")
        }
        self.name = name
        self.arguments = arguments
    }

    /// A text that isn't blank. Models write `null` or nothing for what they leave out.
    func text(_ key: String) -> String? {
        guard let text = arguments[key]?.string?.trimmed, !text.isEmpty else { return nil }
        return text
    }

    func number(_ key: String, in range: ClosedRange<Int>) throws(SpotterError) -> Int? {
        guard let value = arguments[key], value != .null else { return nil }
        guard let number = value.int, range.contains(number) else {
            throw .invalid("\(key) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    func required(_ key: String) throws(SpotterError) -> String {
        guard let text = text(key) else { throw .invalid("\(key) is missing.") }
        return text
    }
}
