import Foundation

/// Remembers which files had the right SHA-256, so that an unchanged file is hashed once only.
///
/// Lies beside the files as `.verified.json`. A file that was written to, replaced or restored since has another
/// stamp and is hashed anew. It saves time and proves nothing against somebody who can write to the folder.
struct VerdictCache {
    private struct Verdict: Codable, Equatable {
        let stamp: FileStamp
        let sha256: String
    }

    private let url: URL
    private var verdicts: [String: Verdict]
    private var isChanged = false

    init(folder: URL) {
        url = folder.appending(path: ".verified.json")
        let content = try? Data(contentsOf: url)
        verdicts = content.flatMap { try? JSONDecoder().decode([String: Verdict].self, from: $0) } ?? [:]
    }

    /// The file's SHA-256: remembered if its stamp is the same as then, else computed (blocking) and remembered.
    mutating func sha256(ofFileNamed name: String, path: String, stamp: FileStamp) throws(UnreadableFile) -> String {
        if let known = verdicts[name], known.stamp == stamp { return known.sha256 }
        let sha256 = try FileDigest.sha256(of: path)
        // A file that changed while it was read must be hashed again next time.
        guard FileStamp(path: path) == stamp else { return sha256 }
        verdicts[name] = Verdict(stamp: stamp, sha256: sha256)
        isChanged = true
        return sha256
    }

    /// Writes what was learnt; where the folder can't be written to, the files are simply hashed at every start.
    func save() {
        guard isChanged, let content = try? JSONEncoder().encode(verdicts) else { return }
        try? content.write(to: url, options: .atomic)
    }
}
