public import Domain

/// How somebody speaks with the server and hears it. Speaking is done by the device, by these settings of its owner.
///
/// ```swift
/// let settings = VoiceSettings.standard
/// ```
public struct VoiceSettings: Sendable, Codable, Hashable {
    /// Whether answers are spoken.
    public var voiceResponseEnabled: Bool
    /// Whether what was dictated is sent at once instead of being shown first.
    public var autoSendAfterTranscription: Bool
    /// Whether the device says what was done.
    public var autoSpeakConfirmations: Bool
    /// The device's name of a voice; `null` for its standard.
    @Nullable public var ttsVoice: String?
    /// 0 to 1; 0.5 is the usual speed.
    public var ttsRate: Double
    /// 0.5 to 2; 1 is the voice's own.
    public var ttsPitch: Double
    /// 0 to 1.
    public var ttsVolume: Double
    /// The language that is spoken, as `en` or `pt-BR`; `null` lets the service find out.
    @Nullable public var transcriptionLanguage: String?
    /// Whether one's own voice messages are transcribed, for which their sound goes to the operator's service; `null` for
    /// what the server does without a word of its user.
    @Nullable public var transcribeMyMessages: Bool?

    public init(
        voiceResponseEnabled: Bool = false,
        autoSendAfterTranscription: Bool = false,
        autoSpeakConfirmations: Bool = false,
        ttsVoice: String? = nil,
        ttsRate: Double = 0.5,
        ttsPitch: Double = 1,
        ttsVolume: Double = 1,
        transcriptionLanguage: String? = nil,
        transcribeMyMessages: Bool? = nil
    ) {
        self.voiceResponseEnabled = voiceResponseEnabled
        self.autoSendAfterTranscription = autoSendAfterTranscription
        self.autoSpeakConfirmations = autoSpeakConfirmations
        self.ttsVoice = ttsVoice
        self.ttsRate = ttsRate
        self.ttsPitch = ttsPitch
        self.ttsVolume = ttsVolume
        self.transcriptionLanguage = transcriptionLanguage
        self.transcribeMyMessages = transcribeMyMessages
    }

    public static let standard = VoiceSettings()
}

/// One's voice settings: `GET` and `PATCH /v1/me/voice`.
///
/// ```swift
/// func canDictate(_ response: VoiceSettingsResponse) -> Bool { response.transcription.available }
/// ```
public struct VoiceSettingsResponse: APIValue {
    public struct Transcription: Sendable, Codable, Hashable {
        /// Whether the server has a service that transcribes.
        public let available: Bool
        /// Whether one's voice messages are transcribed.
        public let messages: Bool

        public init(available: Bool, messages: Bool) {
            self.available = available
            self.messages = messages
        }
    }

    public let voice: VoiceSettings
    public let transcription: Transcription

    public init(voice: VoiceSettings, transcription: Transcription) {
        self.voice = voice
        self.transcription = transcription
    }

    public static var example: VoiceSettingsResponse {
        VoiceSettingsResponse(
            voice: VoiceSettings(transcriptionLanguage: "en", transcribeMyMessages: true),
            transcription: Transcription(available: true, messages: true)
        )
    }
}

/// Changes them. Omitted fields stay unchanged.
///
/// ```swift
/// let request = UpdateVoiceRequest(ttsRate: 0.6, transcriptionLanguage: .set("sv"))
/// ```
public struct UpdateVoiceRequest: APIValue {
    public let voiceResponseEnabled: Bool?
    public let autoSendAfterTranscription: Bool?
    public let autoSpeakConfirmations: Bool?
    /// At most 200 characters.
    public let ttsVoice: FieldChange<String>
    /// 0 to 1.
    public let ttsRate: Double?
    /// 0.5 to 2.
    public let ttsPitch: Double?
    /// 0 to 1.
    public let ttsVolume: Double?
    /// As `en` or `pt-BR`.
    public let transcriptionLanguage: FieldChange<String>
    public let transcribeMyMessages: FieldChange<Bool>

    public init(
        voiceResponseEnabled: Bool? = nil,
        autoSendAfterTranscription: Bool? = nil,
        autoSpeakConfirmations: Bool? = nil,
        ttsVoice: FieldChange<String> = .unchanged,
        ttsRate: Double? = nil,
        ttsPitch: Double? = nil,
        ttsVolume: Double? = nil,
        transcriptionLanguage: FieldChange<String> = .unchanged,
        transcribeMyMessages: FieldChange<Bool> = .unchanged
    ) {
        self.voiceResponseEnabled = voiceResponseEnabled
        self.autoSendAfterTranscription = autoSendAfterTranscription
        self.autoSpeakConfirmations = autoSpeakConfirmations
        self.ttsVoice = ttsVoice
        self.ttsRate = ttsRate
        self.ttsPitch = ttsPitch
        self.ttsVolume = ttsVolume
        self.transcriptionLanguage = transcriptionLanguage
        self.transcribeMyMessages = transcribeMyMessages
    }

    public static var example: UpdateVoiceRequest {
        UpdateVoiceRequest(ttsRate: 0.6, transcriptionLanguage: .set("sv"), transcribeMyMessages: .set(true))
    }
}
