import Domain
import MediaStore
import NIOCore

/// The form of a request, as OpenAI's `POST /audio/transcriptions` takes it (RFC 7578).
struct TranscriptionForm {
    let boundary: String
    private(set) var body = ByteBuffer()

    var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// - Parameter id: makes the boundary; nothing in a recording is equal to a random one.
    init(
        _ bytes: [UInt8],
        _ container: AudioRecording.Container,
        model: String,
        language: String?,
        format: String,
        id: UInt64 = .random(in: 0 ... .max),
        _ more: UInt64 = .random(in: 0 ... .max)
    ) {
        boundary = "spotter-\(String(id, radix: 36))-\(String(more, radix: 36))"
        field("model", model)
        field("response_format", format)
        if let language { field("language", language) }
        // The ending tells services the container.
        body.writeString(
            """
            --\(boundary)\r
            Content-Disposition: form-data; name="file"; filename="recording.\(container.rawValue)"\r
            Content-Type: \(container.mimeType)\r
            \r

            """
        )
        body.writeBytes(bytes)
        body.writeString("\r\n--\(boundary)--\r\n")
    }

    private mutating func field(_ name: String, _ value: String) {
        body.writeString(
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        )
    }
}
