import Configuration
public import Domain
public import Transcription

/// The service that transcribes, and what it may be used for. Off without an address.
public struct TranscriptionServiceSettings: Sendable {
    public var baseURL: String?
    public var model = "whisper-1"
    public var apiKey: Secret?
    public var settings = TranscriptionSettings()

    public init() {}

    /// - Throws: `invalid_request`, naming the setting that can't be read.
    init(reader: ConfigReader) throws {
        let url = reader.string(forKey: "transcription.url")
        let model = reader.string(forKey: "transcription.model")
        let key = reader.string(forKey: "transcription.api.key", isSecret: true)
        let keyFile = reader.string(forKey: "transcription.api.key.file")
        let messages = reader.string(forKey: "transcription.messages")
        settings.minutesPerDay = reader.int(forKey: "transcription.day.minutes", default: settings.minutesPerDay)
        guard (0...1_440).contains(settings.minutesPerDay) else {
            throw SpotterError.invalid("transcription.day.minutes must be 0 to 1440.")
        }
        if let messages, !messages.isEmpty {
            guard let mode = TranscriptionSettings.Messages(rawValue: messages) else {
                throw SpotterError.invalid("transcription.messages must be off, opt-in or opt-out.")
            }
            settings.messages = mode
        }
        guard let url, !url.isEmpty else { return }
        baseURL = url
        if let model, !model.isEmpty { self.model = model }
        apiKey = try key.map { Secret($0) } ?? ServerConfiguration.key(inFile: keyFile, "transcription.api.key.file")
    }
}
