public import Domain
import Foundation
public import SpotterAPI
import Storage

/// The users' voice settings, stored as JSON. The standard ones apply if none are stored.
public struct VoicePreferences: Sendable {
    private let database: any Database
    private let mode: TranscriptionSettings.Messages
    private let isAvailable: Bool

    /// - Parameter isAvailable: whether there is a service that transcribes.
    init(database: any Database, mode: TranscriptionSettings.Messages, isAvailable: Bool) {
        self.database = database
        self.mode = mode
        self.isAvailable = isAvailable
    }

    public func settings(of user: UserID) async throws -> VoiceSettingsResponse {
        response(try await database.read { try Self.settings(of: user, on: $0) })
    }

    /// Changes the fields that are given.
    /// - Throws: `invalid_request` for a value out of its range.
    public func change(_ user: UserID, _ request: UpdateVoiceRequest) async throws -> VoiceSettingsResponse {
        try request.check()
        return response(
            try await database.write { connection in
                var settings = try Self.settings(of: user, on: connection)
                request.apply(to: &settings)
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                try connection.execute(
                    """
                    INSERT INTO voice_settings (user_id, settings) VALUES ($1, $2)
                    ON CONFLICT (user_id) DO UPDATE SET settings = excluded.settings
                    """,
                    user,
                    String(decoding: try encoder.encode(settings), as: UTF8.self)
                )
                return settings
            }
        )
    }

    /// Whether the user's voice messages are transcribed, and in which language they speak.
    func speaker(_ user: UserID) async throws -> (isTranscribed: Bool, language: String?) {
        let settings = try await database.read { try Self.settings(of: user, on: $0) }
        return (transcribes(settings), settings.transcriptionLanguage.map(SpokenLanguage.primary))
    }

    private func transcribes(_ settings: VoiceSettings) -> Bool {
        switch mode {
        case .off: false
        case .optIn: settings.transcribeMyMessages ?? false
        case .optOut: settings.transcribeMyMessages ?? true
        }
    }

    private func response(_ settings: VoiceSettings) -> VoiceSettingsResponse {
        VoiceSettingsResponse(
            voice: settings,
            transcription: .init(available: isAvailable, messages: isAvailable && transcribes(settings))
        )
    }

    static func settings(of user: UserID, on connection: any SQLConnection) throws -> VoiceSettings {
        let stored = try connection.first("SELECT settings FROM voice_settings WHERE user_id = $1", user) {
            try $0.text(0)
        }
        guard let stored else { return .standard }
        return try JSONDecoder().decode(VoiceSettings.self, from: Data(stored.utf8))
    }
}

extension UpdateVoiceRequest {
    /// - Throws: `invalid_request` for a value out of its range.
    fileprivate func check() throws(SpotterError) {
        for (name, value, range) in [
            ("ttsRate", ttsRate, 0.0...1), ("ttsPitch", ttsPitch, 0.5...2), ("ttsVolume", ttsVolume, 0...1),
        ] {
            guard let value, !range.contains(value) else { continue }
            throw .invalid("\(name) must be \(range.lowerBound) to \(range.upperBound).")
        }
        if case .set(let voice) = ttsVoice, voice.isEmpty || voice.count > 200 {
            throw .invalid("ttsVoice must have 1 to 200 characters, or be null.")
        }
        if case .set(let language) = transcriptionLanguage, !SpokenLanguage.isTag(language) {
            throw .invalid("transcriptionLanguage must be a language such as en or pt-BR, or null.")
        }
    }

    fileprivate func apply(to settings: inout VoiceSettings) {
        settings.voiceResponseEnabled = voiceResponseEnabled ?? settings.voiceResponseEnabled
        settings.autoSendAfterTranscription = autoSendAfterTranscription ?? settings.autoSendAfterTranscription
        settings.autoSpeakConfirmations = autoSpeakConfirmations ?? settings.autoSpeakConfirmations
        settings.ttsVoice = ttsVoice.replacement ?? settings.ttsVoice
        settings.ttsRate = ttsRate ?? settings.ttsRate
        settings.ttsPitch = ttsPitch ?? settings.ttsPitch
        settings.ttsVolume = ttsVolume ?? settings.ttsVolume
        settings.transcriptionLanguage = transcriptionLanguage.replacement ?? settings.transcriptionLanguage
        settings.transcribeMyMessages = transcribeMyMessages.replacement ?? settings.transcribeMyMessages
    }
}
