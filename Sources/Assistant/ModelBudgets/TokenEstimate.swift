import Domain
package import LanguageModels

/// Bounds of the tokens of a text, whatever the tokenizer: providers may leave out what they counted, or lie.
package struct TokenEstimate: Sendable, Hashable {
    /// A token doesn't span words, so that there are at least as many.
    package private(set) var words = 0
    /// Of letters and spaces four come to a token; of digits, signs and the bytes of other scripts two.
    private var quarters = 0
    /// What isn't text.
    private var others = 0
    private var mostOthers = 0
    private var isInWord = false

    /// A picture is charged by its size, in ways that differ widely.
    private static let picture = 1_024
    private static let mostOfPicture = 6_144
    /// What surrounds a message.
    private static let message = 8

    /// What is charged if the provider says nothing that can be true.
    package var likely: Int { (quarters + 3) / 4 + others }
    /// What is reserved: half as much again.
    var most: Int { (quarters * 3 + 7) / 8 + mostOthers }

    package init() {}

    /// Of a request's messages, tools and pictures.
    package init(_ request: ModelRequest) {
        for message in request.messages {
            isInWord = false
            others += Self.message
            mostOthers += Self.message * 2
            switch message {
            case .system(let text), .tool(_, let text): add(text)
            case .user(let text, let images):
                add(text)
                others += images.count * Self.picture
                mostOthers += images.count * Self.mostOfPicture
            case .assistant(let text, let calls, let providerState):
                add(text)
                for call in calls { addForm(call.name + call.rawArguments) }
                for part in providerState { addForm(part.text) }
            }
        }
        for tool in request.tools { addForm(tool.name + tool.description + tool.parameters.text) }
        if let format = request.format { addForm(format.name + format.schema.text) }
    }

    package mutating func add(_ text: String) {
        for byte in text.utf8 {
            let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
            if !isSpace, !isInWord { words += 1 }
            isInWord = !isSpace
            let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            quarters += isLetter || isSpace ? 1 : 2
        }
    }

    /// What the provider writes in a form of its own, so that words say little.
    private mutating func addForm(_ text: String) {
        let before = words
        add(text)
        words = before
    }
}
