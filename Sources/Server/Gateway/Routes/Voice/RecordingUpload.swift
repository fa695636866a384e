import Domain
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import NIOCore
import Transcription

/// The recording that a request carries: in a form as OpenAI's, or as its body.
package struct RecordingUpload: Sendable {
    package let bytes: [UInt8]
    /// The language that is spoken, as the request names it.
    package let language: String?
    /// Whether more than the text is wanted.
    package let isVerbose: Bool

    /// Of the form around a recording.
    private static let maxFormBytes = 64 << 10

    /// Reads the body, which counts as media.
    /// - Throws: `too_large`, `invalid_request`, `rate_limited`.
    package init(_ request: Request, _ context: AppContext) async throws {
        try context.charge(.mediaBytes, request.announcedBytes ?? 1 << 20)
        let boundary = MultipartForm.boundary(of: request.headers[.contentType] ?? "")
        guard let boundary else {
            guard request.mayBeRecording else {
                throw SpotterError.invalid(
                    "Send a recording: multipart/form-data with a part named file, or its bytes as audio/…"
                )
            }
            bytes = try await Self.collect(request, upTo: RecordingLimits.maxBytes)
            language = try request.parameter("language")
            isVerbose = true
            return
        }
        let body = try await Self.collect(request, upTo: RecordingLimits.maxBytes + Self.maxFormBytes)
        let form = try MultipartForm(body, boundary: boundary)
        guard let file = form["file"] else {
            throw SpotterError.invalid("The form has no part named file.")
        }
        let format = form["response_format"]?.text ?? "json"
        guard ["json", "verbose_json"].contains(format) else {
            throw SpotterError.invalid("response_format must be json or verbose_json.")
        }
        let language = form["language"]?.text ?? ""
        bytes = Array(file.content)
        self.language = language.isEmpty ? nil : language
        isVerbose = format == "verbose_json"
    }

    private static func collect(_ request: Request, upTo limit: Int) async throws -> [UInt8] {
        if let announced = request.announcedBytes, announced > limit { throw SpotterError.tooLargeRecording }
        do {
            return Array(try await request.body.collect(upTo: limit).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw SpotterError.tooLargeRecording
        }
    }
}

extension Request {
    /// Whether the body may be a recording. What it is, its bytes tell.
    fileprivate var mayBeRecording: Bool {
        let type = String(headers[.contentType]?.prefix { $0 != ";" } ?? "").trimmed.lowercased()
        return type.hasPrefix("audio/") || type == "application/octet-stream"
            || ["video/webm", "video/mp4", "video/ogg", "application/ogg"].contains(type)
    }
}
