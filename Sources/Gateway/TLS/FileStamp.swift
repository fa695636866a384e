import Foundation

/// What the file system says of a file's content without it being read: where links lead, whose it is, when it was written.
struct FileStamp: Sendable, Equatable {
    private let path: String
    private let inode: Int?
    private let size: Int?
    private let modified: Date?
    private let rights: Int?

    /// `nil` if there's no such file.
    init?(_ path: String) {
        self.path = URL(filePath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: self.path) else { return nil }
        inode = (attributes[.systemFileNumber] as? NSNumber)?.intValue
        size = (attributes[.size] as? NSNumber)?.intValue
        modified = attributes[.modificationDate] as? Date
        rights = (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
}
