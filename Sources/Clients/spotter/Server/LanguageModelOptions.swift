import ArgumentParser
import Configuration

/// Flags for the language models.
struct LanguageModelOptions: ParsableArguments {
    @Option(help: "Address of the language model, as http://127.0.0.1:11434/v1 (default: none).")
    var llmBaseUrl: String?

    @Option(help: "The model's name there.")
    var llmModel: String?

    @Option(help: "chat (OpenAI-compatible completions), responses (OpenAI) or gemini (default: chat).")
    var llmApi: String?

    @Option(help: "File that holds the API key; a key itself only as SPOTTER_LLM_API_KEY.")
    var llmApiKeyFile: String?

    @Option(help: "Whether the model understands pictures: true or false (default: false).")
    var llmImages: Bool?

    @Option(help: "Whether it also makes the titles of conversations: true or false (default: true).")
    var llmTitles: Bool?

    @Option(
        help: ArgumentHelp(
            "The model that reads client profiles besides the rules; clients' messages go to it (default: none).",
            valueName: "name"
        )
    )
    var llmProfiles: String?

    @Option(
        help: ArgumentHelp(
            "The model that reads measures besides the rules; clients' messages go to it (default: none).",
            valueName: "name"
        )
    )
    var llmMeasures: String?

    @Option(help: "Seconds that it has for its first word (default: 45, below the minute that clients wait).")
    var llmFirstByteSeconds: Int?

    @Option(help: "Whether programs may ask these models through /api, as they are: true or false (default: false).")
    var llmProxy: Bool?

    @Option(help: "JSON file with several models to choose from, with their prices.")
    var models: String?

    var flags: [AbsoluteConfigKey: ConfigValue] {
        var flags: [AbsoluteConfigKey: ConfigValue] = [:]
        flags.set("llm.base.url", llmBaseUrl)
        flags.set("llm.model", llmModel)
        flags.set("llm.api", llmApi)
        flags.set("llm.api.key.file", llmApiKeyFile)
        flags.set("llm.images", llmImages)
        flags.set("llm.titles", llmTitles)
        flags.set("llm.profiles", llmProfiles)
        flags.set("llm.measures", llmMeasures)
        flags.set("llm.first.byte.seconds", llmFirstByteSeconds)
        flags.set("llm.proxy", llmProxy)
        flags.set("models", models)
        return flags
    }
}
