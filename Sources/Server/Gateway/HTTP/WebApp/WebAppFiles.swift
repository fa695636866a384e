import CWebApp
import Domain
import HTTPTypes
import Hummingbird

/// The web app: its page at every address that is one of the app's, and its files, which are part of the executable.
///
/// The page is never cached, so that it always names the files of this release; their names change with their content,
/// so they are cached for ever. The policy allows scripts, styles and requests of this origin only, nothing inline, and
/// no text that is parsed as HTML; the one policy for trusted types admits the address of the service worker.
struct WebAppFiles {
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "media-src 'self' blob:",
        "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types spotter",
    ].joined(separator: "; ")

    /// Addresses that the app reads itself: where links, invitations and notifications lead.
    private static let pages = [
        "/", "/invite/{code}", "/reset", "/today", "/chats", "/chats/{chatId}", "/chats/{chatId}/messages/{messageId}",
        "/calendar", "/assistant", "/assistant/{conversationId}", "/settings", "/settings/{section}",
    ]

    private let files: [(path: String, file: StaticFile)]

    init() {
        files = Self.embedded.enumerated().flatMap { number, embedded in
            let path = String(cString: embedded.path)
            let isAsset = path.hasPrefix("/assets/")
            let isPage = path == "/index.html"
            let file = StaticFile(
                mediaType: String(cString: embedded.media_type),
                caching: isAsset ? .forever : isPage ? .never : .revalidated,
                headers: Self.commonHeaders
            ) {
                let file = Self.embedded[number]
                return [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.size))
            }
            return (isPage ? Self.pages : [path]).map { ($0, file) }
        }
    }

    private static var embedded: UnsafeBufferPointer<web_file> {
        UnsafeBufferPointer(start: web_files(), count: web_file_count())
    }

    private static var commonHeaders: HTTPFields {
        var headers: HTTPFields = [
            .contentSecurityPolicy: policy,
            .crossOriginResourcePolicy: "same-origin",
        ]
        for (name, value) in [
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Referrer-Policy", "no-referrer"),
            ("Permissions-Policy", "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()"),
        ] {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return headers
    }

    var paths: [String] { files.map(\.path) }

    /// The app's page with status 404, which says in words that nothing is there, for a browser that looks for a page.
    /// - Returns: `nil` for programs, and for paths of the API.
    func missingPage(for request: Request) throws -> Response? {
        guard request.method == .get, !request.uri.path.hasPrefix("/v1/"),
            request.headers[.accept]?.contains("text/html") == true,
            let page = files.first(where: { $0.path == "/" })?.file
        else { return nil }
        var response = try page.response(to: request)
        response.status = .notFound
        return response
    }

    func add(to group: RouterGroup<AppContext>) {
        for (path, file) in files { file.add(to: group, at: path) }
    }
}
