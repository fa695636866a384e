import Domain
import NIOCore
import ObjectStorage

/// What has arrived of unfinished uploads, in an object store that several servers share: each request may reach another one.
///
/// What a request brings is an object `uploads/<file>/<first byte>-<end>-<SHA-256>`, with 16 digits for each number, so that
/// names are in the order of the bytes. What a server has on its own disk counts only where it's the same.
struct UploadPieces: Sendable {
    static let folder = "uploads/"

    private struct Piece {
        let name: String
        let range: Range<Int64>
        let digest: String

        init?(_ name: String) {
            let parts = name.split(separator: "/").last?.split(separator: "-") ?? []
            guard parts.count == 3, let start = Int64(parts[0]), let end = Int64(parts[1]), start < end
            else { return nil }
            (self.name, range, digest) = (name, start..<end, String(parts[2]))
        }
    }

    let files: ObjectFiles
    /// Each request looks at all of an upload.
    var maxCount = 10_000

    private static func folder(of id: MediaID) -> String { "\(folder)\(id)/" }

    /// Those that follow each other without a gap, from the first byte. Two servers may have taken the same bytes.
    /// - Throws: `invalid_request` if there are too many.
    private func pieces(of id: MediaID) async throws -> [Piece] {
        var (pieces, count): ([Piece], Int) = ([], 0)
        try await files.forEachPage(of: Self.folder(of: id)) { page in
            count += page.count
            guard count <= maxCount else {
                throw SpotterError.invalid("This upload came in too many parts; delete it, and send larger ones.")
            }
            for piece in page.compactMap({ Piece($0.name) }) {
                let end = pieces.last?.range.upperBound ?? 0
                if piece.range.lowerBound <= end, piece.range.upperBound > end { pieces.append(piece) }
            }
        }
        return pieces
    }

    /// How many bytes have arrived.
    func end(of id: MediaID) async throws -> Int64 { try await pieces(of: id).last?.range.upperBound ?? 0 }

    /// Stores what has arrived, which is on this server's disk.
    func put(_ range: Range<Int64>, of file: OpenFile, as id: MediaID) async throws {
        guard !range.isEmpty else { return }
        let digest = try await BlockingIO.run { try ContentStore.hash(of: file, in: range).description }
        let content = ObjectContent(size: range.upperBound - range.lowerBound, digest: digest) { offset, count in
            let start = range.lowerBound + offset
            let count = min(count, Int(range.upperBound - start))
            return try await BlockingIO.run { ByteBuffer(bytes: try file.read(at: start, count: count)) }
        }
        let numbers = [range.lowerBound, range.upperBound].map { number in
            String(repeating: "0", count: max(0, 16 - "\(number)".count)) + "\(number)"
        }
        let name = "\(Self.folder(of: id))\(numbers[0])-\(numbers[1])-\(digest)"
        try await files.answer { try await files.objects.put(content, as: name) }
    }

    /// Fetches what this server's disk doesn't have of the bytes before `start`.
    /// - Returns: whether they are all there. Another server may have finished the upload meanwhile, or begun it again.
    func complete(_ file: OpenFile, of id: MediaID, before start: Int64) async throws -> Bool {
        let pieces = try await pieces(of: id)
        guard let end = pieces.last?.range.upperBound, end >= start else { return false }
        do {
            for piece in pieces {
                let found = try? await BlockingIO.run { try ContentStore.hash(of: file, in: piece.range).description }
                if found != piece.digest { try await fetch(piece, into: file) }
            }
        } catch let error as SpotterError where error.code == .notFound {
            return false
        }
        return true
    }

    private func fetch(_ piece: Piece, into file: OpenFile) async throws {
        let size = piece.range.upperBound - piece.range.lowerBound
        var offset: Int64 = 0
        while offset < size {
            let range = offset..<min(size, offset + 1 << 20)
            let part = try await files.answer { try await files.objects.read(piece.name, range) }
            guard part.readableBytes == range.count else {
                throw SpotterError(.internalError, "part of an upload is shorter than it was")
            }
            let start = piece.range.lowerBound + offset
            try await BlockingIO.run { try part.withUnsafeReadableBytes { try file.write($0, at: start) } }
            offset = range.upperBound
        }
    }

    /// Removes what has arrived of an upload that is over. What can't be removed now goes within the hour.
    func remove(_ id: MediaID) async {
        try? await files.forEachPage(of: Self.folder(of: id)) { page in
            for object in page { try await files.objects.remove(object.name) }
        }
    }

    func removeAbandoned(unless isOpen: (MediaID) async throws -> Bool) async throws {
        var (last, isLastOpen): (MediaID?, Bool) = (nil, false)
        try await files.forEachPage(of: Self.folder) { page in
            for object in page {
                let id = object.name.split(separator: "/").dropFirst().first.flatMap { MediaID(String($0)) }
                guard let id else { continue }
                if id != last { (last, isLastOpen) = (id, try await isOpen(id)) }
                if !isLastOpen { try await files.answer { try await files.objects.remove(object.name) } }
            }
        }
    }
}
