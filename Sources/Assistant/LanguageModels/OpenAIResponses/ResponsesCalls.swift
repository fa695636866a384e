import Domain

/// Assembles the function calls of a response: an item with id and name, and its arguments as deltas or as a whole.
struct ResponsesCalls {
    private struct Partial {
        var callId = ""
        var name = ""
        var arguments = ""
        var isCall = false
    }

    private let maxCalls: Int
    private var partials: [Int: Partial] = [:]

    var isEmpty: Bool { partials.isEmpty }

    init(maxCalls: Int) {
        self.maxCalls = maxCalls
    }

    /// An output item, of whatever type.
    mutating func set(_ item: JSONValue, at output: Int) throws(AssemblyError) {
        guard item["type"]?.string == "function_call" else { return }
        try open(output)
        partials[output]?.isCall = true
        if let id = item["call_id"]?.string, !id.isEmpty { partials[output]?.callId = id }
        try set(arguments: item["arguments"], name: item["name"]?.string, at: output)
    }

    mutating func add(arguments delta: String, at output: Int) throws(AssemblyError) {
        try open(output)
        partials[output]?.arguments += delta
    }

    /// The arguments as a whole, which count instead of their deltas.
    mutating func set(arguments: JSONValue?, name: String?, at output: Int) throws(AssemblyError) {
        try open(output)
        if let name, !name.isEmpty { partials[output]?.name = name }
        switch arguments {
        case .string(let text) where !text.isEmpty: partials[output]?.arguments = text
        case .object: partials[output]?.arguments = arguments?.text ?? ""
        default: break
        }
    }

    /// In the order of the output. A call without an id gets one from `makeId`, by its position.
    func calls(makeId: (Int) -> String) -> [ToolCall] {
        partials.sorted { $0.key < $1.key }.map(\.value).filter(\.isCall).enumerated().map { position, partial in
            ToolCall(
                id: partial.callId.isEmpty ? makeId(position) : partial.callId,
                name: partial.name,
                rawArguments: partial.arguments
            )
        }
    }

    private mutating func open(_ output: Int) throws(AssemblyError) {
        guard partials[output] == nil else { return }
        guard partials.count < maxCalls else { throw .tooManyCalls }
        partials[output] = Partial()
    }
}
