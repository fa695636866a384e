import Accounts
import Domain
import Gateway
import HTTPTypes
import Hummingbird
import MediaStore
import Messaging
import SpotterAPI

/// Files: `mxc://server/mediaid` is a file of ours. Reading one always takes a token, at the older addresses as well.
struct MatrixMediaRoutes {
    let services: MatrixServices

    func add(to table: inout MatrixTable) {
        let routes = self
        for prefix in ["/_matrix/media/r0", "/_matrix/media/v3", "/_matrix/client/v1/media"] {
            table.signedIn(.get, "\(prefix)/config", scope: .messagesRead) { call in
                JSONResponse(
                    ["m.upload.size": .integer(Int(clamping: routes.services.media.uploads.maxBytes))] as JSONValue
                )
            }
            for path in ["\(prefix)/download/{server}/{media}", "\(prefix)/download/{server}/{media}/{name}"] {
                table.signedIn(.get, path, scope: .messagesRead) { try await routes.download($0) }
            }
            table.signedIn(.get, "\(prefix)/thumbnail/{server}/{media}", scope: .messagesRead) {
                try await routes.thumbnail($0)
            }
        }
        for prefix in ["/_matrix/media/r0", "/_matrix/media/v3"] {
            table.signedIn(.post, "\(prefix)/upload", scope: .messagesWrite) {
                JSONResponse(try await routes.upload($0))
            }
        }
    }

    private func upload(_ call: MatrixCall) async throws -> JSONValue {
        guard let size = call.request.headers[.contentLength].flatMap({ Int64($0) }), size >= 0 else {
            throw MatrixFailure(.lengthRequired, "M_UNKNOWN", "Send Content-Length.")
        }
        try call.context.charge(.mediaBytes, Int(clamping: size), to: call.principal.userId)
        let new = MediaUploads.New(
            clientMediaId: "mx-\(services.ids.next(MediaID.self))",
            fileName: call.query("filename") ?? "file",
            size: size
        )
        let body = try call.context.paced(call.request.body, of: call.principal.userId)
        let file = try await services.media.uploads.upload(new, body: body, by: call.actor).upload
        return ["content_uri": .string(call.names.media(file.id))]
    }

    private func download(_ call: MatrixCall) async throws -> Response {
        let content = try await services.media.library.content(try call.media(), for: call.actor)
        return try FileResponse(content: content).response(from: call.request, context: call.context)
    }

    /// The one small picture that each image has. An image without one is small itself.
    private func thumbnail(_ call: MatrixCall) async throws -> Response {
        let (library, id) = (services.media.library, try call.media())
        let content: MediaLibrary.Content
        do {
            content = try await library.thumbnail(id, for: call.actor)
        } catch let error as SpotterError where error.code == .notFound {
            guard try await library.media(id, for: call.actor).kind == .image else { throw error }
            content = try await library.content(id, for: call.actor)
        }
        return try FileResponse(content: content).response(from: call.request, context: call.context)
    }
}

extension MatrixCall {
    fileprivate func media() throws -> MediaID {
        guard let id = MediaID(path("media")) else { throw MatrixFailure(SpotterError.notFound("file")) }
        return id
    }
}
