import Accounts
import Domain
import Gateway
import Hummingbird
import SpotterAPI
import Transcription

/// `POST /openai/v1/audio/transcriptions`. The native route at `/v1` takes the same form.
struct TranscriptionRoutes {
    let services: OpenAIServices

    func add(to table: inout RouteTable) {
        let dictation = services.dictation
        table.on(
            .post,
            OpenAIPath.own.of("/audio/transcriptions"),
            "createTranscription",
            "Transcribe a recording of 1 to 60 seconds, in OpenAI's form",
            otherBody: "multipart/form-data",
            response: .json(OpenAIResponseBody.self),
            failure: OpenAIFailureBody.self,
            limit: .quota(.questions)
        ) { request, context in
            let user = try context.requirePrincipal().userId
            let recording = try await RecordingUpload(request, context)
            let heard = try await dictation.transcribe(recording.bytes, language: recording.language, by: user)
            var body: [String: JSONValue] = ["text": .string(heard.text)]
            if recording.isVerbose {
                body["task"] = "transcribe"
                body["language"] = heard.language.map { .string($0) } ?? .null
                body["duration"] = .number(heard.duration)
            }
            return JSONResponse(JSONValue.object(body))
        }
    }
}
