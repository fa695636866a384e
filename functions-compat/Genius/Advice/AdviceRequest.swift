import Assistant
import Domain
import SpotterAPI
import WebSearch

/// A request for advice.
struct AdviceRequest: Sendable {
    let question: String
    /// What a program gives along: what was said before, how it wants the answer.
    let supplied: SuppliedContext
    let pictures: [InlineFile]
    /// Any name: one that isn't a model's here leaves the default.
    let model: String?
    let webSearch: Bool?
    /// Any text: one that names no answer of the user's is one without a conversation.
    let previous: String?

    static let maxQuestion = 4_000
    static let maxMessages = 1_000
    static let maxPlayers = 100
    private static let maxName = 200

    /// - Throws: `ValidationFailure`; `invalid_request` if nothing is asked.
    init(_ json: JSONValue) throws {
        var reader = FieldReader(json)
        let messages = Self.messages(&reader)
        model = reader.text("model")
        previous = reader.text("previous_response_id", "previousResponseId")
        let enabled = reader.flag("enable_web_search", "enableWebSearch")
        let command = reader.text("search_override", "searchOverride")
        webSearch = command.flatMap(SearchOverride.init(command:)).map { $0 == .always } ?? enabled
        let topic = reader.text("prompt_type", "promptType").flatMap(AdviceTopic.init(rawValue:))
        let players = Self.players(&reader)
        _ = reader.flag("use_step2_architecture", "useStep2Architecture")
        if let messages, messages.isEmpty, reader.problems.isEmpty {
            throw SpotterError.invalid("No conversation provided.")
        }
        let dialogue = Dialogue((messages ?? []).map(\.item))
        if let question = dialogue.question, !TextLength(0...Self.maxQuestion).admits(question) {
            let place = JSONValue.integer(messages?.lastIndex(where: \.isUsers) ?? 0)
            let words = "String should have at most \(Self.maxQuestion) characters"
            reader.note(["conversation", place, "content"], "string_too_long", words)
        }
        try reader.check()
        pictures = messages?.last(where: \.isUsers)?.pictures ?? []
        guard let question = dialogue.question, !question.isEmpty else {
            throw SpotterError.invalid("No user prompt provided in conversation.")
        }
        self.question = question
        var supplied = dialogue.supplied
        if !players.isEmpty {
            supplied.turns.append(.init(role: .user, text: "Players: \(players.joined(separator: ", "))"))
        }
        let wishes = [supplied.instructions, topic?.instructions].compactMap(\.self)
        supplied.instructions = wishes.isEmpty ? nil : wishes.joined(separator: "\n\n")
        self.supplied = supplied
    }

    // MARK: Messages

    private struct Message {
        let item: DialogueItem
        var pictures: [InlineFile] = []

        var isUsers: Bool { if case .user = item { true } else { false } }
    }

    /// `nil` if they can't be read, which is noted.
    private static func messages(_ reader: inout FieldReader) -> [Message]? {
        guard let value = reader.value("conversation") else {
            // The name that the app's own code has for a question alone.
            if let question = reader.text("userMessage", upTo: maxQuestion) { return [Message(item: .user(question))] }
            if reader.problems.isEmpty { reader.missing("conversation") }
            return nil
        }
        guard let list = value.array else {
            reader.note(["conversation"], "list_type", "Input should be a valid list")
            return nil
        }
        guard list.count <= maxMessages else {
            reader.note(["conversation"], "too_long", "List should have at most \(maxMessages) items")
            return nil
        }
        return list.enumerated().compactMap { message($0.element, at: ["conversation", .integer($0.offset)], &reader) }
    }

    private static func message(
        _ value: JSONValue,
        at place: [JSONValue],
        _ reader: inout FieldReader
    ) -> Message? {
        guard value.object != nil else {
            reader.note(place, "model_attributes_type", "Input should be a valid dictionary or object")
            return nil
        }
        let role = value["role"]
        if role == nil { reader.note(place + ["role"], "missing", "Field required") }
        guard let content = value["content"] else {
            reader.note(place + ["content"], "missing", "Field required")
            return nil
        }
        guard let (text, pictures) = self.content(content, at: place + ["content"], &reader), let role else {
            return nil
        }
        switch role.string {
        case "user": return Message(item: .user(text), pictures: pictures)
        case "assistant": return Message(item: .assistant(text))
        case "system", "developer": return Message(item: .instructions(text))
        case nil: reader.note(place + ["role"], "string_type", "Input should be a valid string")
        default: reader.note(place + ["role"], "literal_error", "Input should be 'user', 'assistant' or 'system'")
        }
        return nil
    }

    /// A text, or parts: texts, and pictures as OpenAI's two APIs have them.
    private static func content(
        _ value: JSONValue,
        at place: [JSONValue],
        _ reader: inout FieldReader
    ) -> (String, [InlineFile])? {
        if let text = value.string { return (text, []) }
        guard let parts = value.array else {
            reader.note(place, "string_type", "Input should be a valid string or a list of parts")
            return nil
        }
        var texts: [String] = []
        var pictures: [InlineFile] = []
        for (position, part) in parts.enumerated() {
            let place = place + [.integer(position)]
            switch part["type"]?.string {
            case "text", "input_text", "output_text": texts.append(part["text"]?.string ?? "")
            case "image_url", "input_image":
                let address = part["image_url"]?.string ?? part["image_url"]?["url"]?.string
                if let picture = address.flatMap(InlineFile.init(address:)), picture.isPicture {
                    pictures.append(picture)
                } else {
                    let words = "Input should be a JPEG, PNG, WebP or GIF as a data: URL in base64; none is fetched"
                    reader.note(place + ["image_url"], "url_parsing", words)
                }
            default: reader.note(place + ["type"], "literal_error", "Input should be 'text' or 'image_url'")
            }
        }
        return (texts.joined(separator: "\n"), pictures)
    }

    private static func players(_ reader: inout FieldReader) -> [String] {
        guard let value = reader.value("players") else { return [] }
        guard let list = value.array, list.count <= maxPlayers else {
            reader.note(["players"], "list_type", "Input should be a valid list of at most \(maxPlayers) names")
            return []
        }
        var names: [String] = []
        for (position, name) in list.enumerated() {
            if let name = reader.text(name, at: ["players", .integer(position)], upTo: maxName) { names.append(name) }
        }
        return names
    }
}
