import Assistant
import Domain
import LanguageModels
import SpotterAPI

/// What a program says was said, in the order of its request. Other APIs' messages, items and contents all become these.
enum DialogueItem: Sendable, Hashable {
    /// How the program wants answers.
    case instructions(String)
    case user(String)
    case assistant(String, calls: [ToolExchange.Call] = [])
    case output(ToolExchange.Output)
}

/// A question with what came before it and after it.
///
/// The last words of the user are the question, and nothing else is: all before it is the program's own account.
struct Dialogue: Sendable {
    /// `nil` if there are only outputs of calls.
    private(set) var question: String?
    private(set) var supplied = SuppliedContext()
    /// Outputs of calls that aren't part of the request, because the server has them.
    private(set) var outputs: [ToolExchange.Output] = []

    init(_ items: [DialogueItem]) {
        let last = items.lastIndex { if case .user = $0 { true } else { false } }
        let instructions = items.compactMap { if case .instructions(let text) = $0 { text } else { nil } }
        if !instructions.isEmpty { supplied.instructions = instructions.joined(separator: "\n\n") }
        var names: [String: String] = [:]
        for (position, item) in items.enumerated() {
            if case .assistant(_, let calls) = item { for call in calls { names[call.id] = call.name } }
            if let last, position < last { tell(item, names) }
        }
        if let last, case .user(let text) = items[last] { question = text.trimmed }
        for item in items.dropFirst(last.map { $0 + 1 } ?? 0) { follow(item) }
    }

    /// Notes what came before the question.
    private mutating func tell(_ item: DialogueItem, _ names: [String: String]) {
        switch item {
        case .instructions: break
        case .user(let text): supplied.turns.append(.init(role: .user, text: text))
        case .assistant(let text, _) where text.trimmed.isEmpty: break
        case .assistant(let text, _): supplied.turns.append(.init(role: .assistant, text: text))
        case .output(let output):
            let text = "(\(names[output.callId] ?? "a tool") gave: \(output.content))"
            supplied.turns.append(.init(role: .assistant, text: text))
        }
    }

    /// Notes what came after the question: calls for it, and their outputs.
    private mutating func follow(_ item: DialogueItem) {
        switch item {
        case .instructions, .user: break
        case .assistant(let text, let calls):
            if calls.isEmpty {
                if !text.trimmed.isEmpty { supplied.turns.append(.init(role: .assistant, text: text)) }
            } else if let last = supplied.exchanges.indices.last, supplied.exchanges[last].outputs.isEmpty {
                supplied.exchanges[last].text += text
                supplied.exchanges[last].calls += calls
            } else {
                supplied.exchanges.append(ToolExchange(text: text, calls: calls, outputs: []))
            }
        case .output(let output):
            let place = supplied.exchanges.lastIndex { $0.calls.contains { $0.id == output.callId } }
            if let place { supplied.exchanges[place].outputs.append(output) } else { outputs.append(output) }
        }
    }

    /// The bytes of what is stored of it: the question and what tools gave, but not what was said before.
    var keptBytes: Int {
        let given = outputs + supplied.exchanges.flatMap(\.outputs)
        return (question?.utf8.count ?? 0) + given.reduce(0) { $0 + $1.content.utf8.count }
    }

    /// The first call that has no output.
    var unansweredCall: ToolExchange.Call? { supplied.exchanges.lazy.compactMap(\.unanswered).first }

    /// The dialogue with settings of the same request.
    func with(_ change: (inout SuppliedContext) -> Void) -> Dialogue {
        var copy = self
        change(&copy.supplied)
        return copy
    }
}

extension ToolDefinition {
    /// A tool of a program.
    /// - Returns: `nil` if the name can't be one with every provider, or the parameters are no object schema.
    init?(program name: String, _ description: String?, _ parameters: JSONValue?) {
        let isName =
            (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                let character = Character(UnicodeScalar(byte))
                return character.isASCII && (character.isLetter || character.isNumber || "_-".contains(character))
            }
        let schema = parameters ?? ["type": "object", "properties": [:]]
        guard isName, schema.object != nil else { return nil }
        self.init(name: name, description: description ?? "", parameters: schema)
    }
}
