import Crypto
import Domain
import FileIO
import Foundation
import SpotterAPI

/// Takes the bytes of an archive as they are made.
public protocol AccountExportSink: AnyObject {
    func write(_ bytes: [UInt8]) async throws
}

/// A tar archive of JSON documents and files that is written while it's made. Only one document is ever in memory.
public final class AccountExportArchive {
    private let sink: any AccountExportSink
    private let folder: String
    private let modified: Int64
    private var files: [AccountExportManifest.File] = []

    init(_ sink: any AccountExportSink, folder: String, at now: Timestamp) {
        self.sink = sink
        self.folder = folder
        modified = now.milliseconds / 1000
    }

    /// Adds a JSON document.
    /// - Parameter path: inside the archive's folder.
    public func document(_ path: String, _ value: some Encodable & Sendable) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try await content(path, [UInt8](try encoder.encode(value)) + [UInt8(ascii: "\n")])
    }

    func text(_ path: String, _ text: String) async throws { try await content(path, Array(text.utf8)) }

    private func content(_ path: String, _ bytes: [UInt8]) async throws {
        try await file(path, size: Int64(bytes.count)) { offset, count in
            Array(bytes[Int(offset)..<Int(offset) + count])
        }
    }

    private static let chunkSize: Int64 = 256 << 10

    /// Adds a file.
    /// - Parameter read: reads so many bytes from an offset.
    /// - Throws: `internal_error` if the file is shorter than `size`; the archive is useless then.
    public func file(
        _ path: String,
        size: Int64,
        read: (_ offset: Int64, _ count: Int) async throws -> [UInt8]
    ) async throws {
        try await sink.write(TarFormat.header("\(folder)/\(path)", size: size, modified: modified))
        var hash = SHA256()
        var offset: Int64 = 0
        while offset < size {
            let count = Int(min(Self.chunkSize, size - offset))
            let chunk = try await read(offset, count)
            guard chunk.count == count else {
                throw SpotterError(.internalError, "\(path) is shorter than it was when the export began")
            }
            hash.update(data: chunk)
            try await sink.write(chunk)
            offset += Int64(count)
        }
        let padding = TarFormat.padding(after: size)
        if !padding.isEmpty { try await sink.write(padding) }
        files.append(.init(path: path, bytes: size, sha256: Hexadecimal.encode(Array(hash.finalize()))))
    }

    /// Ends the archive with a list of all files, by which a reader knows that it is whole.
    func finish(_ user: User, at now: Timestamp) async throws {
        try await document("manifest.json", AccountExportManifest(accountId: user.id, createdAt: now, files: files))
        try await sink.write(TarFormat.end)
    }
}
