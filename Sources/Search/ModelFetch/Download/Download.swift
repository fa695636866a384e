import FileIO
import Foundation

/// A file to download, and what it must be.
struct Download: Sendable {
    /// For progress reports.
    let name: String
    let url: URL
    /// Where the bytes go. The bytes of an earlier attempt are completed.
    let part: URL
    /// Lower-case hex.
    let sha256: String
    /// Bytes. A server that sends more is cut off.
    let maxSize: Int

    /// Stored beside the part: what it is a part of, so that the end of another version isn't appended to it.
    struct Origin: Codable, Equatable {
        let url: String
        /// The strong entity tag or the date of this version, for `If-Range`.
        let validator: String?
    }

    private var originURL: URL { part.appendingPathExtension("json") }

    var origin: Origin? {
        get { (try? Data(contentsOf: originURL)).flatMap { try? JSONDecoder().decode(Origin.self, from: $0) } }
        nonmutating set {
            try? FileManager.default.removeItem(at: originURL)
            guard let content = try? JSONEncoder().encode(newValue) else { return }
            try? content.write(to: originURL)
        }
    }

    /// How many bytes of an earlier attempt this one can resume from.
    var resumableBytes: Int {
        guard let stamp = FileStamp(path: part.path), stamp.size < maxSize, origin?.url == url.absoluteString
        else { return 0 }
        return stamp.size
    }

    /// Deletes what was downloaded.
    func discard() {
        try? FileManager.default.removeItem(at: part)
        forgetOrigin()
    }

    func forgetOrigin() {
        try? FileManager.default.removeItem(at: originURL)
    }
}
