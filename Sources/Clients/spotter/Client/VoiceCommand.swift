import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

/// Settings of voice.
struct VoiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voice",
        abstract: "Your settings of voice: what is transcribed, and how devices speak to you.",
        discussion: """
            Transcribing your voice messages sends their sound to the service that the server's operator has set up. \
            Others see the transcript beside the message.

            EXAMPLES
              spotter voice
              spotter voice --transcribe on --language sv
              spotter voice --transcribe default
              spotter voice --speak on --rate 0.6 --pitch 1.1 --volume 0.8
            """
    )

    /// Whether one's voice messages are transcribed.
    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case on, off
        /// The server's default.
        case `default`

        var change: FieldChange<Bool> {
            switch self {
            case .on: .set(true)
            case .off: .set(false)
            case .default: .cleared
            }
        }
    }

    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    @OptionGroup var options: ClientOptions

    @Option(help: "Whether your voice messages are transcribed.")
    var transcribe: Choice?

    @Option(
        help: ArgumentHelp("The language that you speak, as en; auto lets the service find out.", valueName: "code")
    )
    var language: String?

    @Option(help: "Whether devices speak answers.")
    var speak: Switch?

    @Option(help: "Whether devices say what was done.")
    var confirm: Switch?

    @Option(help: "Whether what you dictate is sent at once.")
    var autoSend: Switch?

    @Option(help: ArgumentHelp("A voice of your device; default for its standard.", valueName: "name"))
    var voice: String?

    @Option(help: "The speed of speech, 0 to 1; 0.5 is usual.")
    var rate: Double?

    @Option(help: "The pitch of speech, 0.5 to 2.")
    var pitch: Double?

    @Option(help: "The volume of speech, 0 to 1.")
    var volume: Double?

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            let response = isChange ? try await client.api.change(voice: change) : try await client.api.voice()
            if options.json { return try ClientOutput.document(response) }
            ClientOutput.lines(Self.lines(response))
        }
    }

    private var isChange: Bool {
        transcribe != nil || language != nil || speak != nil || confirm != nil || autoSend != nil || voice != nil
            || rate != nil || pitch != nil || volume != nil
    }

    private var change: UpdateVoiceRequest {
        UpdateVoiceRequest(
            voiceResponseEnabled: speak.map { $0 == .on },
            autoSendAfterTranscription: autoSend.map { $0 == .on },
            autoSpeakConfirmations: confirm.map { $0 == .on },
            ttsVoice: voice.map { $0 == "default" ? .cleared : .set($0) } ?? .unchanged,
            ttsRate: rate,
            ttsPitch: pitch,
            ttsVolume: volume,
            transcriptionLanguage: language.map { $0 == "auto" ? .cleared : .set($0) } ?? .unchanged,
            transcribeMyMessages: transcribe?.change ?? .unchanged
        )
    }

    private static func lines(_ response: VoiceSettingsResponse) -> [String] {
        let voice = response.voice
        func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
        let messages =
            response.transcription.available
            ? "your voice messages are \(response.transcription.messages ? "" : "not ")transcribed"
            : "this server doesn't transcribe"
        return [
            messages, "language  \(voice.transcriptionLanguage.map(TerminalText.line) ?? "found out")",
            "spoken answers  \(word(voice.voiceResponseEnabled))",
            "spoken confirmations  \(word(voice.autoSpeakConfirmations))",
            "dictation is sent at once  \(word(voice.autoSendAfterTranscription))",
            "voice  \(voice.ttsVoice.map(TerminalText.line) ?? "the device's")",
            "rate \(voice.ttsRate), pitch \(voice.ttsPitch), volume \(voice.ttsVolume)",
        ]
    }
}
