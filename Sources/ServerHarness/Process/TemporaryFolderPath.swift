import Foundation

/// Names for folders below the system's temporary one.
public enum TemporaryFolderPath {
    /// - Returns: a path that doesn't exist yet.
    public static func make(_ prefix: String) -> String {
        FileManager.default.temporaryDirectory.appending(path: "\(prefix)-\(UUID().uuidString)").path
    }
}
