public import Domain
import Logging
import MediaStore
public import SpotterAPI

/// Transcribes one recording for the user who sent it. The recording isn't kept.
public struct Dictation: Sendable {
    private let client: TranscriptionClient?
    private let preferences: VoicePreferences
    private let usage: TranscriptionUsage
    private let logger: Logger

    init(client: TranscriptionClient?, preferences: VoicePreferences, usage: TranscriptionUsage, logger: Logger) {
        self.client = client
        self.preferences = preferences
        self.usage = usage
        self.logger = logger
    }

    /// - Parameter language: as `en`; `nil` for the user's setting.
    /// - Throws: `not_found` if the server has no service; `too_large` or `invalid_request` for a recording that it
    ///   doesn't take; `quota_exceeded` if the user has had too much transcribed today; `model_…` if the service fails.
    public func transcribe(
        _ bytes: [UInt8],
        language: String?,
        by user: UserID
    ) async throws -> TranscriptionResponse {
        guard let client else {
            throw SpotterError(.notFound, "This server doesn't transcribe: its operator has set no service for it.")
        }
        if let language, !SpokenLanguage.isTag(language) {
            throw SpotterError.invalid("language must be one such as en or pt-BR.")
        }
        let recording = try Self.recording(bytes)
        let usual = try await preferences.speaker(user).language
        let spoken = language.map(SpokenLanguage.primary) ?? usual
        let charge = try await usage.charge(user, seconds: recording.seconds ?? RecordingLimits.seconds.upperBound)
        do {
            let heard = try await client.transcribe(bytes, recording.container, language: spoken)
            return TranscriptionResponse(
                text: heard.text,
                language: heard.language ?? spoken,
                duration: recording.seconds ?? heard.duration ?? 0
            )
        } catch {
            await refund(charge)
            throw (error as? ModelError)?.spotterError ?? error
        }
    }

    private func refund(_ charge: TranscriptionUsage.Charge) async {
        do {
            try await usage.refund(charge)
        } catch {
            // Until it can be written, the minutes stay used.
            logger.error("minutes of transcription could not be given back yet: \(error)")
        }
    }

    /// The recording, if it is one of a length that is taken.
    private static func recording(_ bytes: [UInt8]) throws(SpotterError) -> AudioRecording {
        guard bytes.count <= RecordingLimits.maxBytes else { throw .tooLargeRecording }
        guard !bytes.isEmpty else { throw .invalid("There is no recording in this request.") }
        guard let recording = AudioRecording(bytes) else {
            throw .invalid(
                "This isn't a recording that can be read: send M4A, MP3, WAV, FLAC, Ogg or WebM with sound only."
            )
        }
        if let seconds = recording.seconds, !RecordingLimits.allow(seconds) {
            throw .invalid("A recording takes 1 to 60 seconds; this one takes \((seconds * 10).rounded() / 10).")
        }
        return recording
    }
}

extension SpotterError {
    public static let tooLargeRecording = SpotterError(
        .tooLarge,
        "A recording may have \(RecordingLimits.maxBytes >> 20) MB; record less at a time."
    )
}
