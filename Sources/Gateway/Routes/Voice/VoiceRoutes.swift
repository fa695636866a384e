import Accounts
import Domain
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import SpotterAPI
import Transcription

/// Dictation and the settings of voice.
struct VoiceRoutes {
    let voice: TranscriptionServices

    /// Of the form around a recording.
    private static let maxFormBytes = 64 << 10

    func add(to table: inout RouteTable) {
        table.tag = .voice
        let (preferences, dictation) = (voice.preferences, voice.dictation)
        table.on(
            .post,
            "/v1/audio/transcriptions",
            "transcribe",
            "What is said in a recording of 1 to 60 seconds: a form as OpenAI's, or its bytes; it isn't kept",
            otherBody: "multipart/form-data",
            query: [QueryParameter("language", String.self, "that is spoken, as en, if the body is the recording")],
            response: .json(TranscriptionResponse.self),
            limit: .quota(.questions)
        ) { request, context in
            let user = try context.requirePrincipal().userId
            try context.charge(.mediaBytes, request.announcedBytes ?? 1 << 20)
            let (bytes, language) = try await Self.recording(request, request.body)
            return JSONResponse(try await dictation.transcribe(bytes, language: language, by: user))
        }
        table.on(
            .get,
            "/v1/me/voice",
            "getVoice",
            "One's settings of voice, and whether the server transcribes",
            response: .json(VoiceSettingsResponse.self)
        ) { _, context in
            JSONResponse(try await preferences.settings(of: try context.requirePrincipal().userId))
        }
        table.on(
            .patch,
            "/v1/me/voice",
            "updateVoice",
            "Change them",
            body: UpdateVoiceRequest.self,
            response: .json(VoiceSettingsResponse.self)
        ) { request, context in
            let body = try await request.decode(UpdateVoiceRequest.self, context: context)
            return JSONResponse(try await preferences.change(try context.requirePrincipal().userId, body))
        }
    }

    /// The recording that a request carries, and the language that it names.
    private static func recording(
        _ request: Request,
        _ body: RequestBody
    ) async throws -> (bytes: [UInt8], language: String?) {
        let boundary = MultipartForm.boundary(of: request.headers[.contentType] ?? "")
        guard let boundary else {
            guard request.mayBeRecording else {
                throw SpotterError.invalid(
                    "Send a recording: multipart/form-data with a part named file, or its bytes as audio/…"
                )
            }
            let bytes = try await collect(request, body, upTo: RecordingLimits.maxBytes)
            return (bytes, try request.parameter("language"))
        }
        let bytes = try await collect(request, body, upTo: RecordingLimits.maxBytes + maxFormBytes)
        let form = try MultipartForm(bytes, boundary: boundary)
        guard let file = form["file"] else {
            throw SpotterError.invalid("The form has no part named file.")
        }
        let format = form["response_format"]?.text ?? "json"
        guard ["json", "verbose_json"].contains(format) else {
            throw SpotterError.invalid("response_format must be json or verbose_json.")
        }
        let language = form["language"]?.text ?? ""
        return (Array(file.content), language.isEmpty ? nil : language)
    }

    private static func collect(_ request: Request, _ body: RequestBody, upTo limit: Int) async throws -> [UInt8] {
        if let announced = request.announcedBytes, announced > limit { throw SpotterError.tooLargeRecording }
        do {
            return Array(try await body.collect(upTo: limit).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw SpotterError.tooLargeRecording
        }
    }
}

extension Request {
    fileprivate var announcedBytes: Int? { headers[.contentLength].flatMap { Int($0) } }

    /// Whether the body may be a recording. What it is, its bytes tell.
    fileprivate var mayBeRecording: Bool {
        let type = String(headers[.contentType]?.prefix { $0 != ";" } ?? "").trimmed.lowercased()
        return type.hasPrefix("audio/") || type == "application/octet-stream"
            || ["video/webm", "video/mp4", "video/ogg", "application/ogg"].contains(type)
    }
}
