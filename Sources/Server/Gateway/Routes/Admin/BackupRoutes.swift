package import Backup
import Domain
import HTTPTypes
import Hummingbird
import MediaStore
import NIOCore
import SpotterAPI

/// A backup of everything, for the operator.
package struct BackupRoutes: Sendable {
    let backups: Backups
    /// Where there is room for a backup until it's sent.
    let folder: String

    package init(backups: Backups, folder: String) { (self.backups, self.folder) = (backups, folder) }

    package func add(to table: inout RouteTable) {
        table.tag = .admin
        let (backups, folder) = (backups, folder)
        table.on(
            .post,
            "/v1/admin/backup",
            "makeBackup",
            "Make a verified backup of everything, a tar archive; it is sent once it's complete",
            access: .admin,
            response: .archive
        ) { _, _ in
            do {
                return Self.response(try await backups.makeContent(in: folder))
            } catch let error as BackupError {
                throw SpotterError(.unavailable, "No backup could be made: \(ErrorText.of(error)).", retryable: true)
            }
        }
    }

    private static func response(_ content: BackupContent) -> Response {
        let body = ResponseBody(contentLength: Int(content.size)) { writer in
            var offset: Int64 = 0
            while offset < content.size {
                let (start, count) = (offset, Int(min(content.size - offset, 256 << 10)))
                let chunk = try await BlockingIO.run { try content.read(at: start, count: count) }
                guard !chunk.isEmpty else { throw ChannelError.eof }
                try await writer.write(ByteBuffer(bytes: chunk))
                offset += Int64(chunk.count)
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/x-tar", .contentDisposition: ContentDisposition.attachment(content.name),
                .xContentTypeOptions: "nosniff",
            ],
            body: body
        )
    }
}
