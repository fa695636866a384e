import Accounts
import Domain
import Hummingbird
import SpotterAPI
import Transcription

/// Dictation and the settings of voice.
struct VoiceRoutes {
    let voice: TranscriptionServices

    func add(to table: inout RouteTable) {
        table.tag = .voice
        let (preferences, dictation) = (voice.preferences, voice.dictation)
        table.on(
            .post,
            "/v1/audio/transcriptions",
            "transcribe",
            "Transcribe a recording of 1 to 60 seconds, a form like OpenAI's or its bytes; it isn't kept",
            otherBody: "multipart/form-data",
            query: [QueryParameter("language", String.self, "that is spoken, as en, if the body is the recording")],
            response: .json(TranscriptionResponse.self),
            limit: .quota(.questions)
        ) { request, context in
            let user = try context.requirePrincipal().userId
            let recording = try await RecordingUpload(request, context)
            return JSONResponse(
                try await dictation.transcribe(recording.bytes, language: recording.language, by: user)
            )
        }
        table.on(
            .get,
            "/v1/me/voice",
            "getVoice",
            "The user's voice settings, and whether the server transcribes",
            response: .json(VoiceSettingsResponse.self),
            cost: .light
        ) { _, context in
            JSONResponse(try await preferences.settings(of: try context.requirePrincipal().userId))
        }
        table.on(
            .patch,
            "/v1/me/voice",
            "updateVoice",
            "Change the voice settings",
            body: UpdateVoiceRequest.self,
            response: .json(VoiceSettingsResponse.self)
        ) { request, context in
            let body = try await request.decode(UpdateVoiceRequest.self, context: context)
            return JSONResponse(try await preferences.change(try context.requirePrincipal().userId, body))
        }
    }
}
