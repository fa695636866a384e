import NIOCore
public import SpotterAPI

extension SpotterHTTP {
    /// What is said in a recording of 1 to 60 seconds, at most 25 MB. The server doesn't keep it.
    /// - Parameter language: as `en`; `nil` for the user's setting.
    /// - Throws: `ClientError`.
    public func transcribe(_ recording: [UInt8], language: String? = nil) async throws -> TranscriptionResponse {
        let bytes = ByteBuffer(bytes: recording)
        var call = HTTPCall.post("/v1/audio/transcriptions", bytes: bytes, type: "application/octet-stream")
        call.query = language.map { [("language", $0)] } ?? []
        return try await send(call)
    }

    /// The user's settings of voice, and whether the server transcribes.
    /// - Throws: `ClientError`.
    public func voice() async throws -> VoiceSettingsResponse { try await send(.get("/v1/me/voice")) }

    /// - Throws: `ClientError`; `invalid_request` for a value out of its range.
    public func change(voice: UpdateVoiceRequest) async throws -> VoiceSettingsResponse {
        try await send(.patch("/v1/me/voice", voice))
    }
}
