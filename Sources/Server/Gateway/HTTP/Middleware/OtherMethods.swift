import Domain
import HTTPTypes
import Hummingbird
import Synchronization

/// Answers 405 for a path that exists, to a method that it doesn't have.
///
/// It is asked where the router has found nothing, and built then: seven more routes for each path would do as well, and
/// take longer to build at every start than all others.
final class OtherMethods: Sendable {
    private static let known: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .query,
    ]

    /// What a path has. Thrown, since that is how a router tells of something else than a response.
    private struct Path: Error {
        let methods: Set<HTTPRequest.Method>
        let contract: (any RouteContract)?
    }

    private let paths: [String: Path]
    /// Has every path as one of GET.
    private let built = Mutex<RouterResponder<AppContext>?>(nil)

    /// - Parameter files: paths of files that aren't in the table.
    init(than table: RouteTable, files: [String]) {
        var found = Dictionary(grouping: table.routes, by: \.path).mapValues { routes in
            Path(methods: Set(routes.map(\.method)), contract: routes.first?.contract)
        }
        for path in files { found[path] = Path(methods: [.get, .head], contract: found[path]?.contract) }
        paths = found
    }

    private func router() -> RouterResponder<AppContext> {
        built.withLock { built in
            if let built { return built }
            let router = Router(context: AppContext.self)
            for (path, found) in paths { router.get(RouterPath(path)) { _, _ -> Response in throw found } }
            let responder = router.buildResponder()
            built = responder
            return responder
        }
    }

    /// - Parameter error: what the router threw.
    /// - Returns: `nil` unless it found nothing, and there is such a path with other methods.
    func response(
        for error: any Error,
        to request: Request,
        context: AppContext,
        errors: ErrorMiddleware
    ) async throws -> Response? {
        guard (error as? HTTPError)?.status == .notFound, Self.known.contains(request.method) else { return nil }
        var head = request.head
        head.method = .get
        do {
            _ = try await router().respond(to: Request(head: head, body: request.body), context: context)
        } catch let path as Path where !path.methods.contains(request.method) {
            let allow = path.methods.map(\.rawValue).sorted().joined(separator: ", ")
            let error = SpotterError(.methodNotAllowed, "Not by this method; by \(allow).")
            var response = try errors.response(for: error, context: context, as: path.contract.map { ($0, request) })
            response.headers[.allow] = allow
            return response
        } catch {}
        return nil
    }
}
