public import LanguageModels
public import SpotterAPI

/// What a program gives along with a question: its own account of what was said before, how it wants the answer, and
/// tools that it runs itself.
///
/// None of it counts as the user's words. It allows no action, no link and no search of the web: those follow from the
/// question and from turns that the server has stored. A language model reads it as data.
///
/// ```swift
/// var supplied = SuppliedContext()
/// supplied.turns = [.init(role: .user, text: "Tell me about Sara")]
/// let generation = try await assistant.query(AssistantQuery(message: "And her knee?"), with: supplied, by: principal)
/// ```
public struct SuppliedContext: Sendable {
    public struct Turn: Sendable, Hashable {
        public let role: TurnRole
        public let text: String

        public init(role: TurnRole, text: String) {
            self.role = role
            self.text = text
        }
    }

    /// The last so many are read, each up to `maxTurnLength` characters.
    public static let maxTurns = 40
    static let maxTurnLength = 4_000
    static let maxInstructions = 16_000

    /// Oldest first.
    public var turns: [Turn] = []
    /// How the program wants answers. A language model is told; it changes no rule.
    public var instructions: String?
    /// Functions that the program runs. Only a language model calls them.
    public var tools: [ToolDefinition] = []
    /// How the model uses them.
    public var toolChoice = ToolChoice.auto
    /// Whether the model may call several of them at once.
    public var callsInParallel = true
    /// Calls that the model made for this question before, with their results.
    public var exchanges: [ToolExchange] = []
    /// These three replace the conversation's settings; `nil` leaves them.
    public var temperature: Double?
    public var topP: Double?
    public var maxOutputTokens: Int?
    /// Whether the question and its answer are kept. Otherwise they are deleted when the answer has ended; its proposals
    /// stay.
    public var isKept = true
    /// Whether the answer may propose actions. Otherwise one that asks for an action is told that this isn't the place.
    public var mayPropose = true

    public init() {}

    var readTurns: [Turn] {
        turns.suffix(Self.maxTurns).map { Turn(role: $0.role, text: String($0.text.prefix(Self.maxTurnLength))) }
    }
}

/// Calls of a program's tools with which an answer ended, and what came of them.
public struct ToolExchange: Sendable, Codable, Hashable {
    public struct Call: Sendable, Codable, Hashable {
        public let id: String
        public let name: String
        /// As the model wrote them: JSON, if it did as it was told.
        public let arguments: String

        public init(id: String, name: String, arguments: String) {
            self.id = id
            self.name = name
            self.arguments = arguments
        }
    }

    public struct Output: Sendable, Codable, Hashable {
        public let callId: String
        public let content: String

        public init(callId: String, content: String) {
            self.callId = callId
            self.content = content
        }
    }

    static let maxOutputLength = 32_000

    /// What the model said before it called.
    public var text: String
    public var calls: [Call]
    public var outputs: [Output]

    public init(text: String, calls: [Call], outputs: [Output]) {
        self.text = text
        self.calls = calls
        self.outputs = outputs
    }

    /// The first call that has no output. Providers refuse a conversation with one.
    public var unanswered: Call? {
        calls.first { call in !outputs.contains { $0.callId == call.id } }
    }

    /// Outputs of other calls are left out.
    var messages: [ModelMessage] {
        let calls = calls.map { ToolCall(id: $0.id, name: $0.name, rawArguments: $0.arguments) }
        let outputs = calls.compactMap { call in self.outputs.first { $0.callId == call.id } }
        return [.assistant(text: text, toolCalls: calls)]
            + outputs.map { .tool(callId: $0.callId, content: String($0.content.prefix(Self.maxOutputLength))) }
    }
}

extension ToolExchange.Call {
    init(_ call: ToolCall) { self.init(id: call.id, name: call.name, arguments: call.rawArguments) }
}
