import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct InstructionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "instructions",
        abstract: "How the assistant's answers should be: language, tone, length.",
        discussion: """
            A language model is told so in all your conversations, or with --conversation in one of them. It allows the \
            assistant nothing: actions still wait for your yes. The built-in assistant doesn't read it.

            EXAMPLES
              spotter instructions
              spotter instructions "Answer in Swedish, in at most five lines."
              spotter instructions --conversation 1 "Metric units only."
              spotter instructions --clear
            """
    )

    @OptionGroup var options: ClientOptions
    @Option(help: ArgumentHelp("Only for this one: its number, title or id.", valueName: "n"))
    var conversation: String?
    @Flag(help: "Nothing any more.") var clear = false
    @Argument(help: "The instructions; without them, prints those that there are.") var text: [String] = []

    func validate() throws {
        guard !clear || text.isEmpty else { throw ValidationError("Give either a text or --clear.") }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let api = try options.session().api
            let words = text.joined(separator: " ")
            let isRead = text.isEmpty && !clear
            if let conversation {
                let found = try await ChosenConversation.find(conversation, api)
                let change: FieldChange<String> = clear ? .cleared : .set(words)
                let head =
                    isRead
                    ? found
                    : try await api.update(conversation: found.id, UpdateConversationRequest(instructions: change))
                return try show(head.settings.instructions, in: ConversationResponse(conversation: head))
            }
            let profile = isRead ? try await api.profile() : try await api.setInstructions(clear ? nil : words)
            try show(profile.customInstructions, in: ProfileResponse(user: profile))
        }
    }

    private func show(_ instructions: String?, in document: some Encodable) throws {
        if options.json { return try ClientOutput.document(document) }
        ClientOutput.lines([instructions.map(TerminalText.block) ?? "No instructions."])
    }
}
