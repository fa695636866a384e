import Domain

/// Assembles tool calls from the fragments of a stream.
///
/// By the protocol, fragments belong together by `index`, and only the first has an id and a name. Servers differ: some
/// omit the index or the id, some give every call index 0, some send calls whole, some send the arguments as an object.
/// A fragment without an index takes its position in its list. A fragment with another id, another name, or a name after
/// complete arguments begins a new call at the same index.
struct ToolCallAccumulator {
    struct TooMany: Error {}

    private struct Partial {
        var id: String
        var name: String
        var arguments = ""
    }

    private let maxCalls: Int
    private var partials: [Partial] = []
    /// The position in `partials` that fragments of an index belong to.
    private var open: [Int: Int] = [:]

    init(maxCalls: Int = 64) {
        self.maxCalls = maxCalls
    }

    var isEmpty: Bool { partials.isEmpty }

    /// Adds the `tool_calls` list of one delta, or of a whole message.
    mutating func add(_ fragments: [JSONValue]) throws(TooMany) {
        for (position, fragment) in fragments.enumerated() {
            let index = fragment["index"]?.int ?? position
            let id = fragment["id"]?.string ?? ""
            let name = fragment["function"]?["name"]?.string ?? ""
            let arguments = fragment["function"]?["arguments"]
            let slot = try slot(index: index, id: id, name: name)
            if partials[slot].id.isEmpty { partials[slot].id = id }
            if partials[slot].name.isEmpty { partials[slot].name = name }
            switch arguments {
            case .string(let text): partials[slot].arguments += text
            case .object: partials[slot].arguments = arguments?.text ?? ""
            default: break
            }
        }
    }

    /// The calls in the order of their first fragments. A call without an id gets one from `makeId`, by its position.
    func calls(makeId: (Int) -> String) -> [ToolCall] {
        partials.enumerated().map { position, partial in
            let id = partial.id.isEmpty ? makeId(position) : partial.id
            return ToolCall(id: id, name: partial.name, rawArguments: partial.arguments)
        }
    }

    private mutating func slot(index: Int, id: String, name: String) throws(TooMany) -> Int {
        if let slot = open[index], continues(partials[slot], id: id, name: name) { return slot }
        guard partials.count < maxCalls else { throw TooMany() }
        partials.append(Partial(id: id, name: name))
        open[index] = partials.count - 1
        return partials.count - 1
    }

    private func continues(_ call: Partial, id: String, name: String) -> Bool {
        if !id.isEmpty, !call.id.isEmpty { return id == call.id }
        if name.isEmpty || call.name.isEmpty { return true }
        return name == call.name && JSONValue.parse(call.arguments)?.object == nil
    }
}
