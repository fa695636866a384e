import CDocsPage
import Domain
import HTTPTypes
import Hummingbird

/// `GET /openapi.json`, and `GET /docs`, a page of our own that shows it.
///
/// The page's files are part of the executable. Their policy allows nothing from elsewhere, no inline script or style,
/// and no text that is parsed as HTML.
struct DocumentationFiles {
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self'",
        "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ].joined(separator: "; ")

    private let files: [(path: String, file: StaticFile)]

    /// - Parameter document: makes the OpenAPI document as JSON.
    init(document: @escaping @Sendable () throws -> [UInt8]) {
        let page = Self.embedded.enumerated().map { number, file in
            (
                String(cString: file.path),
                StaticFile(
                    mediaType: String(cString: file.media_type),
                    headers: [.contentSecurityPolicy: Self.policy]
                ) {
                    let file = Self.embedded[number]
                    return [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.size))
                }
            )
        }
        files = page + [("/openapi.json", StaticFile(mediaType: "application/json", document))]
    }

    private static var embedded: UnsafeBufferPointer<docs_file> {
        UnsafeBufferPointer(start: docs_files(), count: docs_file_count())
    }

    var paths: [String] { files.map(\.path) }

    func add(to group: RouterGroup<AppContext>) {
        for (path, file) in files { file.add(to: group, at: path) }
    }
}
