import NIOHTTP1

extension FileServer.Response {
    static let notFound = FileServer.Response(status: .notFound)

    /// A file as a server sends it that supports ranges and `If-Range`.
    static func file(_ content: [UInt8], etag: String = "\"1\"", to request: FileServer.Request) -> Self {
        let matches = request.ifRange == nil || request.ifRange == etag
        guard matches, let range = request.range, let start = Int(range.dropFirst(6).dropLast()) else {
            return Self(headers: ["ETag": etag], body: content)
        }
        guard start < content.count else { return Self(status: .rangeNotSatisfiable) }
        return Self(
            status: .partialContent,
            headers: ["ETag": etag, "Content-Range": "bytes \(start)-\(content.count - 1)/\(content.count)"],
            body: Array(content[start...])
        )
    }
}
