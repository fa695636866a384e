import HTTPTypes
package import Hummingbird
package import MediaStore
import NIOCore

/// A stored file, whole or in part. It is read from the disk or the object store at the client's pace, and browsers save it instead of
/// displaying it.
package struct FileResponse: ResponseGenerator {
    private let content: MediaLibrary.Content

    package init(content: MediaLibrary.Content) { self.content = content }

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        let tag = "\"\(content.tag)\""
        var headers: HTTPFields = [
            .contentType: content.mimeType,
            .contentDisposition: ContentDisposition.attachment(content.fileName),
            .contentSecurityPolicy: "sandbox; default-src 'none'",
            .xContentTypeOptions: "nosniff",
            .acceptRanges: "bytes",
            .eTag: tag,
        ]
        if EntityTags(request.headers[.ifNoneMatch]).contains(tag) {
            headers[.contentLength] = String(content.size)
            return Response(status: .notModified, headers: headers)
        }
        switch ByteRange(request.headers, size: content.size, tag: tag) {
        case .whole: return Response(status: .ok, headers: headers, body: body(0..<content.size))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.size)"
            return Response(status: .partialContent, headers: headers, body: body(range))
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(content.size)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
    }

    private func body(_ range: Range<Int64>) -> ResponseBody {
        let content = content
        return ResponseBody(contentLength: range.count) { writer in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let (start, count) = (offset, Int(min(range.upperBound - offset, Int64(content.piece))))
                let chunk = try await content.read(at: start, count: count)
                // The file is shorter than recorded, so it is damaged. The connection closes before the announced
                // length.
                guard chunk.readableBytes > 0 else { throw ChannelError.eof }
                let length = chunk.readableBytes
                try await writer.write(chunk)
                offset += Int64(length)
            }
            try await writer.finish(nil)
        }
    }
}
