import Domain
import Foundation
import NIOCore
import ObjectStorage

/// Finished files in an object store, under the names that they have in a folder: `<2 digits>/<hash>`.
///
/// Several servers may share the store. As in a shared folder, none of them holds a lock while another one stores what it removes.
struct ObjectFiles: ContentFiles {
    /// Where a file is while a server looks whether it is needed after all.
    static let aside = "aside/"
    /// After which a server that put one aside counts as dead.
    private static let maxAge: Int64 = 86_400

    let objects: any ObjectStore
    let isShared: Bool
    /// The true time, as the store has it.
    var clock: any WallClock = SystemClock()

    var pieces: UploadPieces? { isShared ? UploadPieces(files: self) : nil }

    static func name(of hash: ContentHash) -> String { StoredFiles.path(of: hash.description) }

    func add(_ files: [ProcessedFile]) async throws {
        for file in files { try await put(file) }
    }

    func confirm(_ files: [ProcessedFile]) async throws {
        for file in files {
            if isShared, try await answer({ try await objects.size(of: Self.name(of: file.hash)) }) == nil {
                try await put(file)
            }
            try await BlockingIO.run { ContentStore.remove(file.path) }
        }
    }

    private func put(_ file: ProcessedFile) async throws {
        let source = try await BlockingIO.run { try OpenFile(file.path, .reading) }
        let content = ObjectContent(
            size: try await BlockingIO.run { try source.size() },
            digest: file.hash.description
        ) { offset, count in
            try await BlockingIO.run { ByteBuffer(bytes: try source.read(at: offset, count: count)) }
        }
        try await answer { try await objects.put(content, as: Self.name(of: file.hash)) }
    }

    func source(of hash: ContentHash) async throws -> ContentSource? {
        try await answer { try await objects.size(of: Self.name(of: hash)) }.map { .object(self, hash, size: $0) }
    }

    func read(_ hash: ContentHash, _ range: Range<Int64>) async throws -> ByteBuffer {
        try await answer { try await objects.read(Self.name(of: hash), range) }
    }

    /// Puts the file aside before it looks again. Whoever has committed a row before that finds the file missing and stores it again;
    /// whoever commits one later stores it first.
    func remove(_ hash: ContentHash, unless isReferenced: () async throws -> Bool) async throws {
        let name = Self.name(of: hash)
        guard isShared else { return try await answer { try await objects.remove(name) } }
        let aside = "\(Self.aside)\(hash)-\(UUID())"
        guard try await answer({ try await objects.copy(name, to: aside) }) else { return }
        do {
            try await answer { try await objects.remove(name) }
            if try await isReferenced() { _ = try await answer { try await objects.copy(aside, to: name) } }
        } catch {
            // What can't be brought back now stays aside, and is looked at again after a day.
            if (try? await objects.copy(aside, to: name)) == true { try? await objects.remove(aside) }
            throw error
        }
        try await answer { try await objects.remove(aside) }
    }

    func recover(_ isReferenced: (ContentHash) async throws -> Bool) async throws {
        let limit = clock.now().adding(seconds: -Self.maxAge)
        try await forEachPage(of: Self.aside) { page in
            for object in page where object.storedAt < limit {
                guard let hash = ContentHash(hex: String(object.name.dropFirst(Self.aside.count).prefix(64))) else {
                    continue
                }
                let name = Self.name(of: hash)
                if try await isReferenced(hash), try await answer({ try await objects.size(of: name) }) == nil {
                    _ = try await answer { try await objects.copy(object.name, to: name) }
                }
                try await answer { try await objects.remove(object.name) }
            }
        }
    }

    func forEach(stray: (String) -> Void, _ body: ([ContentHash]) async throws -> Void) async throws {
        try await forEachPage(of: "") { page in
            var hashes: [ContentHash] = []
            for object in page where ![Self.aside, UploadPieces.folder].contains(where: object.name.hasPrefix) {
                if let hash = ContentHash(hex: String(object.name.dropFirst(3))), Self.name(of: hash) == object.name {
                    hashes.append(hash)
                } else {
                    stray(object.name)
                }
            }
            try await body(hashes)
        }
    }

    func forEachPage(of beginning: String, _ body: ([StoredObject]) async throws -> Void) async throws {
        var last: String?
        while true {
            let page = try await answer { [last] in try await objects.list(beginning, after: last) }
            guard let end = page.last else { return }
            try await body(page)
            last = end.name
        }
    }

    /// - Throws: what people are told of a store that fails.
    func answer<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as ObjectStoreError {
            switch error.reason {
            case .missing: throw SpotterError.notFound("file")
            case .unreadable: throw SpotterError(.internalError, "A file can't be read.")
            case .refused, .unavailable:
                throw SpotterError(
                    .unavailable,
                    "Files can't be reached at the moment; try again in a few seconds. Messages still work.",
                    retryable: true,
                    retryAfterMs: 5000
                )
            }
        }
    }
}
