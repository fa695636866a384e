import ArgumentParser
import Configuration

/// Flags for the service that transcribes.
struct TranscriptionOptions: ParsableArguments {
    @Option(help: "Address of a service that transcribes, as https://api.openai.com/v1 (default: none).")
    var transcriptionUrl: String?

    @Option(help: "The model's name there (default: whisper-1).")
    var transcriptionModel: String?

    @Option(help: "File that holds its API key; a key itself only as SPOTTER_TRANSCRIPTION_API_KEY.")
    var transcriptionApiKeyFile: String?

    @Option(
        help: ArgumentHelp(
            "Whose voice messages are transcribed: off, opt-in (who says so) or opt-out (default: opt-in).",
            valueName: "who"
        )
    )
    var transcriptionMessages: String?

    @Option(help: "Minutes of sound that each user may have transcribed in a day (default: 60).")
    var transcriptionDayMinutes: Int?

    var flags: [AbsoluteConfigKey: ConfigValue] {
        var flags: [AbsoluteConfigKey: ConfigValue] = [:]
        flags.set("transcription.url", transcriptionUrl)
        flags.set("transcription.model", transcriptionModel)
        flags.set("transcription.api.key.file", transcriptionApiKeyFile)
        flags.set("transcription.messages", transcriptionMessages)
        flags.set("transcription.day.minutes", transcriptionDayMinutes)
        return flags
    }
}
