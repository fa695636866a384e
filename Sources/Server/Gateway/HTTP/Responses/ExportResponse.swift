import Accounts
import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// The archive of an account, written while it's made, at the client's pace.
struct ExportResponse: ResponseGenerator {
    let export: AccountExport
    let user: User

    func response(from request: Request, context: some RequestContext) throws -> Response {
        let (export, user) = (export, user)
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/x-tar",
                .contentDisposition: ContentDisposition.attachment(AccountExport.fileName(of: user)),
                .cacheControl: "no-store",
                .xContentTypeOptions: "nosniff",
            ],
            // An error in between closes the connection before the body's end, so that a client notices.
            body: ResponseBody { writer in
                // It is handed on whole: nothing else writes until the work is over.
                nonisolated(unsafe) let writer = writer
                try await BackgroundWork.shared.run(of: user.id) {
                    let sink = ResponseSink(writer)
                    try await export.write(user, to: sink)
                    try await sink.finish()
                }
            }
        )
    }
}

/// Collects small pieces, so that not every tar header becomes a chunk of its own.
private final class ResponseSink: AccountExportSink {
    // Not Sendable, and never shared: the one task that runs the response's body makes the export and writes it.
    private nonisolated(unsafe) var writer: any ResponseBodyWriter
    private var pending = ByteBuffer()

    init(_ writer: any ResponseBodyWriter) { self.writer = writer }

    func write(_ bytes: [UInt8]) async throws {
        pending.writeBytes(bytes)
        if pending.readableBytes >= 64 << 10 { try await flush() }
    }

    func finish() async throws {
        try await flush()
        nonisolated(unsafe) let writer = writer
        try await writer.finish(nil)
    }

    private func flush() async throws {
        let bytes = pending
        pending = ByteBuffer()
        nonisolated(unsafe) var writer = writer
        try await writer.write(bytes)
        self.writer = writer
    }
}
