import FileIO
import Foundation

/// Remembers the SHA-256 of files, so that an unchanged file is hashed only once.
///
/// Stored beside the files as `.verified.json`. A file that was written to, replaced or restored since has another
/// stamp and is hashed again. The cache saves time; it protects against nobody who can write to the folder.
struct ChecksumCache {
    private struct Entry: Codable, Equatable {
        let stamp: FileStamp
        let sha256: String
    }

    private let url: URL
    private var entries: [String: Entry]
    private var isChanged = false

    init(folder: URL) {
        url = folder.appending(path: ".verified.json")
        let content = try? Data(contentsOf: url)
        entries = content.flatMap { try? JSONDecoder().decode([String: Entry].self, from: $0) } ?? [:]
    }

    /// The file's SHA-256: from the cache if the file's stamp is the same, otherwise computed (blocking) and remembered.
    mutating func sha256(ofFileNamed name: String, path: String, stamp: FileStamp) throws(UnreadableFile) -> String {
        if let known = entries[name], known.stamp == stamp { return known.sha256 }
        let sha256 = try FileDigest.sha256(of: path)
        // A file that changed while it was read must be hashed again next time.
        guard FileStamp(path: path) == stamp else { return sha256 }
        entries[name] = Entry(stamp: stamp, sha256: sha256)
        isChanged = true
        return sha256
    }

    /// Writes the cache. If the folder isn't writable, the files are hashed at every start.
    func save() {
        guard isChanged, let content = try? JSONEncoder().encode(entries) else { return }
        try? content.write(to: url, options: .atomic)
    }
}
