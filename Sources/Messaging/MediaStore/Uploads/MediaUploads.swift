public import Domain
import Foundation
import Logging
import NIOCore
public import SpotterAPI
import Storage

/// Resumable uploads, identified by an id that the client chose.
///
/// Bytes are appended to a file as they arrive. The file's length is the upload's offset, so no other state has to be
/// kept in step. Servers that share no folder share `UploadPieces` instead.
public struct MediaUploads: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let store: ContentStore
    let files: any ContentFiles
    let contentLocks: ContentLocks
    let uploadLocks: UploadLocks
    let images: ImageWorker
    let limits: MediaLimits
    var floor: UploadFloor
    let logger: Logger

    /// The most bytes that a file of any type may have.
    public var maxBytes: Int64 { limits.maxBytes }

    /// The pictures that wait to be converted or are being converted.
    public var pendingPictures: Int { images.pending }

    public struct New: Sendable {
        /// `(owner, clientMediaId)` permanently identifies one file.
        public let clientMediaId: String
        public let fileName: String
        public let size: Int64

        public init(clientMediaId: String, fileName: String, size: Int64) {
            self.clientMediaId = clientMediaId
            self.fileName = fileName
            self.size = size
        }
    }

    /// Begins an upload. A repeated call returns the existing upload.
    ///
    /// - Throws: `invalid_request` if the file is empty or the id is malformed; `too_large` if it exceeds a limit or
    ///   the user's quota; `idempotency_conflict` if the id names a file of another size; `conflict` if too many
    ///   uploads are unfinished; `storage_full` if the disk is nearly full.
    public func begin(_ new: New, by actor: Actor) async throws -> (upload: UploadStatus, isNew: Bool) {
        let (media, isNew) = try await beginRow(new, by: actor)
        return (isNew ? UploadStatus(media, offset: 0) : try await status(of: media), isNew)
    }

    func beginRow(_ new: New, by actor: Actor) async throws -> (media: StoredMedia, isNew: Bool) {
        let clientMediaId = try Self.validated(new.clientMediaId)
        guard new.size > 0 else { throw SpotterError.invalid("This file is empty; there is nothing to upload.") }
        guard new.size <= limits.maxBytes else { throw tooLarge(.other, limit: limits.maxBytes) }
        try await floor.requireRoom()
        let fresh = StoredMedia(
            id: ids.next(),
            ownerId: actor.userId,
            clientMediaId: clientMediaId,
            fileName: FileName.sanitized(new.fileName),
            size: new.size,
            createdAt: clock.now()
        )
        return try await database.write { [self] connection in
            if let known = try StoredMedia.find(of: actor.userId, clientMediaId: clientMediaId, on: connection) {
                guard known.state == .ready || known.size == new.size else {
                    throw SpotterError(
                        .idempotencyConflict,
                        "clientMediaId already names a file of \(known.size) bytes; choose another for this one."
                    )
                }
                return (known, false)
            }
            try checkQuota(of: actor.userId, adding: new.size, on: connection)
            try fresh.insert(on: connection)
            return (fresh, true)
        }
    }

    /// The state of an upload.
    ///
    /// - Throws: `not_found` if there is none of this actor.
    public func status(_ id: MediaID, by actor: Actor) async throws -> UploadStatus {
        try await status(of: try await ownedUpload(id, by: actor))
    }

    func ownedUpload(_ id: MediaID, by actor: Actor) async throws -> StoredMedia {
        let media = try await database.read { try StoredMedia.find(id, on: $0) }
        guard let media, Access.can(actor, .own(media.ownerId)) else { throw SpotterError.notFound("file") }
        return media
    }

    func status(of media: StoredMedia) async throws -> UploadStatus {
        UploadStatus(media, offset: try await offset(of: media))
    }

    func offset(of media: StoredMedia) async throws -> Int64 {
        if media.state == .ready { return media.size }
        if let pieces = files.pieces { return try await pieces.end(of: media.id) }
        let path = store.partialPath(media.id)
        return try await BlockingIO.run {
            do {
                return try OpenFile(path, .reading).size()
            } catch let error as FileError where error.isMissing {
                return 0
            }
        }
    }

    private func checkQuota(of user: UserID, adding size: Int64, on connection: any SQLConnection) throws {
        let used = try connection.first(
            """
            SELECT coalesce(sum(size), 0), coalesce(sum(CASE WHEN state = 'uploading' THEN 1 ELSE 0 END), 0)
            FROM media WHERE owner_id = $1
            """,
            user
        ) { (bytes: try $0.int(0), unfinished: Int(try $0.int(1))) }
        guard let used else { return }
        guard used.bytes <= limits.userBytes - size else { throw tooMuch }
        guard used.unfinished < limits.unfinishedUploads else {
            throw SpotterError(
                .conflict,
                "You have \(used.unfinished) unfinished uploads; finish or delete some first."
            )
        }
    }

    /// Whether a user's files may take so many bytes more.
    func hasRoom(of user: UserID, for bytes: Int64, on connection: any SQLConnection) throws -> Bool {
        let used = try connection.first("SELECT coalesce(sum(size), 0) FROM media WHERE owner_id = $1", user) {
            try $0.int(0)
        }
        return (used ?? 0) <= limits.userBytes - bytes
    }

    var tooMuch: SpotterError {
        SpotterError(
            .tooLarge,
            "Your files would take more than the \(Self.megabytes(limits.userBytes)) that each person has here. Delete some first."
        )
    }

    func tooLarge(_ type: MediaType, limit: Int64) -> SpotterError {
        let what =
            switch type.kind {
            case .image: "A picture"
            case .pdf: "A PDF"
            case .video: "A video"
            case .audio, .file: "A file"
            }
        return SpotterError(.tooLarge, "\(what) may have at most \(Self.megabytes(limit)).")
    }

    private static func megabytes(_ bytes: Int64) -> String {
        switch bytes {
        case ..<(1 << 20): "\(bytes) bytes"
        case ..<(1 << 30): "\(bytes >> 20) MB"
        default: "\(bytes >> 30) GB"
        }
    }

    private static func validated(_ clientMediaId: String) throws -> String {
        guard (1...128).contains(clientMediaId.utf8.count),
            clientMediaId.unicodeScalars.allSatisfy({ $0.value >= 0x20 })
        else {
            throw SpotterError.invalid(
                "clientMediaId must be 1 to 128 bytes without control characters; a UUID is best."
            )
        }
        return clientMediaId
    }
}
