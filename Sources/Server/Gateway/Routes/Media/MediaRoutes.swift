import Accounts
import Domain
import HTTPTypes
import Hummingbird
import MediaStore
import Messaging
import SpotterAPI

/// Files: uploaded in chunks, and served only to users who may see a message or profile that shows them.
struct MediaRoutes {
    let media: MediaServices

    func add(to table: inout RouteTable) {
        table.tag = .media
        addUploads(to: &table)
        addContent(to: &table)
    }

    private func addUploads(to table: inout RouteTable) {
        let (uploads, library) = (media.uploads, media.library)
        table.on(
            .post,
            "/v1/media",
            "beginUpload",
            "Begin an upload (JSON), or upload a file at once (any other content type); a repeat gives the first",
            body: NewUploadRequest.self,
            otherBody: "application/octet-stream",
            query: [
                QueryParameter(
                    "clientMediaId",
                    String.self,
                    "of a file that is the body; required then",
                    limit: .clientID
                ),
                QueryParameter("fileName", String.self, "of a file that is the body"),
            ],
            response: .json(UploadResponse.self, .created, .ok),
            cost: .light
        ) { request, context in
            guard request.isJSON else {
                try context.chargeBytes(of: request)
                return try await Self.uploadWhole(request, context, uploads)
            }
            let body = try await request.decode(NewUploadRequest.self, context: context)
            let new = MediaUploads.New(clientMediaId: body.clientMediaId, fileName: body.fileName, size: body.size)
            let begun = try await uploads.begin(new, by: try context.requirePrincipal().actor)
            return try Self.answer(begun.isNew ? .created : .ok, begun.upload)
        }
        table.on(
            .patch,
            "/v1/media/{mediaId}",
            "appendToUpload",
            "Add the next bytes: raw, with their place in the header Upload-Offset",
            otherBody: "application/octet-stream",
            headers: [QueryParameter("Upload-Offset", Int64.self, isRequired: true, "bytes sent so far")],
            response: .json(UploadResponse.self)
        ) { request, context in
            guard let offset = request.headers[.uploadOffset].flatMap({ Int64($0) }), offset >= 0 else {
                throw SpotterError.invalid("Say where these bytes begin: Upload-Offset: <bytes sent so far>.")
            }
            try context.chargeBytes(of: request)
            do {
                let upload = try await uploads.append(
                    try context.paced(request.body),
                    length: try request.contentLength(),
                    to: try context.id("mediaId", what: "file"),
                    at: offset,
                    by: try context.requirePrincipal().actor
                )
                return try Self.answer(.ok, upload)
            } catch let conflict as UploadConflict {
                return try Self.answer(conflict, context)
            }
        }
        table.on(
            .delete,
            "/v1/media/{mediaId}",
            "deleteMedia",
            "Delete an own file that nothing shows",
            response: .noContent
        ) { _, context in
            try await library.delete(
                try context.id("mediaId", what: "file"),
                by: try context.requirePrincipal().actor
            )
            return Response(status: .noContent)
        }
    }

    private func addContent(to table: inout RouteTable) {
        let (uploads, library) = (media.uploads, media.library)
        for method in [HTTPRequest.Method.get, .head] {
            let isHead = method == .head
            table.on(
                method,
                "/v1/media/{mediaId}",
                isHead ? "headMedia" : "getMedia",
                "What a file is; of an own upload also how far it is",
                response: isHead ? .headersOnly : .json(oneOf: [UploadResponse.self, MediaResponse.self])
            ) { _, context in
                try await Self.description(
                    of: try context.id("mediaId", what: "file"),
                    for: try context.requirePrincipal().actor,
                    uploads,
                    library
                )
            }
            table.on(
                method,
                "/v1/media/{mediaId}/content",
                isHead ? "headMediaContent" : "getMediaContent",
                "A file's bytes; takes Range",
                response: isHead ? .headersOnly : .file
            ) { _, context in
                let content = try await library.content(
                    try context.id("mediaId", what: "file"),
                    for: try context.requirePrincipal().actor
                )
                return FileResponse(content: content)
            }
            table.on(
                method,
                "/v1/media/{mediaId}/thumbnail",
                isHead ? "headMediaThumbnail" : "getMediaThumbnail",
                "A file's thumbnail",
                response: isHead ? .headersOnly : .file
            ) { _, context in
                let content = try await library.thumbnail(
                    try context.id("mediaId", what: "file"),
                    for: try context.requirePrincipal().actor
                )
                return FileResponse(content: content)
            }
        }
    }

    private static func description(
        of id: MediaID,
        for actor: Actor,
        _ uploads: MediaUploads,
        _ library: MediaLibrary
    ) async throws -> Response {
        let seen = try await library.media(id, for: actor)
        do {
            return try answer(.ok, try await uploads.status(id, by: actor))
        } catch let error as SpotterError where error.code == .notFound {
            // Another user's file that this user may see.
            return try JSONResponse(MediaResponse(media: seen)).response()
        }
    }

    private static func uploadWhole(
        _ request: Request,
        _ context: AppContext,
        _ uploads: MediaUploads
    ) async throws -> any ResponseGenerator {
        guard let size = try request.contentLength() else {
            throw SpotterError.invalid("Send Content-Length, or begin the upload with JSON that tells the size.")
        }
        guard request.mediaType != "multipart/form-data" else {
            throw SpotterError.invalid("Send the file's bytes as the body, without a form around them.")
        }
        guard let clientMediaId: String = try request.parameter("clientMediaId") else {
            throw SpotterError.invalid(
                "The query parameter 'clientMediaId' is missing: an id that you choose, such as a UUID."
            )
        }
        let new = MediaUploads.New(
            clientMediaId: clientMediaId,
            fileName: try request.parameter("fileName") ?? "file",
            size: size
        )
        let actor = try context.requirePrincipal().actor
        let result = try await uploads.upload(new, body: try context.paced(request.body), by: actor)
        return try answer(result.isNew ? .created : .ok, result.upload)
    }

    private static func answer(_ status: HTTPResponse.Status, _ upload: UploadStatus) throws -> Response {
        var response = try JSONResponse(status, UploadResponse(media: upload)).response()
        response.headers[.uploadOffset] = String(upload.offset)
        response.headers[.uploadLength] = String(upload.size)
        return response
    }

    private static func answer(_ conflict: UploadConflict, _ context: AppContext) throws -> Response {
        var response = try ErrorMiddleware().response(for: conflict.spotterError, context: context)
        response.headers[.uploadOffset] = String(conflict.offset)
        response.headers[.uploadLength] = String(conflict.size)
        return response
    }
}

extension AppContext {
    /// Counts the bytes before they are read. Without `Content-Length`, 1 MiB is counted.
    fileprivate func chargeBytes(of request: Request) throws {
        try charge(.mediaBytes, Int(clamping: try request.contentLength() ?? 1 << 20))
    }
}

extension HTTPField.Name {
    static let uploadOffset = Self("Upload-Offset") ?? .contentRange
    static let uploadLength = Self("Upload-Length") ?? .contentRange
}

extension Request {
    /// The content type without its parameters, in lower case.
    fileprivate var mediaType: String {
        let text = headers[.contentType]?.prefix { $0 != ";" } ?? ""
        return String(text).trimmed.lowercased()
    }

    fileprivate var isJSON: Bool { mediaType == "application/json" }

    fileprivate func contentLength() throws -> Int64? {
        guard let text = headers[.contentLength] else { return nil }
        guard let length = Int64(text), length >= 0 else {
            throw SpotterError.invalid("Content-Length isn't a number.")
        }
        return length
    }
}
