public import Domain
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A folder of dated backups: `spotter-20261122T101500Z.tar`.
public struct BackupFolder: Sendable {
    public let path: String

    public init(_ path: String) { self.path = path }

    public static func name(at time: Timestamp) -> String {
        let digits = time.description.prefix(19).filter { $0 != "-" && $0 != ":" }
        return "spotter-\(digits)Z.tar"
    }

    /// The time in the name of a backup; `nil` for other names.
    static func time(of name: String) -> Timestamp? {
        guard name.hasPrefix("spotter-"), name.hasSuffix("Z.tar"), name.utf8.count == 28 else { return nil }
        let digits = Array(name.dropFirst(8).prefix(15))
        let text = { (range: Range<Int>) in String(digits[range]) }
        return Timestamp(
            rfc3339: "\(text(0..<4))-\(text(4..<6))-\(text(6..<8))T\(text(9..<11)):\(text(11..<13)):\(text(13..<15))Z"
        )
    }

    /// The backups, latest first.
    func backups() -> [(name: String, time: Timestamp)] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
            .compactMap { name in Self.time(of: name).map { (name, $0) } }
            .sorted { $0.time > $1.time }
    }

    /// - Throws: `BackupError` if the folder can't be created.
    func create() throws {
        try RawFile.makeFolder(path)
        PartialFile.removeLeftovers(in: path)
    }

    /// Deletes all but the latest backups.
    func prune(keeping count: Int) {
        for old in backups().dropFirst(max(1, count)) { unlink("\(path)/\(old.name)") }
    }
}
