import Accounts
import Domain
package import Gateway
import HTTPTypes
import Hummingbird
package import ModelProxy
import NIOCore
import SpotterAPI
package import WebSearch

/// The proxy that the app Better has for OpenRouter, at `/api`, and like Firebase's emulator at
/// `/{project}/{region}/api`.
package struct OpenRouterRoutes: Sendable {
    let proxy: ModelProxy
    let search: (any WebSearching)?
    let links: InvitationLinks

    /// A picture of 15 MB comes as text of 20 MB.
    private static let maxBytes = 24 << 20
    /// Larger bodies hold files, and count as such.
    private static let maxPlainBytes = 128 << 10

    /// - Parameter search: `nil` if the operator has set none up.
    package init(proxy: ModelProxy, search: (any WebSearching)?, links: InvitationLinks) {
        self.proxy = proxy
        self.search = search
        self.links = links
    }

    package func add(to table: inout RouteTable) {
        table.tag = .openRouter
        table.contract = OpenRouterContract()
        defer { table.contract = nil }
        for (prefix, suffix) in [("/api", ""), ("/{project}/{region}/api", "OfProject")] {
            addNamed(to: &table, at: prefix, suffix)
            addByHeader(to: &table, at: prefix, suffix)
            for path in ["", "/chat/completions", "/jobs/{jobId}", "/search", "/models", "/**"] {
                table.unlisted(.options, prefix + path, access: .open, cost: .light) { _, _ in
                    Response(status: .noContent, headers: Self.preflight)
                }
            }
            for method in [HTTPRequest.Method.get, .post] {
                table.unlisted(method, prefix + "/**", access: .open, cost: .light) { request, _ in
                    let rest = request.uri.path.split(separator: "/").dropFirst(prefix.split(separator: "/").count)
                    _ = try ProxyPath(request, path: rest.joined(separator: "/"))
                    // Spelled as it should be, it has a route of its own.
                    throw SpotterError(.methodNotAllowed, "Not by this method.")
                }
            }
        }
    }

    /// Which origins a browser's page may have is the server's own rule, which adds the header.
    private static let preflight: HTTPFields = [
        .accessControlAllowMethods: "POST, GET, OPTIONS",
        .accessControlAllowHeaders: "Authorization, Content-Type, X-OpenRouter-Path",
    ]

    private func addNamed(to table: inout RouteTable, at prefix: String, _ suffix: String) {
        on(
            .post,
            prefix + "/chat/completions",
            "createProxiedCompletion\(suffix)",
            "Ask a language model of the operator's, by OpenRouter's chat completions",
            path: "chat/completions",
            to: &table
        )
        on(.post, prefix + "/search", "searchByProxy\(suffix)", "Search the web", path: "search", to: &table)
        on(.get, prefix + "/models", "listProxiedModels\(suffix)", "List the models", path: "models", to: &table)
        on(.get, prefix + "/jobs/{jobId}", "getProxiedJob\(suffix)", "Get a video job", path: nil, to: &table)
    }

    private func addByHeader(to table: inout RouteTable, at prefix: String, _ suffix: String) {
        for (method, id) in [(HTTPRequest.Method.post, "callModelProxy"), (.get, "readModelProxy")] {
            on(
                method,
                prefix,
                id + suffix,
                "The same, with the path in the header X-OpenRouter-Path",
                path: nil,
                to: &table
            )
        }
    }

    private func on(
        _ method: HTTPRequest.Method,
        _ route: String,
        _ id: String,
        _ summary: String,
        path: String?,
        to table: inout RouteTable
    ) {
        table.on(
            method,
            route,
            id,
            summary,
            body: method == .post ? OpenRouterRequestBody.self : nil,
            headers: [
                QueryParameter("X-OpenRouter-Path", String.self, "what is asked for; by default chat/completions")
            ],
            response: method == .post
                ? .jsonOrStream(OpenRouterResponseBody.self) : .json(OpenRouterResponseBody.self),
            failure: OpenRouterFailureBody.self,
            limit: method == .get ? .requests : .quota(path == "search" ? .searches : .questions),
            cost: .ownTurns
        ) { request, context in
            let named = path ?? context.parameters.get("jobId").map { "jobs/\($0)" }
            return try await answer(try ProxyPath(request, path: named), request, context)
        }
    }

    private func answer(_ path: ProxyPath, _ request: Request, _ context: AppContext) async throws -> Response {
        guard request.method == path.method else {
            throw SpotterError(.methodNotAllowed, "Not by this method; by \(path.method.rawValue).")
        }
        switch path {
        case .completions: return try await complete(request, context)
        case .search:
            let search = try ProxySearch(engine: search)
            return try await search.answer(try await Self.body(of: request, context))
        case .models: return try JSONResponse(ProxyModelList(models: proxy.models).json).response()
        case .job(let name):
            guard let id = VideoJobID(name) else { throw SpotterError.notFound("job") }
            let job = try await proxy.jobs.job(id, of: try context.requirePrincipal().userId)
            return try JSONResponse(json(job, request, context)).response()
        }
    }

    private static func body(of request: Request, _ context: AppContext) async throws -> JSONValue {
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        if announced > maxPlainBytes { try context.charge(.mediaBytes, min(announced, maxBytes)) }
        let bytes = [UInt8](buffer: try await request.body(upTo: maxBytes))
        if announced == 0, bytes.count > maxPlainBytes { try context.charge(.mediaBytes, bytes.count) }
        let parsed = await context.parse(bytes, maxBytes: maxBytes, maxDepth: 48, maxElements: 50_000)
        guard let json = parsed, json.object != nil else {
            throw SpotterError(
                .invalidJSON,
                "The body must be a JSON object of at most 50000 values that nests at most 48 deep."
            )
        }
        return json
    }

    // MARK: Completions

    private func complete(_ request: Request, _ context: AppContext) async throws -> Response {
        let principal = try context.requirePrincipal()
        // Before the body: where nothing is passed on, none is read.
        try proxy.models.requireAny()
        let body = try await Self.body(of: request, context)
        let watch = context.watchDeparture()
        let asking = Task { [proxy] in try await proxy.complete(body, by: principal) }
        watch.onDeparture { asking.cancel() }
        let answer = try await withTaskCancellationHandler {
            try await asking.value
        } onCancel: {
            asking.cancel()
        }
        switch answer {
        case .stream(let stream): return Self.response(stream, watch)
        case .whole(let bytes):
            return Response(
                status: .ok,
                headers: [.contentType: "application/json; charset=utf-8"],
                body: .init(byteBuffer: bytes)
            )
        case .pictures(let json, let stored):
            var members = json.object ?? [:]
            let pictures = stored.map { picture -> JSONValue in
                [
                    "mediaId": .string(picture.id.description), "mimeType": .string(picture.mimeType),
                    "url": .string(address(of: picture.id, request, context)),
                ]
            }
            members["spotter"] = ["pictures": .array(pictures)]
            return try JSONResponse(JSONValue.object(members)).response()
        case .job(let job): return try JSONResponse(json(job, request, context)).response()
        }
    }

    /// The provider's bytes as they come. Nothing is added while it is silent, so the connection itself tells when its
    /// client has gone.
    private static func response(_ stream: ForwardedStream, _ watch: DepartureWatch) -> Response {
        var headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-cache"]
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        watch.onDeparture { [weak stream] in stream?.cancel() }
        return Response(
            status: .ok,
            headers: headers,
            body: .init { writer in
                defer { withExtendedLifetime(watch) { stream.cancel() } }
                for await piece in stream.pieces {
                    try await writer.write(piece)
                    stream.didSend()
                }
                try await writer.finish(nil)
            }
        )
    }

    // MARK: Videos

    private func json(_ job: VideoJob, _ request: Request, _ context: AppContext) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(job.id.description), "object": "job", "model": .string(job.model),
            "status": .string(job.state.rawValue),
        ]
        if let progress = job.progress { members["progress"] = .number(progress) }
        // A text, where all other errors are objects: so the app reads it.
        if let error = job.error { members["error"] = .string(error) }
        if let media = job.mediaId { members["video_url"] = .string(address(of: media, request, context)) }
        return .object(members)
    }

    private func address(of media: MediaID, _ request: Request, _ context: AppContext) -> String {
        links.link(path: "/v1/media/\(media)/content", for: request, context)
    }
}
