/// What was heard in a recording: `POST /v1/audio/transcriptions`. A program heard it, so whoever spoke should read it
/// before it counts.
///
/// ```swift
/// func text(_ response: TranscriptionResponse) -> String { response.text }
/// ```
public struct TranscriptionResponse: APIValue, Hashable {
    /// Empty if nothing was said.
    public let text: String
    /// The language that was spoken, as `en`; absent if nobody told.
    public let language: String?
    /// The length of the recording in seconds.
    public let duration: Double

    public init(text: String, language: String? = nil, duration: Double) {
        self.text = text
        self.language = language
        self.duration = duration
    }

    public static var example: TranscriptionResponse {
        TranscriptionResponse(text: "My knee is fine again.", language: "en", duration: 2.4)
    }
}

/// What a user's export has of voice: their settings, and how much was transcribed for them on which day.
public struct ExportedVoice: Codable, Sendable {
    public struct Day: Codable, Sendable, Hashable {
        /// In UTC, as `2026-03-11`.
        public let day: String
        public let seconds: Double
        public let recordings: Int

        public init(day: String, seconds: Double, recordings: Int) {
            self.day = day
            self.seconds = seconds
            self.recordings = recordings
        }
    }

    public let voice: VoiceSettings
    public let transcribed: [Day]

    public init(voice: VoiceSettings, transcribed: [Day]) {
        self.voice = voice
        self.transcribed = transcribed
    }
}
