import Foundation
import Synchronization
import TestSupport

/// New files of SQLite that are copies of one which has a module's or a server's tables. Making those takes hundreds of
/// statements, each of which SQLite checks against all tables there are; a copy takes a millisecond.
package enum SQLiteTemplates {
    /// By what made them.
    private static let files = Mutex<[String: Data]>([:])

    /// Puts a database's file at `path`, unless there is one.
    ///
    /// - Parameters:
    ///   - key: the same key means that `prepare` does the same.
    ///   - prepare: makes the file, and leaves nothing in its log.
    package static func copy(to path: String, like key: String, prepare: (_ path: String) throws -> Void) throws {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        let file = try files.withLock { files in
            if let file = files[key] { return file }
            let folder = TemporaryFolder()
            defer { folder.remove() }
            let template = "\(folder.path)/spotter.db"
            try prepare(template)
            let file = try Data(contentsOf: URL(filePath: template))
            files[key] = file
            return file
        }
        let rights = [FileAttributeKey.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: path, contents: file, attributes: rights) else {
            throw CocoaError(.fileWriteUnknown)
        }
    }
}
